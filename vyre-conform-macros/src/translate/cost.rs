//! How much one call costs, as a constant expression: loop bounds are known only to the compiler.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// What a call of another function is taken to cost: its body is not at hand.
pub(super) const CALL: u64 = 60;

/// A sum being collected, one frame for each loop or block around the place.
pub(super) struct Cost(Vec<Frame>);

#[derive(Default)]
struct Frame {
    flat: u64,
    terms: Vec<TokenStream>,
}

impl Frame {
    fn tokens(self) -> TokenStream {
        let (flat, terms) = (Literal::u64_suffixed(self.flat), self.terms);
        quote!(#flat #(.saturating_add(#terms))*)
    }
}

impl Cost {
    pub(super) fn new() -> Self {
        Self(vec![Frame::default()])
    }

    /// Some operations.
    pub(super) fn add(&mut self, n: u64) {
        if let Some(frame) = self.0.last_mut() {
            frame.flat += n;
        }
    }

    /// What follows, up to the next [`close`](Self::close), is counted apart.
    pub(super) fn open(&mut self) {
        self.0.push(Frame::default());
    }

    /// Adds what was counted apart, wrapped by `wrap`.
    pub(super) fn close(&mut self, wrap: impl FnOnce(TokenStream) -> TokenStream) {
        let inner = self.0.pop().unwrap_or_default().tokens();
        if let Some(frame) = self.0.last_mut() {
            frame.terms.push(wrap(inner));
        }
    }

    /// Adds what was counted apart as it is.
    pub(super) fn merge(&mut self) {
        let inner = self.0.pop().unwrap_or_default();
        if let Some(frame) = self.0.last_mut() {
            frame.flat += inner.flat;
            frame.terms.extend(inner.terms);
        }
    }

    /// The whole sum.
    pub(super) fn total(&mut self) -> TokenStream {
        self.0.pop().unwrap_or_default().tokens()
    }
}
