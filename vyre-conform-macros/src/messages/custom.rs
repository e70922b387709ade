//! Messages about custom laws (gate 2).

use super::messages;

messages! {
    CUSTOM_FORM: "a law of your own is a name and a closure over the op and its variables",
        "write `custom(cancels, |f, a, b| f(a, f(a, b)) == b)`",
        "#[vyre_op(laws(custom(|f, a, b| f(a, f(a, b)) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_NAME: "`{0}` is the name of a law of the vocabulary",
        "write `{1}` without `custom`, or give your law another name",
        "#[vyre_op(laws(custom(commutative, |f, a, b| f(a, f(a, b)) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_NAME_FORM: "`{0}` cannot be the name of a law: trials are named after it",
        "write letters, such as `cancels`, that do not begin with `not_`",
        "#[vyre_op(laws(custom(not_cancels, |f, a, b| f(a, f(a, b)) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_KNOWN: "`{0}` claims what `{1}` of the vocabulary claims",
        "declare that one",
        "#[vyre_op(laws(custom(swaps, |f, a, b| f(a, b) == f(b, a))))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_DUPLICATE: "two laws of this op are named `{0}`",
        "give one of them another name",
        "#[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b), custom(cancels, |f, a, b| f(f(a, b), a) == \
         b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_VARIABLES: "this law has {0}, and a law has 1 to {1}",
        "the first parameter of the closure is the op, and its variables follow: `|f, a, b| ..`",
        "#[vyre_op(laws(custom(cancels, |f| f(1, 1) == 0)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_TWICE: "two parameters of this closure are named `{0}`",
        "give one of them another name",
        "#[vyre_op(laws(custom(cancels, |f, a, a| f(a, f(a, a)) == a)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_CLAIM: "`{0}` is not a claim",
        "compare two terms by `==`, `<=` or `>=`; join claims by `&&`, by `||`, and by `!p || q` for `p implies q`",
        "#[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) != b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_TERM: "`{0}` is not a term of a law",
        "a term is a variable, a value, an op applied to one to four terms, or `a.wrapping_add(b)`",
        "#[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b ^ 0)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_UNKNOWN: "`{0}` is neither a variable of this law nor a constant",
        "make it a parameter of the closure; a constant is written in capitals, or by a path",
        "#[vyre_op(laws(custom(cancels, |f, a| f(a, f(a, b)) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_ARITY: "`{0}` gives the op {1}, and `{2}` takes {3}",
        "write one term for each",
        "#[vyre_op(laws(custom(cancels, |f, a, b| f(f(a), b) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_SUBJECT: "`{0}` says nothing about `{1}`",
        "apply `{2}`, the first parameter of the closure",
        "#[vyre_op(laws(custom(cancels, |f, a, b| g(a, b) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_TRIVIAL: "`{0}` compares a term with itself",
        "write a claim that some op breaks",
        "#[vyre_op(laws(custom(same, |f, a, b| f(a, b) == f(a, b))))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
    CUSTOM_CALLS: "this law calls ops {0} times, and may {1} times",
        "declare two laws in its place",
        "#[vyre_op(laws(custom(far, |f, a| f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(a)))))))))))))))) == f(a))))] fn not(a: \
         u32) -> u32 { !a }";
    CUSTOM_UNTYPED: "the type of `{0}` in this law is not known: no op takes it as an operand",
        "remove it, or apply an op to it",
        "#[vyre_op(laws(custom(cancels, |f, a, b, c| f(a, f(a, b)) == b)))] fn xor(a: u32, b: u32) -> u32 { a ^ b }";
}
