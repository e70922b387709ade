//! What an annotated function stands in, which its tokens do not tell: the file that it comes from does.
//!
//! What is emitted beside a function cannot stand in an `impl`, and what the compiler says of it there names nothing that
//! the author wrote.

use proc_macro2::Span;
use quote::ToTokens;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use syn::{Attribute, ImplItem, Item, Signature, TraitItem};

/// The annotated functions of a file, by their signatures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    free: Vec<String>,
    /// In an `impl` or a `trait`.
    inside: Vec<String>,
}

/// Whether a function stands in an `impl` or a `trait`, as far as its file tells: what a macro makes is in no file.
pub(crate) fn is_inside(signature: &Signature) -> bool {
    static FILES: Mutex<Option<HashMap<PathBuf, Found>>> = Mutex::new(None);
    let Some(path) = file(signature.ident.span()) else {
        return false;
    };
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_default();
    let found = files.entry(path).or_insert_with_key(|path| read(path));
    found.inside(&text(signature))
}

/// The file of a span; none outside of a compiler.
fn file(span: Span) -> Option<PathBuf> {
    proc_macro::is_available().then(|| span.unwrap().local_file())?
}

fn text(signature: &Signature) -> String {
    signature.to_token_stream().to_string()
}

fn read(path: &Path) -> Found {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    Found::of(&text)
}

impl Found {
    fn of(text: &str) -> Self {
        let mut found = Self::default();
        // Reading a file takes longer than most annotations.
        let may = text.contains("impl") || text.contains("trait");
        if let Some(file) = may.then(|| syn::parse_file(text).ok()).flatten() {
            found.items(&file.items);
        }
        found
    }

    fn inside(&self, signature: &String) -> bool {
        self.inside.contains(signature) && !self.free.contains(signature)
    }

    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Fn(function) if is_annotated(&function.attrs) => {
                    self.free.push(text(&function.sig));
                }
                Item::Mod(module) => {
                    let items = module.content.as_ref().map_or(&[][..], |(_, items)| items);
                    self.items(items);
                }
                Item::Impl(block) => self.inside.extend(block.items.iter().filter_map(|item| {
                    let ImplItem::Fn(function) = item else {
                        return None;
                    };
                    is_annotated(&function.attrs).then(|| text(&function.sig))
                })),
                Item::Trait(block) => self.inside.extend(block.items.iter().filter_map(|item| {
                    let TraitItem::Fn(function) = item else {
                        return None;
                    };
                    is_annotated(&function.attrs).then(|| text(&function.sig))
                })),
                _ => {}
            }
        }
    }
}

fn is_annotated(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let last = attribute.path().segments.last();
        last.is_some_and(|last| {
            ["vyre_op", "vyre_fn", "vyre_engine"]
                .iter()
                .any(|name| last.ident == name)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the places of the functions in the text, by hand.
    #[test]
    fn functions_in_blocks_are_told_from_free_ones() {
        let found = Found::of(
            "#[vyre_op] fn free(a: u32) -> u32 { a }
             mod m { struct S; impl S { #[x::vyre_fn] pub const fn inside(a: u32) -> u32 { a } fn plain() {} } }
             trait T { #[vyre_op] fn method(a: u32) -> u32 { a } }
             #[vyre_op] fn both(a: u32) -> u32 { a }
             impl S { #[vyre_op] fn both(a: u32) -> u32 { a } }",
        );
        let is = |name: &str| {
            let text = format!("fn {name} (a : u32) -> u32");
            let signature = syn::parse_str::<Signature>(&text).expect("a signature");
            found.inside(&super::text(&signature))
        };
        assert_eq!(
            ["free", "method", "both", "plain"].map(is),
            [false, true, false, false]
        );
        assert_eq!(found.inside.len(), 3);
        assert_eq!(Found::of("no Rust impl").inside, [""; 0]);
    }
}
