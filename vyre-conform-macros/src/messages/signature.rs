//! Messages about the item and its signature (gates 2 and 5).

use super::messages;

messages! {
    NOT_A_FUNCTION: "#[{0}] stands on a free function",
        "put it on `fn name(a: u32, ..) -> u32 { .. }`",
        "#[vyre_op(laws(Commutative))] struct S;";
    SECOND_ATTRIBUTE: "`{0}` has a second attribute, #[{1}]",
        "keep one, with all keys in it: `#[vyre_op(laws(..), table(..))]`; an op can be called like a #[vyre_fn]",
        "#[vyre_op(laws(Commutative))] #[vyre_op(laws(Associative))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    GENERIC: "a kernel function cannot be generic",
        "write one function for each type",
        "#[vyre_op(laws(Commutative))] fn f<T>(a: u32, b: u32) -> u32 { a ^ b }";
    ASYNC: "a kernel function cannot be `async`",
        "remove `async`: the function is evaluated like an expression",
        "#[vyre_op(laws(Commutative))] async fn f(a: u32, b: u32) -> u32 { a ^ b }";
    UNSAFE: "a kernel function cannot be `unsafe`",
        "remove `unsafe`: the function must be right for every operand",
        "#[vyre_op(laws(Commutative))] unsafe fn f(a: u32, b: u32) -> u32 { a ^ b }";
    EXTERN: "a kernel function cannot be `extern`",
        "remove `extern`: the function is translated, not linked",
        "#[vyre_op(laws(Commutative))] extern \"C\" fn f(a: u32, b: u32) -> u32 { a ^ b }";
    METHOD: "a kernel function cannot take `self`",
        "move it out of the `impl` and name the operand: `fn f(a: u32, ..)`",
        "#[vyre_op(laws(Involution))] fn f(self) -> u32 { 1 }";
    VARIADIC: "a kernel function takes a fixed number of operands",
        "remove `...`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, ...) -> u32 { a }";
    NO_RESULT: "this function returns nothing, so nothing about it can be observed",
        "return the result: `fn {0}(..) -> u32`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32) { }";
    NO_OPERANDS: "an op takes at least one operand",
        "a value without operands is a `const`",
        "#[vyre_op(laws(Commutative))] fn f() -> u32 { 1 }";
    TOO_MANY_OPERANDS: "an op takes at most four operands, `{0}` takes {1}",
        "split the op, or mark it #[vyre_fn] and call it from one with fewer operands",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: u32, c: u32, d: u32, e: u32) -> u32 { a }";
    TOO_MANY_PARAMETERS: "a #[vyre_fn] takes at most eight parameters, `{0}` takes {1}",
        "pass several values as a tuple or a fixed array",
        "#[vyre_fn] fn f(a: u32, b: u32, c: u32, d: u32, e: u32, f: u32, g: u32, h: u32, i: u32) -> u32 { a }";
    REFERENCE: "operands and results are values, not references",
        "take the value: `{0}`",
        "#[vyre_op(laws(Involution))] fn f(a: &u32) -> u32 { 1 }";
    UNSUPPORTED_TYPE: "`{0}` is not a value type of the specification",
        "operands and results of an op are u32, i32, u64, bool, [u32; 2] or [u32; 4], and with `lower = ..` f32, \
         half::f16 and half::bf16",
        "#[vyre_op(laws(Involution))] fn f(a: f64) -> u32 { 1 }";
    UNSUPPORTED_WIDTH: "`{0}` is not a value type of the specification",
        "{1}",
        "#[vyre_op(laws(Involution))] fn f(a: u16) -> u16 { !a }";
    FLOAT_WITHOUT_LOWERING: "an op of `{0}` needs the function on bits that runs on a device: its body is host \
                             arithmetic, which is not translated",
        "write `#[vyre_fn] {1} { .. }` with the bits of each float in a u32, and name it here: `lower = {2}_bits`",
        "#[vyre_op(laws(Involution))] fn f(a: f32) -> f32 { -a }";
    NAN_OF_NO_FLOAT: "`nan = exact` says which NaN `{0}` gives, and its result is a {1}",
        "remove it: only a float result can be a NaN",
        "#[vyre_op(laws(Commutative), nan = exact)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    ULPS_OF_NO_FLOAT: "`ulps = {0}` says how far the float that `{1}` gives may be off, and its result is a {2}",
        "remove it: results of other types are exact",
        "#[vyre_op(laws(Commutative), ulps = 1)] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    ULPS_OF_A_BINADE: "`ulps = {0}` takes anything from half to twice the result: of type {1} there are 2^{2} numbers \
                       from 1 to 2",
        "write a tolerance that leaves some of its digits, such as `ulps = 3`",
        "#[vyre_op(laws(Involution), lower = g, ulps = 8388608)] fn f(a: f32) -> f32 { -a }";
    ULPS_AND_EXACT_NAN: "`nan = exact` defines every bit of a NaN, and with `ulps = {0}` any NaN will do",
        "keep one of them",
        "#[vyre_op(laws(Involution), lower = g, nan = exact, ulps = 1)] fn f(a: f32) -> f32 { -a }";
    FLOAT_KERNEL_TYPE: "`{0}` is a float, and the kernel subset has integers only",
        "take and give the bits, `u32`; strict float arithmetic is a #[vyre_fn] on them that is called like any other",
        "#[vyre_fn] fn f(a: f32) -> u32 { 1 }";
    UNSUPPORTED_KERNEL_TYPE: "`{0}` is not a type of the kernel subset",
        "write u32, i32, u64, bool, usize for indices, or tuples and fixed arrays of them",
        "#[vyre_fn] fn f(a: String) -> u32 { 1 }";
    UNSUPPORTED_KERNEL_WIDTH: "`{0}` is not a type of the kernel subset",
        "{1}",
        "#[vyre_fn] fn f(a: u32) -> i64 { 1 }";
    PATTERN_PARAMETER: "a parameter is a plain name",
        "name it here and take it apart in the body: an array by `v[0]`, a tuple by `let (a, b) = v;`",
        "#[vyre_op(laws(Involution))] fn f([a, b]: [u32; 2]) -> [u32; 2] { [b, a] }";
    UNNAMED_FAMILY: "the family of `{0}` is not known while the macro runs, so the op has no id",
        "write the id, `id = \"u32::{1}\"`, or the type by its own name",
        "#[vyre_op(laws(Commutative))] fn f(a: Word, b: Word) -> Word { a ^ b }";
    CONDITIONAL_PARAMETER: "a parameter cannot depend on `cfg`",
        "write two functions, each with its own `cfg`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, #[cfg(x)] b: u32) -> u32 { a }";
}

/// For a function beside its caller, which only the file shows.
pub(crate) const PLAIN_CALL: super::Message = super::Message {
    text: "`{0}` has no attribute, and a device runs ops and functions with #[vyre_fn] alone",
    hint: "put #[vyre_fn] on `fn {0}`",
};

/// For facts that the tokens of a function do not show, but its file does.
pub(crate) const IN_IMPL: super::Message = super::Message {
    text: "#[{0}] stands on a free function, and `{1}` stands in an `impl` or a `trait`",
    hint: "move it out of there; a method can call it",
};
