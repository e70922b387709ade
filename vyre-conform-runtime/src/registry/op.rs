//! What one annotation registers.
//!
//! Who reads a definition has all of it; only the output of the attributes makes one, by the functions of `make`.

mod make;

use super::kernel::{LoweredFn, OpRef};
use super::text::TextPlace;
use crate::body::{Body, FnKey};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::{Category, Form, Law, Texts};

/// Where something stands in the author's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Place {
    /// Module path.
    pub module: &'static str,
    /// File as the compiler names it.
    pub file: &'static str,
    /// Line, from 1.
    pub line: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The package that a definition stands in, as its build tool names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Package {
    /// Name; `None` where it was not built by Cargo.
    pub name: Option<&'static str>,
    /// Version.
    pub version: Option<&'static str>,
}

impl std::fmt::Display for Package {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let or = |text: Option<&'static str>| text.unwrap_or("unknown");
        write!(f, "{} {}", or(self.name), or(self.version))
    }
}

/// The id as it was published, of the name that a version of it has in a catalog: `u32::add` of `u32::add@1`.
pub fn base_id(name: &str) -> &str {
    name.split_once('@').map_or(name, |(id, _)| id)
}

/// Id and version that are in a name such as `u32::add@1`.
pub fn versioned_id(name: &str) -> Option<(&str, u32)> {
    let (id, version) = name.split_once('@')?;
    Some((id, version.parse().ok()?))
}

/// The name that is the same whichever version is the newest: of version 1 the id, of a later one `id@version`.
pub fn kept_id(name: &str, version: u32) -> String {
    match version {
        1 => base_id(name).to_owned(),
        _ => format!("{}@{version}", base_id(name)),
    }
}

/// One registered op: everything its suite is generated from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpDef {
    /// Unique id, family first: `u32::add`.
    pub id: &'static str,
    /// Name of the function.
    pub name: &'static str,
    /// Version of the definition; a wrong definition gets a new version, the old one stays.
    pub version: u32,
    /// What stands in `#[deprecated(note = "..")]` above the function; of an older version also what superseded it.
    pub deprecated: Option<&'static str>,
    /// The author's documentation.
    pub docs: &'static str,
    /// Where the function stands.
    pub place: Place,
    /// The package it stands in.
    pub package: Package,
    /// The function: the CPU reference.
    pub op: OpRef,
    /// Names of the parameters.
    pub params: &'static [&'static str],
    /// Parameters and body of the function as tokens, in which every name that may be the author's own is a number.
    /// What a result depends on where the function is not what is translated.
    pub source: &'static str,
    /// True if it is a `const fn`: its laws and rows were then checked while compiling as well.
    pub is_const: bool,
    /// How it reaches the hardware.
    pub category: Category,
    /// Declared laws.
    pub laws: &'static [LawDef],
    /// Spec table.
    pub rows: &'static [RowDef],
    /// Declared boundary inputs.
    pub boundaries: &'static [fn() -> Vec<Value>],
    /// Equivalence classes.
    pub classes: &'static [ClassDef],
    /// Other implementations, each tested against the reference.
    pub alternates: &'static [AlternateDef],
    /// The implementation by native float instructions, of an op that declares one.
    pub native: Option<NativeDef>,
    /// Where the code a backend runs comes from.
    pub lowering: Lowering,
}

/// Where the code a backend runs comes from.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Lowering {
    /// Translated from the body of the function.
    Body(&'static Body),
    /// Translated from another function, a `#[vyre_fn]` or `#[vyre_op]` with the same signature.
    Function(LoweredFn),
    /// Category C only: a function for the hardware feature in each language that has one; the body, if
    /// it could be translated, is what the interpreter runs.
    Texts {
        /// Text of the function (and of the functions it calls) in each language.
        texts: Texts<'static>,
        /// Where the one in WGSL stands, or the first one where there is none.
        at: TextPlace,
        /// The translated reference, for the interpreter.
        body: &'static Body,
    },
}

