//! Refusals, collected over all stages and reported together.

use crate::messages::Message;
use proc_macro2::TokenStream;
use quote::ToTokens;
use std::cell::RefCell;

/// The refusals of one annotation. Dropping it without [`finish`](Self::finish) panics, so that no
/// stage can find a mistake and forget to report it.
pub(crate) struct Errors(RefCell<Option<Vec<syn::Error>>>);

impl Errors {
    pub(crate) fn new() -> Self {
        Self(RefCell::new(Some(Vec::new())))
    }

    /// Refuses the tokens `at`.
    pub(crate) fn refuse(&self, at: impl ToTokens, message: &Message, args: &[&str]) {
        self.syntax(syn::Error::new_spanned(at, message.render(args)));
    }

    /// Records an error of the parser.
    pub(crate) fn syntax(&self, error: syn::Error) {
        if let Some(list) = self.0.borrow_mut().as_mut() {
            list.push(error);
        }
    }

    /// The number of refusals.
    pub(crate) fn count(&self) -> usize {
        self.0.borrow().as_ref().map_or(0, Vec::len)
    }

    /// True if nothing was refused.
    pub(crate) fn is_empty(&self) -> bool {
        self.count() == 0
    }

    /// The refusals as tokens, or nothing if there are none.
    pub(crate) fn finish(self) -> Option<TokenStream> {
        let list = self.0.borrow_mut().take().unwrap_or_default();
        let all = list.into_iter().reduce(|mut all, one| {
            all.combine(one);
            all
        })?;
        Some(all.to_compile_error())
    }

    /// Discards the refusals.
    #[cfg(test)]
    pub(crate) fn discard(self) {
        self.0.borrow_mut().take();
    }
}

impl Drop for Errors {
    fn drop(&mut self) {
        if self.0.borrow().is_some() && !std::thread::panicking() {
            panic!("refusals were collected and never reported");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quote::quote;

    /// Oracle: the documentation of `Errors`.
    #[test]
    fn every_refusal_is_reported() {
        let errors = Errors::new();
        errors.refuse(quote!(x), &crate::messages::GENERIC, &[]);
        errors.refuse(quote!(y), &crate::messages::ASYNC, &[]);
        let text = errors.finish().expect("two refusals").to_string();
        assert_eq!(text.matches("compile_error").count(), 2);
        assert!(Errors::new().finish().is_none());
    }

    /// Oracle: the documentation of `Errors`.
    #[test]
    #[should_panic(expected = "never reported")]
    fn forgetting_to_report_panics() {
        let _ = Errors::new();
    }
}
