//! The public names of every published package are kept in `tests/api`, so that a change of what users see is seen, and read,
//! before it is merged.
//!
//! The lists are made from the sources, where a nightly compiler would have to be asked otherwise: of a name that a macro makes
//! there is no line but that of the `pub use` that brings it, and implementations for types of other packages have none.

mod lines;
mod modules;
mod text;

use super::packages::published_libraries;
use super::root;
use lines::lines;
use modules::Module;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How a list is written anew.
const BLESS: &str = "VYRE_BLESS=1 cargo test --workspace --test main -- tidy::api";

/// What a list lacks, and what it has that is no more.
fn differences(kept: &str, now: &BTreeSet<String>) -> Vec<String> {
    let kept: BTreeSet<String> = kept.lines().map(str::to_owned).collect();
    let added = now.difference(&kept).map(|line| format!("added    {line}"));
    let removed = kept.difference(now).map(|line| format!("removed  {line}"));
    added.chain(removed).collect()
}

/// The file that keeps the names of a package.
fn file(package: &str) -> PathBuf {
    root().join("tests/api").join(format!("{package}.txt"))
}

/// Oracle: the lists, which a person has read. `VYRE_BLESS=1` writes them anew.
#[test]
fn the_public_names_are_those_that_are_kept() {
    let bless = std::env::var_os("VYRE_BLESS").is_some();
    let (mut wrong, mut packages) = (vec![], BTreeSet::new());
    for (package, library) in published_libraries() {
        let now = lines(&package.replace('-', "_"), &Module::library(&library));
        assert!(!now.is_empty(), "{package} has no public name");
        let file = file(&package);
        let kept = fs::read_to_string(&file).unwrap_or_default();
        let found = differences(&kept, &now);
        packages.insert(file.clone());
        if bless && !found.is_empty() {
            let text: String = now.iter().flat_map(|line| [line, "\n"]).collect();
            fs::write(file, text).expect("written");
        } else if !found.is_empty() {
            wrong.push(format!("{package}\n  {}", found.join("\n  ")));
        }
    }
    assert!(
        wrong.is_empty(),
        "public names differ from those in tests/api. If that is meant, write a line in CHANGELOG.md and `{BLESS}`\n{}",
        wrong.join("\n")
    );
    let there = fs::read_dir(root().join("tests/api")).expect("a folder");
    let there: BTreeSet<PathBuf> = there.map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(
        there, packages,
        "left: tests/api, right: the published packages"
    );
}

/// The names of a package of one text.
fn of(text: &str) -> BTreeSet<String> {
    let parsed = syn::parse_file(text).unwrap_or_else(|e| panic!("{e}: {text}"));
    lines(
        "p",
        &Module::of(parsed.items, Path::new("."), Path::new(".")),
    )
}

/// Oracle: a package by hand.
#[test]
fn names_are_those_that_a_user_can_write() {
    let text = "
        mod inner {
            pub struct Shown<T> { pub a: Vec<T>, b: u32 }
            impl<T> Shown<T> { pub fn len(&self) -> usize { 0 } fn own(&self) {} }
            impl<T> Drop for Shown<T> { fn drop(&mut self) {} }
            pub struct NotShown;
            pub(crate) fn hidden() {}
            pub mod deep { pub const N: u32 = 1; }
        }
        mod add { pub const fn add(a: u32, b: u32) -> u32 { a + b } }
        pub use add::add;
        pub use inner::{Shown as Renamed, deep};
        pub use std::fmt::Debug;
        #[derive(Clone, Debug)] #[non_exhaustive] pub enum E { A(u32), B { c: u8 }, #[doc(hidden)] C }
        pub trait T: Send { fn must(&self); fn may(&self) {} }
        pub mod all { pub use super::inner::*; }
        #[cfg(test)] mod tests { pub fn t() {} }
        #[macro_export] macro_rules! m { () => {} }";
    let due = "
        p::Debug: use std::fmt::Debug
        p::E: impl Clone + Debug
        p::E: non_exhaustive enum
        p::E::A.0: u32
        p::E::A: variant
        p::E::B.c: u8
        p::E::B: variant
        p::Renamed.a: Vec<T>
        p::Renamed: impl Drop
        p::Renamed: struct<T> with private fields
        p::Renamed::len: fn(&self) -> usize
        p::T: trait: Send
        p::T::may: fn(&self), provided
        p::T::must: fn(&self)
        p::add: const fn(a: u32, b: u32) -> u32
        p::all: mod
        p::all::NotShown: struct
        p::all::Shown.a: Vec<T>
        p::all::Shown: impl Drop
        p::all::Shown: struct<T> with private fields
        p::all::Shown::len: fn(&self) -> usize
        p::all::deep: mod
        p::all::deep::N: const u32
        p::deep: mod
        p::deep::N: const u32
        p::m!: macro";
    let found: Vec<String> = of(text).into_iter().collect();
    let due: Vec<&str> = due.lines().skip(1).map(str::trim).collect();
    assert_eq!(found, due);
}

/// Oracle: changes by hand, each with what it is.
#[test]
fn a_change_of_a_public_name_is_seen() {
    let text = "pub struct A; impl A { pub fn a(&self) -> u32 { 0 } } pub fn b(n: u32) {}";
    let kept: String = of(text).iter().flat_map(|line| [line, "\n"]).collect();
    assert_eq!(differences(&kept, &of(text)), [""; 0]);
    assert_eq!(
        differences(&kept, &of(&text.replace("{ 0 }", "{ 1 }"))),
        [""; 0]
    );
    for (from, to, due) in [
        (
            "-> u32",
            "-> u64",
            "added    p::A::a: fn(&self) -> u64|removed  p::A::a: fn(&self) -> u32",
        ),
        ("pub fn b", "fn b", "removed  p::b: fn(n: u32)"),
        (
            "n: u32)",
            "n: u32, m: u32)",
            "added    p::b: fn(n: u32, m: u32)|removed  p::b: fn(n: u32)",
        ),
        (
            "pub struct A",
            "#[derive(Copy)] pub struct A",
            "added    p::A: impl Copy",
        ),
    ] {
        assert_eq!(
            differences(&kept, &of(&text.replace(from, to))).join("|"),
            due
        );
    }
}