/// A declared law.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LawDef {
    /// The law of the vocabulary.
    pub law: fn() -> &'static Law,
    /// Its parameters in order, without `holds`.
    pub params: &'static [LawParam],
    /// True if the law is declared to hold, or to have a witness that breaks it.
    pub polarity: Polarity,
    /// How the author wrote it, such as `Identity(0)`.
    pub text: &'static str,
    /// Line of the declaration.
    pub line: u32,
}

impl LawDef {
    /// The law's form for an op with `arity` operands. The macro admits no law without one.
    pub fn form(&self, arity: usize) -> &'static Form {
        (self.law)()
            .form(arity)
            .expect("gate 2 admitted this law for this arity")
    }
}

/// True if a law is declared to hold.
#[derive(Clone, Copy, Debug)]
pub enum Polarity {
    /// For all values of its variables.
    Holds,
    /// Not: these values of its variables break it.
    Refuted {
        /// One value per variable of the claim.
        witness: fn() -> Vec<Value>,
    },
}

/// A parameter of a declared law.
#[derive(Clone, Copy, Debug)]
pub enum LawParam {
    /// A value.
    Value(fn() -> Value),
    /// Another op.
    Op(OpRef),
}

/// A row of the spec table: right by definition, whatever the implementation says.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RowDef {
    /// The operands.
    pub inputs: fn() -> Vec<Value>,
    /// The result, written by reasoning about the operation.
    pub expected: fn() -> Value,
    /// The reason.
    pub rationale: &'static str,
    /// Where the row comes from: `None` is hand-written, `Some` is a citation.
    pub source: Option<&'static str>,
    /// Line of the row.
    pub line: u32,
}

/// An equivalence class: inputs the author expects to be treated alike.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ClassDef {
    /// Name.
    pub name: &'static str,
    /// The predicate as written.
    pub text: &'static str,
    /// The same with names as in [`OpDef::source`].
    pub source: &'static str,
    /// The predicate: the op's operands to `bool`.
    pub predicate: OpRef,
    /// Line of the class.
    pub line: u32,
}

/// Another implementation of the op.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AlternateDef {
    /// Name, for trial names.
    pub name: &'static str,
    /// In WGSL a function named after the op, with the op's WGSL signature: one parameter an
    /// operand and the result, with `u32`, `i32`, `vec2<u32>` (for u64) and `u32` (for bool). In the C family a
    /// function `vyre_` and that name, with a parameter a component, as `show` prints the lowered ones.
    pub texts: Texts<'static>,
    /// Line of the alternate.
    pub line: u32,
    /// Where the text in WGSL stands, or the first one where there is none.
    pub at: TextPlace,
}

/// The implementation of an op by the float instructions of the hardware: what a backend runs that is
/// held to them, and never in place of the lowering.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NativeDef {
    /// Text of a WGSL function `native_<name of the op>` with the op's WGSL signature, where a float is the
    /// `u32` of its bits: it casts them to a float type, computes, casts back and makes a NaN the canonical
    /// one in integers. Every name of module scope in it begins with `native_`, and not with
    /// `native_corrected_` or `native_strict_`; a text that breaks this does not compile. One that computes with
    /// 16-bit floats begins with `enable f16;`, and is unsupported where the adapter lacks `shader-f16`.
    pub wgsl: &'static str,
    /// A `#[vyre_fn]` on bits that takes the operands and what the text gives for them, and gives the
    /// result: what makes a root strict that is one unit in the last place off. The operands are floats; the
    /// result may be a float, a bool or an integer of 32 bits.
    pub correct: Option<FnKey>,
    /// The same as an expression of the C family, which backends of C, OpenCL and CUDA compile: the operands are `a`,
    /// `b`, `c`, in order and of the type `float`; beside operators it may call `fma` and `sqrt`. Nothing corrects it
    /// but that a NaN becomes the canonical one. Operands are `f32`, the result is `f32` or a bool.
    pub c: Option<&'static str>,
    /// Line of the declaration.
    pub line: u32,
    /// Where the text stands.
    pub at: TextPlace,
}

/// A translatable helper that is not an op: `#[vyre_fn]`.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct FnDef {
    /// The function.
    pub key: FnKey,
    /// Name of the function.
    pub name: &'static str,
    /// Its body.
    pub body: &'static Body,
    /// Where it stands.
    pub place: Place,
}
