//! Facts about the surroundings of an annotated function, which its tokens do not show: read from its
//! source file.
//!
//! The code emitted beside a function cannot be in an `impl`, and the compiler's message there names
//! nothing that the author wrote. A called function of the same module without an attribute is refused
//! by name; for one elsewhere the compiler reports it (`expand::callee`).

mod imports;

pub(crate) use imports::imported;

use proc_macro2::Span;
use quote::ToTokens;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use syn::ext::IdentExt;
use syn::{Attribute, ImplItem, Item, Signature, TraitItem};

/// The annotated functions of a file, by their signatures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct AnnotatedFunctions {
    free: Vec<String>,
    /// The functions in an `impl` or a `trait`.
    inside: Vec<String>,
}

/// True if a function is in an `impl` or a `trait`, as far as its file shows: functions made by macros
/// are in no file.
pub(crate) fn is_inside(signature: &Signature) -> bool {
    static FILES: Mutex<Option<HashMap<PathBuf, AnnotatedFunctions>>> = Mutex::new(None);
    let Some(path) = file(signature.ident.span()) else {
        return false;
    };
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_default();
    let modules = files.entry(path).or_insert_with_key(|path| read(path));
    modules.inside(&text(signature))
}

/// The functions of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Module {
    /// Signatures and names of the functions with one of our attributes.
    annotated: Vec<(String, String)>,
    /// Names of the functions that have only attributes of the language.
    plain: Vec<String>,
}

/// True if a function of this name in the module of an annotated one has none of our attributes, as far
/// as the file shows.
pub(crate) fn is_plain(signature: &Signature, name: &str) -> bool {
    static FILES: Mutex<Option<HashMap<PathBuf, Vec<Module>>>> = Mutex::new(None);
    let Some(path) = file(signature.ident.span()) else {
        return false;
    };
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_default();
    let modules = files.entry(path).or_insert_with_key(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        modules(&text)
    });
    are_plain(modules, &text(signature), name)
}

fn are_plain(modules: &[Module], signature: &str, name: &str) -> bool {
    let contains = |module: &&Module| module.annotated.iter().any(|(text, _)| text == signature);
    let mut own = modules.iter().filter(contains);
    let (Some(module), None) = (own.next(), own.next()) else {
        return false;
    };
    let is_annotated = module.annotated.iter().any(|(_, own)| own == name);
    !is_annotated && module.plain.iter().any(|own| own == name)
}

/// The modules of a file, itself among them.
fn modules(text: &str) -> Vec<Module> {
    let mut functions = Vec::new();
    if let Ok(file) = syn::parse_file(text) {
        collect(&file.items, &mut functions);
    }
    functions
}

fn collect(items: &[Item], modules: &mut Vec<Module>) {
    let mut module = Module::default();
    for item in items {
        match item {
            Item::Fn(function) => {
                let name = function.sig.ident.unraw().to_string();
                if is_annotated(&function.attrs) {
                    module.annotated.push((text(&function.sig), name));
                } else if function.attrs.iter().all(is_builtin_attribute) {
                    module.plain.push(name);
                }
            }
            Item::Mod(inner) => {
                let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                collect(items, modules);
            }
            _ => {}
        }
    }
    modules.push(module);
}

/// True for a built-in attribute that does not replace its item.
fn is_builtin_attribute(attribute: &Attribute) -> bool {
    const KNOWN: [&str; 11] = [
        "allow",
        "cfg",
        "cold",
        "deny",
        "deprecated",
        "doc",
        "expect",
        "inline",
        "must_use",
        "track_caller",
        "warn",
    ];
    KNOWN.iter().any(|name| attribute.path().is_ident(name))
}

/// The file of a span; `None` outside of a compiler.
fn file(span: Span) -> Option<PathBuf> {
    proc_macro::is_available().then(|| span.unwrap().local_file())?
}

fn text(signature: &Signature) -> String {
    signature.to_token_stream().to_string()
}

fn read(path: &Path) -> AnnotatedFunctions {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    AnnotatedFunctions::from_text(&text)
}

impl AnnotatedFunctions {
    fn from_text(text: &str) -> Self {
        let mut modules = Self::default();
        // Parsing a file takes longer than most annotations.
        let may = text.contains("impl") || text.contains("trait");
        if let Some(file) = may.then(|| syn::parse_file(text).ok()).flatten() {
            modules.items(&file.items);
        }
        modules
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
    fn functions_in_blocks_are_distinguished_from_free_functions() {
        let modules = AnnotatedFunctions::from_text(
            "#[vyre_op] fn free(a: u32) -> u32 { a }
             mod m { struct S; impl S { #[x::vyre_fn] pub const fn inside(a: u32) -> u32 { a } fn plain() {} } }
             trait T { #[vyre_op] fn method(a: u32) -> u32 { a } }
             #[vyre_op] fn both(a: u32) -> u32 { a }
             impl S { #[vyre_op] fn both(a: u32) -> u32 { a } }",
        );
        let matches = |name: &str| {
            let text = format!("fn {name} (a : u32) -> u32");
            let signature = syn::parse_str::<Signature>(&text).expect("a signature");
            modules.inside(&super::text(&signature))
        };
        assert_eq!(
            ["free", "method", "both", "plain"].map(matches),
            [false, true, false, false]
        );
        assert_eq!(modules.inside.len(), 3);
        assert_eq!(
            AnnotatedFunctions::from_text("no Rust impl").inside,
            [""; 0]
        );
    }

    /// Oracle: the functions in the text, by hand.
    #[test]
    fn function_without_an_attribute_is_found_in_its_module() {
        let modules = modules(
            "#[vyre_op] fn op(a: u32) -> u32 { a } #[inline] /// Low.
             fn low(a: u32) -> u32 { a } #[vyre_fn] fn high(a: u32) -> u32 { a } #[other] fn made(a: u32) -> u32 { a }
             #[cfg(x)] fn both(a: u32) -> u32 { a } #[cfg(not(x))] #[vyre_fn] fn both(a: u32) -> u32 { a }
             mod m { fn inner(a: u32) -> u32 { a } #[vyre_fn] fn own(a: u32) -> u32 { a } fn high(a: u32) -> u32 { a } }
             mod n { #[vyre_fn] fn twice(a: u32) -> u32 { a } fn f() {} mod o { #[vyre_fn] fn twice(a: u32) -> u32 { a } } }",
        );
        let matches = |text_of: &str, name: &str| {
            let signature = format!("fn {text_of} (a : u32) -> u32");
            are_plain(&modules, &signature, name)
        };
        assert!(matches("op", "low") && matches("own", "inner") && matches("own", "high"));
        let others = ["high", "made", "both", "inner", "absent", "op"];
        assert!(!others.into_iter().any(|name| matches("op", name)));
        assert!(!matches("twice", "f") && !matches("nowhere", "low"));
    }
}
