//! The cost of one call, as a constant expression: only the compiler knows loop bounds.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The estimated cost of a call of another function, whose body is unavailable.
pub(super) const CALL: u64 = 60;

/// Sums under construction, one frame for each enclosing loop or block.
pub(super) struct Cost(Vec<Frame>);

#[derive(Default)]
struct Frame {
    flat: u64,
    terms: Vec<TokenStream>,
    /// Runs of the innermost loops.
    runs: Vec<TokenStream>,
}

impl Frame {
    fn weight(&self) -> TokenStream {
        let (flat, terms) = (Literal::u64_suffixed(self.flat), &self.terms);
        quote!(#flat #(.saturating_add(#terms))*)
    }

    /// Total number of runs of the innermost loops; `None` without a loop.
    fn runs(&self) -> Option<TokenStream> {
        let runs = &self.runs;
        (!runs.is_empty()).then(|| quote!(0u64 #(.saturating_add(#runs))*))
    }
}

impl Cost {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default()])
    }

    /// Adds operations.
    pub(super) fn add(&mut self, n: u64) {
        if let Some(frame) = self.0.last_mut() {
            frame.flat += n;
        }
    }

    /// Opens a frame.
    pub(super) fn open(&mut self) {
        self.0.push(Frame::default());
    }

    /// Closes a frame and adds it multiplied by the loop bound.
    pub(super) fn repeat(&mut self, bound: &TokenStream) {
        let inner = self.0.pop().unwrap_or_default();
        // By its path, because a bound may be a literal without a type.
        let times =
            |what: TokenStream| quote!(::core::primitive::u64::saturating_mul(#bound, #what));
        if let Some(frame) = self.0.last_mut() {
            frame.terms.push(times(inner.weight()));
            frame.runs.push(times(inner.runs().unwrap_or(quote!(1u64))));
        }
    }

    /// Closes a frame and adds it wrapped by `wrap`.
    pub(super) fn close(&mut self, wrap: impl Fn(TokenStream) -> TokenStream) {
        let inner = self.0.pop().unwrap_or_default();
        if let Some(frame) = self.0.last_mut() {
            frame.terms.push(wrap(inner.weight()));
            frame.runs.extend(inner.runs().map(wrap));
        }
    }

    /// Closes a frame and adds it unchanged.
    pub(super) fn merge(&mut self) {
        let inner = self.0.pop().unwrap_or_default();
        if let Some(frame) = self.0.last_mut() {
            frame.flat += inner.flat;
            frame.terms.extend(inner.terms);
            frame.runs.extend(inner.runs);
        }
    }

    /// The total weight, and the runs of the innermost loops if there are loops.
    pub(super) fn total(&mut self) -> (TokenStream, Option<TokenStream>) {
        let all = self.0.pop().unwrap_or_default();
        (all.weight(), all.runs())
    }
}
