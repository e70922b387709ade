//! Several ops as one text, for an application's shader.
//!
//! Shared functions occur once. Every module-scope name begins with a prefix chosen by the caller, so
//! that the text can be inserted into a module with names of its own.

use super::function::{prepared, text_of};
use super::names::letters;
use super::scope::ModuleNames;
use super::wide;
use std::collections::BTreeMap;
use vyre_conform_ir::valid::Valid;
use vyre_conform_ir::{MergedFunctions, Signature};

/// An op of a collection.
#[derive(Clone, Copy, Debug)]
pub struct CollectionOp<'a> {
    /// The function of the op.
    pub module: &'a Valid,
    /// Its signature.
    pub signature: &'a Signature,
    /// The name of its function, without the prefix; unique in the collection.
    pub name: &'a str,
}

/// The WGSL functions of these ops, with the types of [`functions`](super::functions), each named by
/// `prefix` and its name, and their callees, with the prefix as well.
///
/// # Panics
/// If two ops have one name, or a prefixed name is not an identifier.
pub fn collection(ops: &[CollectionOp<'_>], prefix: &str) -> String {
    // Ops may have names of library functions, such as `u64_add`.
    let apart = |library: &String| !ops.iter().any(|op| op.name.starts_with(&**library));
    let mut library = (0..).map(|n| match n {
        0 => "lib_".to_owned(),
        n => format!("lib{n}_"),
    });
    let library = library.find(apart).unwrap_or_default();
    let mut names = ModuleNames {
        prefix: prefix.to_owned(),
        library: format!("{prefix}{library}"),
        ..ModuleNames::default()
    };
    let library = wide::names().map(|name| format!("{}{name}", names.library));
    names.taken = library.collect();
    let mut all = MergedFunctions::default();
    let mut signatures = BTreeMap::new();
    let mut entries = BTreeMap::new();
    for op in ops {
        let number = all.add(&prepared(op.module.module())).0 as usize;
        let name = format!("{prefix}{}", op.name);
        assert_eq!(
            letters(&name),
            name,
            "`{name}` is not an identifier of WGSL"
        );
        assert!(names.taken.insert(name.clone()), "`{name}` is there twice");
        signatures.insert(number, op.signature);
        entries.insert(number, name);
    }
    let parts = names.declare_all(all.functions(), &entries);
    text_of(all.functions(), &signatures, &names, parts)
}
