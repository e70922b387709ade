//! The public names of a package with what each is, one line a name.

use super::modules::{Found, Module, find, is_left_out, is_public, name_of};
use super::text::text;
use std::collections::{BTreeMap, BTreeSet};
use syn::{Attribute, Fields, ImplItem, Item, Meta, Signature, TraitItem, Type};

/// What the implementations in a package give a type: methods and constants, and the names of traits.
#[derive(Default)]
struct Given<'a> {
    own: Vec<&'a ImplItem>,
    traits: BTreeSet<String>,
}

/// The types of a package, by the item that declares them.
type AllGiven<'a> = BTreeMap<*const Item, Given<'a>>;

/// The names of a package whose root is this module.
pub(super) fn lines(package: &str, root: &Module) -> BTreeSet<String> {
    let mut given = AllGiven::new();
    collect(root, root, &mut vec![], &mut given);
    let mut lines = BTreeSet::new();
    macros(package, root, &mut lines);
    let public = Public { root, given };
    public.module(package, &[], &mut lines);
    lines
}

/// The implementations of a module and of those in it.
fn collect<'a>(
    root: &'a Module,
    module: &'a Module,
    here: &mut Vec<String>,
    into: &mut AllGiven<'a>,
) {
    for item in &module.items {
        let Item::Impl(of) = item else { continue };
        let Type::Path(ty) = &*of.self_ty else {
            continue;
        };
        if is_left_out(&of.attrs) {
            continue;
        }
        let path: Vec<String> = ty
            .path
            .segments
            .iter()
            .map(|s| s.ident.to_string())
            .collect();
        for found in find(root, here, &path) {
            let Found::Item(item) = found else { continue };
            let given = into.entry(std::ptr::from_ref(item)).or_default();
            match &of.trait_ {
                Some((path, _)) => given.traits.extend([text(path)]),
                None => given.own.extend(&of.items),
            }
        }
    }
    for (name, (_, inner)) in &module.inner {
        here.push(name.clone());
        collect(root, inner, here, into);
        here.pop();
    }
}

/// The macros that a package exports, from whatever module.
fn macros(package: &str, module: &Module, into: &mut BTreeSet<String>) {
    for item in &module.items {
        if let Item::Macro(of) = item
            && let Some(name) = &of.ident
            && of
                .attrs
                .iter()
                .any(|attribute| attribute.path().is_ident("macro_export"))
            && !is_left_out(&of.attrs)
        {
            into.insert(format!("{package}::{name}!: macro"));
        }
    }
    for (_, inner) in module.inner.values() {
        macros(package, inner, into);
    }
}

fn is_non_exhaustive(attributes: &[Attribute]) -> &'static str {
    let is = attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("non_exhaustive"));
    if is { "non_exhaustive " } else { "" }
}

/// The traits that are derived.
fn derived(attributes: &[Attribute]) -> Vec<String> {
    let lists = attributes
        .iter()
        .filter_map(|attribute| match &attribute.meta {
            Meta::List(list) if list.path.is_ident("derive") => Some(text(&list.tokens)),
            _ => None,
        });
    let names = lists.flat_map(|list| list.split(", ").map(str::to_owned).collect::<Vec<_>>());
    names.filter(|name| !name.is_empty()).collect()
}

/// A function without its name.
fn signature(of: &Signature) -> String {
    let mut anew = of.clone();
    anew.ident = syn::Ident::new("__", of.ident.span());
    text(&anew).replacen("fn __", "fn", 1)
}

/// The public fields, and whether there are others.
fn fields(
    at: &str,
    fields: &Fields,
    is_variant: bool,
    into: &mut BTreeSet<String>,
) -> &'static str {
    let mut others = "";
    for (k, field) in fields.iter().enumerate() {
        if !is_variant && !is_public(&field.vis) {
            others = " with private fields";
            continue;
        }
        let name = field
            .ident
            .as_ref()
            .map_or_else(|| k.to_string(), ToString::to_string);
        into.insert(format!("{at}.{name}: {}", text(&field.ty)));
    }
    others
}

struct Public<'a> {
    root: &'a Module,
    given: AllGiven<'a>,
}

