//! The modules of a package as its sources have them, and what a path in them leads to.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use syn::{Attribute, Item, Meta, UseTree, Visibility};

/// How many names a path is followed through.
const STEPS: usize = 16;

/// A module of a package.
pub(super) struct Module {
    /// What it declares, but for modules.
    pub(super) items: Vec<Item>,
    /// The modules in it, and whether each is public.
    pub(super) inner: BTreeMap<String, (bool, Module)>,
}

/// A name that a `use` brings.
pub(super) struct Brought {
    /// Whether it is public.
    pub(super) is_public: bool,
    /// What it is called here; `*` for everything in a module.
    pub(super) name: String,
    /// The path that it comes from.
    pub(super) path: Vec<String>,
}

/// What a path leads to.
pub(super) enum Found<'a> {
    /// The module at this path from the root.
    Module(Vec<String>),
    Item(&'a Item),
}

pub(super) fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// The implementation that `debug_is_display!(T)` of the runtime expands to.
fn debug_is_display(item: &Item) -> Option<Item> {
    let Item::Macro(of) = item else { return None };
    let name = &of.mac.path.segments.last()?.ident;
    let ty: syn::Type = syn::parse2(of.mac.tokens.clone()).ok()?;
    (name == "debug_is_display").then(|| syn::parse_quote!(impl fmt::Debug for #ty {}))
}

/// Whether an item is compiled in tests alone, or is not for users.
pub(super) fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => list.tokens.to_string() == "test",
        Meta::List(list) if list.path.is_ident("doc") => list.tokens.to_string() == "hidden",
        _ => false,
    })
}

/// The path that `#[path = ".."]` gives a module.
fn stated(attributes: &[Attribute]) -> Option<String> {
    let stated = attributes
        .iter()
        .find(|attribute| attribute.path().is_ident("path"))?;
    let Meta::NameValue(pair) = &stated.meta else {
        return None;
    };
    Some(super::text::text(&pair.value).trim_matches('"').to_owned())
}

impl Module {
    /// The package whose library is this file.
    pub(super) fn library(file: &Path) -> Self {
        let folder = file.parent().expect("a folder");
        Self::read(file, folder)
    }

    /// The module of a file, whose modules lie in a folder.
    fn read(file: &Path, folder: &Path) -> Self {
        let text = fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        let parsed = syn::parse_file(&text).unwrap_or_else(|e| panic!("{}: {e}", file.display()));
        Self::of(parsed.items, folder, file.parent().expect("a folder"))
    }

    /// A module of these items, with its own modules in `folder`, and those at a stated path from `here`.
    pub(super) fn of(items: Vec<Item>, folder: &Path, here: &Path) -> Self {
        let mut module = Self {
            items: vec![],
            inner: BTreeMap::new(),
        };
        for item in items {
            let Item::Mod(of) = item else {
                module.items.push(debug_is_display(&item).unwrap_or(item));
                continue;
            };
            if is_left_out(&of.attrs) {
                continue;
            }
            let name = of.ident.to_string();
            let below = folder.join(&name);
            let found = match of.content {
                Some((_, items)) => Self::of(items, &below, &below),
                None => {
                    let beside = folder.join(format!("{name}.rs"));
                    let inside = below.join("mod.rs");
                    let stated = stated(&of.attrs).map(|path| here.join(path));
                    let file: PathBuf =
                        stated.unwrap_or(if beside.is_file() { beside } else { inside });
                    let is_root = file.ends_with("mod.rs");
                    let around = file.parent().expect("a folder").to_owned();
                    let folder = if is_root {
                        around
                    } else {
                        around.join(file.file_stem().expect("a name"))
                    };
                    Self::read(&file, &folder)
                }
            };
            module.inner.insert(name, (is_public(&of.vis), found));
        }
        module
    }

