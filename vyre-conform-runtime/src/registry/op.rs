//! The definitions that one annotation registers.
//!
//! All fields are readable; only the output of the attributes constructs definitions, by the functions
//! of `make`.

mod make;

use super::kernel::{LoweredFn, OpRef};
use super::text::TextPlace;
use crate::body::{Body, FnKey};
use vyre_conform_ir::value::Value;
use vyre_conform_spec::{Category, Form, Law, Texts};

/// A place in the author's source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub struct Place {
    /// Module path.
    pub module: &'static str,
    /// File name as the compiler reports it.
    pub file: &'static str,
    /// Line, from 1.
    pub line: u32,
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.file, self.line)
    }
}

/// The package that contains a definition, as its build tool names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Package {
    /// Name; `None` if Cargo did not build it.
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

/// The published id in a catalog name: `u32::add` for `u32::add@1`.
pub fn base_id(name: &str) -> &str {
    name.split_once('@').map_or(name, |(id, _)| id)
}

/// Id and version in a name such as `u32::add@1`.
pub fn versioned_id(name: &str) -> Option<(&str, u32)> {
    let (id, version) = name.split_once('@')?;
    Some((id, version.parse().ok()?))
}

/// The name that does not change with newer versions: the id for version 1, `id@version` for a later
/// one.
pub fn stable_id(name: &str, version: u32) -> String {
    match version {
        1 => base_id(name).to_owned(),
        _ => format!("{}@{version}", base_id(name)),
    }
}

/// One registered op: the definition from which its suite is generated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpDef {
    /// Unique id, family first: `u32::add`.
    pub id: &'static str,
    /// Name of the function.
    pub name: &'static str,
    /// Version of the definition. A corrected definition gets a new version; the old one stays.
    pub version: u32,
    /// The note in `#[deprecated(note = "..")]` above the function; for an older version it also names
    /// the successor.
    pub deprecated: Option<&'static str>,
    /// The author's documentation.
    pub docs: &'static str,
    /// Place of the function.
    pub place: Place,
    /// Its package.
    pub package: Package,
    /// The function: the CPU reference.
    pub op: OpRef,
    /// Names of the parameters.
    pub params: &'static [&'static str],
    /// Parameters and body of the function as tokens, with every name that the author may have chosen
    /// replaced by a number. Results depend on it if another function is translated in place of this
    /// one.
    pub source: &'static str,
    /// True if it is a `const fn`, whose laws and rows are also checked at compile time.
    pub is_const: bool,
    /// Its category.
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
    /// The implementation by native float instructions, if declared.
    pub native: Option<NativeDef>,
    /// The source of the code that backends run.
    pub lowering: Lowering,
}

/// The source of the code that backends run.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Lowering {
    /// Translated from the body of the function.
    Body(&'static Body),
    /// Translated from another function, a `#[vyre_fn]` or `#[vyre_op]` with the same signature.
    Function(LoweredFn),
    /// Category C only: a function for the hardware feature in each language that has one. The
    /// interpreter runs the body.
    Texts {
        /// Text of the function (and of the functions it calls) in each language.
        texts: Texts<'static>,
        /// Place of the WGSL text, or of the first one if there is no WGSL text.
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
    /// The declared polarity.
    pub polarity: Polarity,
    /// The author's spelling, such as `Identity(0)`.
    pub text: &'static str,
    /// Line of the declaration.
    pub line: u32,
}

impl LawDef {
    /// The law's form for an op with `arity` operands. The macro admits only laws that have one.
    pub fn form(&self, arity: usize) -> &'static Form {
        (self.law)()
            .form(arity)
            .expect("gate 2 admitted this law for this arity")
    }
}

/// The polarity of a declared law.
#[derive(Clone, Copy, Debug)]
pub enum Polarity {
    /// The law holds for all values of its variables.
    Holds,
    /// The law does not hold: these values of its variables break it.
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

/// A row of the spec table: correct by definition, whatever the implementation returns.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct RowDef {
    /// The operands.
    pub inputs: fn() -> Vec<Value>,
    /// The result, derived by reasoning about the operation.
    pub expected: fn() -> Value,
    /// The reason.
    pub rationale: &'static str,
    /// Origin of the row: `None` for a hand-written row, `Some` for a citation.
    pub source: Option<&'static str>,
    /// Line of the row.
    pub line: u32,
}

/// An equivalence class: inputs that the author expects the op to treat alike.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ClassDef {
    /// Name.
    pub name: &'static str,
    /// The predicate as written.
    pub text: &'static str,
    /// The same with names replaced as in [`OpDef::source`].
    pub source: &'static str,
    /// The predicate, from the op's operands to `bool`.
    pub predicate: OpRef,
    /// Line of the class.
    pub line: u32,
}

/// Another implementation of the op.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct AlternateDef {
    /// Name in trial names.
    pub name: &'static str,
    /// In WGSL a function named after the op, with the op's WGSL signature: one parameter per operand,
    /// with the types `u32`, `i32`, `vec2<u32>` (for u64) and `u32` (for bool). In the C family a
    /// function with that name and the prefix `vyre_`, with one parameter per component, as `show`
    /// prints lowered functions.
    pub texts: Texts<'static>,
    /// Line of the alternate.
    pub line: u32,
    /// Place of the WGSL text, or of the first one if there is no WGSL text.
    pub at: TextPlace,
}

/// The implementation of an op by the float instructions of the hardware. Backends with a native
/// profile run it; it never replaces the lowering elsewhere.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NativeDef {
    /// WGSL text of a function `native_<name of the op>` with the op's WGSL signature, in which a float
    /// is the `u32` of its bits. It casts them to a float type, computes, casts back and canonicalises
    /// NaNs in integers. Every module-scope name in it begins with `native_`, and not with
    /// `native_corrected_` or `native_strict_`; a text that violates this does not compile. A text that
    /// computes with 16-bit floats begins with `enable f16;`, and is unsupported if the adapter lacks
    /// `shader-f16`.
    pub wgsl: &'static str,
    /// A bit-level `#[vyre_fn]` that takes the operands and the text's result, and returns the
    /// corrected result, such as a strict square root from one that is off by one unit in the last
    /// place. The operands are floats; the result may be a float, a bool or a 32-bit integer.
    pub correct: Option<FnKey>,
    /// The same as an expression of the C family, for backends of C, OpenCL and CUDA. The operands are
    /// `a`, `b`, `c`, in order and of the type `float`; besides operators it may call `fma` and `sqrt`.
    /// The only correction is that NaNs become canonical. Operands are `f32`; the result is `f32` or a
    /// bool.
    pub c: Option<&'static str>,
    /// Line of the declaration.
    pub line: u32,
    /// Place of the text.
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
    /// Place of the function.
    pub place: Place,
}
