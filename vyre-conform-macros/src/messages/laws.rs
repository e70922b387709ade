//! Messages about laws (gate 2).

use super::messages;

messages! {
    UNKNOWN_LAW: "`{0}` is not a law of the vocabulary",
        "{1}",
        "#[vyre_op(laws(Comutative))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_PARAMETERS: "`{0}` takes {1}, but {2} given",
        "write `{3}`",
        "#[vyre_op(laws(Identity))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_OPTION: "`{0}` is not an option of a law",
        "the options are `witness = (..)` and `at = run`",
        "#[vyre_op(laws(Commutative(when = run)))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_AT: "a law is checked at compile time and at run time, or `at = run` alone",
        "write `at = run`",
        "#[vyre_op(laws(Commutative(at = compile)))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_OP_PARAMETER: "`{0}` of {1} is an op",
        "name it by the path of its function: `{2}`",
        "#[vyre_op(laws(DistributiveOver(0)))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_HOLDS_PARAMETER: "{0} takes `true` or `false`",
        "write `{0}(true)` if it holds, or `{0}(false, witness = {1})` with values that break it",
        "#[vyre_op(laws(ZeroProduct(1)))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    REFUTATION_WITHOUT_WITNESS: "that `{0}` does not hold needs a witness",
        "write `{1}` with values that break the law",
        "#[vyre_op(laws(Not(Commutative)))] fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }";
    WITNESS_ARITY: "this witness has {0}, but `{1}` claims something about {2}",
        "write `witness = {3}`",
        "#[vyre_op(laws(Not(Commutative, witness = (0, 1, 2))))] fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }";
    WITNESS_OF_TRUE_LAW: "a law that holds has no witness against it",
        "remove `witness`, or write `Not({0}, witness = ..)`",
        "#[vyre_op(laws(Commutative(witness = (0, 1))))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    NOT_WHAT: "`Not` takes one law that has no `Not` of its own",
        "write `{0}`",
        "#[vyre_op(laws(Not(Not(Commutative))))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_ARITY: "{0} is a law of ops with {1}, but `{2}` takes {3}",
        "{5}; its claim is `{4}`",
        "#[vyre_op(laws(Involution))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    LAW_PREDICATE: "{0} is a law of predicates, whose result is 0 or 1, but `{1}` returns `{2}`",
        "return bool, or 0 and 1 as an integer",
        "#[vyre_op(laws(Transitive))] fn f(a: [u32; 2], b: [u32; 2]) -> [u32; 2] { a }";
    LAW_TYPES: "{0} does not fit the types of `{1}`: {2} is `{3}` and {4} is `{5}`",
        "remove it; its claim is `{6}`",
        "#[vyre_op(laws(Commutative))] fn f(a: u32, b: i32) -> u32 { a }";
    LAW_ORDER: "{0} does not fit the types of `{1}`: it needs numbers, and {2} is `{3}`",
        "remove it; its claim is `{4}`",
        "#[vyre_op(laws(Monotone))] fn f(a: [u32; 2]) -> [u32; 2] { a }";
    LAW_SUM: "{0} does not fit the types of `{1}`: it adds values modulo their width, and {2} is `{3}`",
        "remove it; its claim is `{4}`",
        "#[vyre_op(lower = g, laws(Complement(h, 1.0)))] fn f(a: f32) -> f32 { 1.0 - a }";
    LAW_VALUE: "`{0}` is not a `{1}`, the type of `{2}` in {3}",
        "write a value of that type; the claim is `{4}`",
        "#[vyre_op(laws(Identity(true)))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    CONTRADICTION: "`{0}` contradicts `{1}`",
        "{2}",
        "#[vyre_op(laws(Identity(0), Identity(1)))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
    DUPLICATE_LAW: "`{0}` is declared twice",
        "keep one of them",
        "#[vyre_op(laws(Commutative, Commutative))] fn f(a: u32, b: u32) -> u32 { a ^ b }";
}
