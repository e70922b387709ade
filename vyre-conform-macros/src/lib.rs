//! The attributes of vyre-conform: `#[vyre_op]`, `#[vyre_fn]` and `#[vyre_engine]`.
//!
//! An annotation goes through five stages, one module each:
//!
//! | stage | from | to |
//! |---|---|---|
//! | `decl` | the tokens in the attribute's parentheses | a `Declaration`, as written |
//! | `model` | declaration and function | a `Model`: names resolved, types known if the tokens show
//! them |
//! | `admit` | model | refusals: the gates that can be decided without types |
//! | `translate` | the body of an op | constant data that the runtime elaborates into typed IR |
//! | `expand` | all of it | the registration, and compile-time checks of a `const fn` |
//!
//! One `Errors` collects the refusals of all stages, which are reported together; the table in
//! `messages` has their texts. The annotated item is always emitted unchanged (an op with `#[inline]`,
//! and both with `#[must_use]`), so that one mistake produces one message.

mod admit;
mod decl;
mod errors;
mod expand;
mod messages;
mod model;
#[cfg(test)]
mod refusals;
mod stages;
mod surroundings;
mod text;
mod translate;

use proc_macro::TokenStream;

/// Registers a free function as an op: the CPU reference from which everything else is derived.
///
/// ```text
/// #[vyre_op(
///     laws(Commutative, Identity(0), DistributiveOver(add), Not(Idempotent, witness = (2, 2))),
///     boundaries((u32::MAX, 1), (0, 0)),
///     classes(carry = a.checked_add(b).is_none()),
///     table((u32::MAX, 1) => 0, "the carry out of bit 31 is dropped" from "where it is written"),
/// )]
/// pub const fn add(a: u32, b: u32) -> u32 { a.wrapping_add(b) }
/// ```
///
/// expands to the function, unchanged except for `#[inline]` and `#[must_use]` if it lacks them, and
///
/// ```text
/// const _: () = {
///     static __VYRE_BODY: Body = { const __VYRE_AST: Ast = Ast::Method("wrapping_add", ..); Body::new("add", ..) };
///     inventory::submit! { OpDef::new("u32::add", .., op_ref(add), ..).laws(&[..]).rows(&[..]) }
///     // and for a `const fn` one assertion per law and row, evaluated while compiling:
///     const _: () = { /* f(a, b) == f(b, a) on boundary and edge values, or panic with both sides */ };
/// };
/// ```
///
/// | key | meaning |
/// |---|---|
/// | `laws(..)` | laws of `vyre_conform_spec::LAWS` that hold; `Not(Law, witness = (..))` for one that does not; `at = run` skips its compile-time check; `custom(cancels, \|f, a, b\| f(a, f(a, b)) == b)` adds a custom law |
/// | `boundaries(..)` | operands that every check includes |
/// | `classes(name = predicate, ..)` | equivalence classes over the parameters, each of which must be hit |
/// | `table(inputs => result, "why" from "source", ..)` | rows that are correct by definition |
/// | `category = A` (default), `category = C { hardware = "..", available = \|backend\| .. }` | how the op reaches the hardware |
/// | `lower = path` | a `#[vyre_fn]` of the same signature to lower instead of the body, with `u32`, the bits, for each float; for category C `lower = wgsl("..")`, a text with a function of the op's name |
/// | `nan = exact` | every bit of a NaN result is defined (sign operations); otherwise it is the canonical NaN on every host |
/// | `ulps = 3` | the op is approximate: the function is correctly rounded, and a backend may deviate from it by this many units in the last place; it has its own track and certificates |
/// | `alternates(wgsl = "..", name: wgsl = "..")` | other shaders, each with a function of the op's name and tested against the function |
/// | `native(wgsl = "..", correct = path)` | floats only: a WGSL function `native_<name>` on bits that uses the hardware's float instructions, and a `#[vyre_fn]` that corrects its result; run by the backends `<adapter>+native` and `<adapter>+wgsl` alone |
/// | `id = ".."`, `version = n`, `crate = path` | default: family of the first operand and the name; 1; `::vyre_conform_runtime` |
///
/// A corrected definition is a new function with the same `id` and the next `version`; the old one
/// stays, with `#[deprecated(note = "..")]`, and is then named `id@version`.
#[proc_macro_attribute]
pub fn vyre_op(attr: TokenStream, item: TokenStream) -> TokenStream {
    stages::op(attr.into(), item.into()).into()
}

/// Marks a function that ops may call or name as their lowering, but that is not an op itself.
///
/// Its body is translated like that of an op; it may have up to eight parameters, and tuples and fixed
/// arrays besides the primitive types. The only key is `crate = path`.
#[proc_macro_attribute]
pub fn vyre_fn(attr: TokenStream, item: TokenStream) -> TokenStream {
    stages::helper(attr.into(), item.into()).into()
}

/// Registers an engine: a function from an input and a workgroup size to a plan, which is programs and
/// the launch that runs them. Its doc comment, which is required, is the description of the engine.
///
/// ```text
/// /// Running sums of a column.
/// #[vyre_engine(
///     invariants(Deterministic, NoOutputLost, OutputOrdered, Termination, WorkgroupInvariant),
///     reference = sums,
///     inputs = columns,
///     corpus = PUBLISHED,
/// )]
/// pub fn scan(input: &Input, workgroup_size: u32) -> Plan { .. }
/// ```
///
/// | key | meaning |
/// |---|---|
/// | `invariants(..)` | invariants of `vyre_conform_spec::Invariant`, at least one |
/// | `inputs = path` | `fn(u64) -> Input`: input number n of the generated ones; small and ragged first |
/// | `reference = path` | `fn(&Input) -> Output`: the CPU reference |
/// | `corpus = path` | a constant `&[CorpusCase]`: inputs whose outputs are known from a cited source |
/// | `order = path` | `fn(&Record, &Record) -> Ordering`: the order of `OutputOrdered` |
/// | `kind = tensor` or `composed` | it computes floats, by one tensor operation or by several, and belongs to the float track. By default it computes integers |
/// | `additions = FmaChain`, `Strict`, `TreeBinary`, `SplitK(3)`, `Exact` | the order in which it adds floats; `None` for a tensor engine without additions |
/// | `sums = path` | `fn(&Sums) -> Vec<Input>`: inputs with which it adds the given products, so that probes can find the order |
/// | `similar_sums = path` | the same with equivalent products, for operands that cannot hold the given ones: only the order is checked, not the sums |
/// | `id = ".."`, `version = n`, `crate = path` | default: `engine::` and the name; 1; `::vyre_conform_runtime` |
///
/// `NoOutputLost` and `NoDuplicateOutput` compare with an expected output, so they need a reference or
/// a corpus; `OutputOrdered` needs one of these or an order.
#[proc_macro_attribute]
pub fn vyre_engine(attr: TokenStream, item: TokenStream) -> TokenStream {
    stages::engine(attr.into(), item.into()).into()
}
