//! The attributes of vyre-conform.
use proc_macro::TokenStream;

/// Registers an op.
#[proc_macro_attribute]
pub fn vyre_op(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}

/// Registers a translatable helper.
#[proc_macro_attribute]
pub fn vyre_fn(_attr: TokenStream, item: TokenStream) -> TokenStream {
    item
}