impl Public<'_> {
    /// The public names of the module at a path, which is called `at`.
    fn module(&self, at: &str, here: &[String], into: &mut BTreeSet<String>) {
        let Some(module) = self.root.at(here) else {
            return;
        };
        for item in &module.items {
            self.item(at, None, item, into);
        }
        for (name, (is_public, _)) in &module.inner {
            if *is_public {
                let here = [here, std::slice::from_ref(name)].concat();
                into.insert(format!("{at}::{name}: mod"));
                self.module(&format!("{at}::{name}"), &here, into);
            }
        }
        for brought in module.brought().iter().filter(|brought| brought.is_public) {
            let found = find(self.root, here, &brought.path);
            let is_all = brought.name == "*";
            if found.is_empty() {
                let path = brought.path.join("::");
                let name = if is_all { "*" } else { &brought.name };
                into.insert(format!("{at}::{name}: use {path}"));
            }
            for found in found {
                match found {
                    Found::Item(item) => self.item(at, Some(&brought.name), item, into),
                    Found::Module(path) if is_all => self.module(at, &path, into),
                    // A private module beside a function of its name is not brought.
                    Found::Module(path) if self.is_public(&path) => {
                        into.insert(format!("{at}::{}: mod", brought.name));
                        self.module(&format!("{at}::{}", brought.name), &path, into);
                    }
                    Found::Module(_) => {}
                }
            }
        }
    }

    /// Whether the module at a path is public where it stands.
    fn is_public(&self, path: &[String]) -> bool {
        let (name, around) = path.split_last().expect("not the root");
        let around = self.root.at(around).expect("a module");
        around.inner[name].0
    }

    /// The lines of an item in the module `at`, under another name where it is brought.
    fn item(&self, at: &str, name: Option<&str>, item: &Item, into: &mut BTreeSet<String>) {
        let Some(own) = name_of(item) else { return };
        let at = format!(
            "{at}::{}",
            name.map_or_else(|| own.to_string(), str::to_owned)
        );
        let (attributes, visibility) = match item {
            Item::Const(of) => (&of.attrs, &of.vis),
            Item::Enum(of) => (&of.attrs, &of.vis),
            Item::Fn(of) => (&of.attrs, &of.vis),
            Item::Static(of) => (&of.attrs, &of.vis),
            Item::Struct(of) => (&of.attrs, &of.vis),
            Item::Trait(of) => (&of.attrs, &of.vis),
            Item::Type(of) => (&of.attrs, &of.vis),
            Item::Union(of) => (&of.attrs, &of.vis),
            _ => return,
        };
        if !is_public(visibility) || is_left_out(attributes) {
            return;
        }
        let open = is_non_exhaustive(attributes);
        match item {
            Item::Const(of) => {
                into.insert(format!("{at}: const {}", text(&of.ty)));
            }
            Item::Static(of) => {
                into.insert(format!("{at}: static {}", text(&of.ty)));
            }
            Item::Fn(of) => {
                into.insert(format!("{at}: {}", signature(&of.sig)));
            }
            Item::Type(of) => {
                into.insert(format!(
                    "{at}: type{} = {}",
                    text(&of.generics),
                    text(&of.ty)
                ));
            }
            Item::Struct(of) => {
                let others = fields(&at, &of.fields, false, into);
                into.insert(format!("{at}: {open}struct{}{others}", text(&of.generics)));
            }
            Item::Union(of) => {
                into.insert(format!("{at}: union{}", text(&of.generics)));
            }
            Item::Enum(of) => {
                into.insert(format!("{at}: {open}enum{}", text(&of.generics)));
                for variant in of
                    .variants
                    .iter()
                    .filter(|variant| !is_left_out(&variant.attrs))
                {
                    let at = format!("{at}::{}", variant.ident);
                    let value = variant.discriminant.as_ref();
                    let value =
                        value.map_or_else(String::new, |(_, value)| format!(" = {}", text(value)));
                    into.insert(format!(
                        "{at}: {}variant{value}",
                        is_non_exhaustive(&variant.attrs)
                    ));
                    fields(&at, &variant.fields, true, into);
                }
            }
            Item::Trait(of) => self.interface(&at, of, into),
            _ => {}
        }
        self.given_to(&at, item, derived(attributes), into);
    }

    /// A trait and what it has.
    fn interface(&self, at: &str, of: &syn::ItemTrait, into: &mut BTreeSet<String>) {
        let supers = text(&of.supertraits);
        let supers = if supers.is_empty() {
            supers
        } else {
            format!(": {supers}")
        };
        into.insert(format!("{at}: trait{}{supers}", text(&of.generics)));
        for item in &of.items {
            let line = match item {
                TraitItem::Fn(of) if !is_left_out(&of.attrs) => {
                    let provided = if of.default.is_some() {
                        ", provided"
                    } else {
                        ""
                    };
                    format!("{at}::{}: {}{provided}", of.sig.ident, signature(&of.sig))
                }
                TraitItem::Const(of) => format!("{at}::{}: const {}", of.ident, text(&of.ty)),
                TraitItem::Type(of) => format!("{at}::{}: type", of.ident),
                _ => continue,
            };
            into.insert(line);
        }
    }

    /// What is implemented for a type.
    fn given_to(&self, at: &str, item: &Item, derived: Vec<String>, into: &mut BTreeSet<String>) {
        let none = Given::default();
        let given = self.given.get(&std::ptr::from_ref(item)).unwrap_or(&none);
        let traits: BTreeSet<String> = given.traits.iter().cloned().chain(derived).collect();
        if !traits.is_empty() {
            let traits: Vec<String> = traits.into_iter().collect();
            into.insert(format!("{at}: impl {}", traits.join(" + ")));
        }
        for own in &given.own {
            let line = match own {
                ImplItem::Fn(of) if is_public(&of.vis) && !is_left_out(&of.attrs) => {
                    format!("{at}::{}: {}", of.sig.ident, signature(&of.sig))
                }
                ImplItem::Const(of) if is_public(&of.vis) && !is_left_out(&of.attrs) => {
                    format!("{at}::{}: const {}", of.ident, text(&of.ty))
                }
                _ => continue,
            };
            into.insert(line);
        }
    }
}