    /// The module at a path from this one.
    pub(super) fn at(&self, path: &[String]) -> Option<&Self> {
        path.iter()
            .try_fold(self, |module, name| Some(&module.inner.get(name)?.1))
    }

    /// The names that `use` brings into this module.
    pub(super) fn brought(&self) -> Vec<Brought> {
        let mut found = vec![];
        for item in &self.items {
            if let Item::Use(of) = item
                && !is_left_out(&of.attrs)
            {
                leaves(&of.tree, &[], is_public(&of.vis), &mut found);
            }
        }
        found
    }
}

/// The names in a tree of `use`.
fn leaves(tree: &UseTree, before: &[String], is_public: bool, into: &mut Vec<Brought>) {
    let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
    let mut leaf = |name: String, path: Vec<String>| {
        // `a::{self}` is `a`.
        let (name, path) = match path.split_last() {
            Some((last, rest)) if last == "self" && !rest.is_empty() => {
                let same = name == "self";
                (
                    if same {
                        rest[rest.len() - 1].clone()
                    } else {
                        name
                    },
                    rest.to_vec(),
                )
            }
            _ => (name, path),
        };
        into.push(Brought {
            is_public,
            name,
            path,
        });
    };
    match tree {
        UseTree::Path(path) => leaves(&path.tree, &with(&path.ident), is_public, into),
        UseTree::Name(name) => leaf(name.ident.to_string(), with(&name.ident)),
        UseTree::Rename(name) => leaf(name.rename.to_string(), with(&name.ident)),
        UseTree::Glob(_) => leaf("*".to_owned(), before.to_vec()),
        UseTree::Group(group) => {
            for tree in &group.items {
                leaves(tree, before, is_public, into);
            }
        }
    }
}

/// The name of an item that paths may name.
pub(super) fn name_of(item: &Item) -> Option<&syn::Ident> {
    Some(match item {
        Item::Const(of) => &of.ident,
        Item::Enum(of) => &of.ident,
        Item::Fn(of) => &of.sig.ident,
        Item::Static(of) => &of.ident,
        Item::Struct(of) => &of.ident,
        Item::Trait(of) => &of.ident,
        Item::Type(of) => &of.ident,
        Item::Union(of) => &of.ident,
        _ => return None,
    })
}

/// What a path leads to that stands in the module `here`; nothing where it leads out of the package, or to what a macro
/// makes.
pub(super) fn find<'a>(root: &'a Module, here: &[String], path: &[String]) -> Vec<Found<'a>> {
    followed(root, here, path, STEPS)
}

fn followed<'a>(
    root: &'a Module,
    here: &[String],
    path: &[String],
    steps: usize,
) -> Vec<Found<'a>> {
    let (Some((first, rest)), Some(steps)) = (path.split_first(), steps.checked_sub(1)) else {
        return vec![Found::Module(here.to_vec())];
    };
    match first.as_str() {
        "crate" => return followed(root, &[], rest, steps),
        "self" => return followed(root, here, rest, steps),
        "super" => return followed(root, &here[..here.len().saturating_sub(1)], rest, steps),
        _ => {}
    }
    let Some(module) = root.at(here) else {
        return vec![];
    };
    let mut found = vec![];
    if module.inner.contains_key(first) {
        let inside = [here, std::slice::from_ref(first)].concat();
        found.extend(followed(root, &inside, rest, steps));
    }
    if rest.is_empty() {
        let named = module
            .items
            .iter()
            .filter(|item| name_of(item).is_some_and(|name| name == first));
        found.extend(named.map(Found::Item));
    }
    if found.is_empty() {
        for brought in module.brought() {
            let path = match &*brought.name {
                "*" => [&brought.path[..], path].concat(),
                name if name == first => [&brought.path[..], rest].concat(),
                _ => continue,
            };
            // `pub use add::add` names the module of that name, and not itself.
            if path != [first.clone()] {
                found.extend(followed(root, here, &path, steps));
            }
        }
    }
    found
}
