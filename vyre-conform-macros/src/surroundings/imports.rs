//! Functions of the standard library that a module imports.

use super::{file, is_annotated, text};
use proc_macro2::Span;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use syn::{Item, Signature, UseTree};

/// The imports of one module.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Module {
    /// Signatures of the annotated functions.
    annotated: Vec<String>,
    /// Names with their paths.
    imports: Vec<(String, Vec<String>)>,
}

/// The path of a name that the module of an annotated function imports from the standard library, as far
/// as the file shows.
pub(crate) fn imported(signature: &Signature, name: &str) -> Option<Vec<String>> {
    static FILES: Mutex<Option<HashMap<PathBuf, Vec<Module>>>> = Mutex::new(None);
    let at: Span = signature.ident.span();
    let path = file(at)?;
    let mut files = FILES.lock().unwrap_or_else(PoisonError::into_inner);
    let files = files.get_or_insert_default();
    let modules = files.entry(path).or_insert_with_key(|path| {
        let text = std::fs::read_to_string(path).unwrap_or_default();
        modules(&text)
    });
    of_function(modules, &text(signature), name)
}

fn of_function(modules: &[Module], signature: &str, name: &str) -> Option<Vec<String>> {
    let has = |module: &&Module| module.annotated.iter().any(|text| text == signature);
    let mut own = modules.iter().filter(has);
    let (Some(module), None) = (own.next(), own.next()) else {
        return None;
    };
    let found = module.imports.iter().find(|(own, _)| own == name);
    found.map(|(_, path)| path.clone())
}

fn modules(text: &str) -> Vec<Module> {
    let mut found = Vec::new();
    // Parsing a file takes longer than most annotations.
    let may = text.contains("std::") || text.contains("core::");
    if let Some(file) = may.then(|| syn::parse_file(text).ok()).flatten() {
        collect(&file.items, &mut found);
    }
    found
}

fn collect(items: &[Item], found: &mut Vec<Module>) {
    let mut module = Module::default();
    for item in items {
        match item {
            Item::Fn(function) if is_annotated(&function.attrs) => {
                module.annotated.push(text(&function.sig));
            }
            Item::Mod(inner) => {
                let items = inner.content.as_ref().map_or(&[][..], |(_, items)| items);
                collect(items, found);
            }
            Item::Use(import) => tree(&import.tree, &[], &mut module.imports),
            _ => {}
        }
    }
    let is_standard = |(_, path): &(String, Vec<String>)| {
        path.first()
            .is_some_and(|first| first == "std" || first == "core")
    };
    module.imports.retain(is_standard);
    found.push(module);
}

fn tree(tree_: &UseTree, before: &[String], found: &mut Vec<(String, Vec<String>)>) {
    let path = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    match tree_ {
        UseTree::Path(inner) => tree(&inner.tree, &path(&inner.ident), found),
        UseTree::Name(name) => found.push((name.ident.to_string(), path(&name.ident))),
        UseTree::Rename(name) => found.push((name.rename.to_string(), path(&name.ident))),
        UseTree::Group(group) => {
            for one in &group.items {
                tree(one, before, found);
            }
        }
        UseTree::Glob(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the imports in the text, by hand.
    #[test]
    fn imports_belong_to_the_module_of_the_function() {
        let modules = modules(
            "use std::{cmp::{max as most, min}, mem}; use other::swap; #[vyre_op] fn op(a: u32) -> u32 { a }
             mod m { use core::cmp::max; #[vyre_fn] fn inner(a: u32) -> u32 { a } }",
        );
        let path = |of: &str, name: &str| {
            let found = of_function(&modules, &format!("fn {of} (a : u32) -> u32"), name);
            found.map(|path| path.join("::"))
        };
        assert_eq!(path("op", "min").as_deref(), Some("std::cmp::min"));
        assert_eq!(path("op", "most").as_deref(), Some("std::cmp::max"));
        assert_eq!(path("op", "mem").as_deref(), Some("std::mem"));
        assert_eq!(path("inner", "max").as_deref(), Some("core::cmp::max"));
        for (of, name) in [
            ("op", "max"),
            ("op", "swap"),
            ("inner", "min"),
            ("absent", "min"),
        ] {
            assert_eq!(path(of, name), None, "{of} {name}");
        }
    }
}
