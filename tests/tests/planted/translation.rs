//! Faults in the sources of the translator: of the macro, which emits the body as data, and of `elaborate`, which
//! returns IR.

use super::Fault;

const ASSIGN: &str = "vyre-conform-macros/src/translate/assign.rs";
const SYNTAX: &str = "vyre-conform-macros/src/translate/syntax.rs";
const CONTROL: &str = "vyre-conform-macros/src/translate/control.rs";
const PATTERNS: &str = "vyre-conform-macros/src/translate/patterns.rs";
const CAST: &str = "vyre-conform-runtime/src/elaborate/emit/cast.rs";
const CHOICE: &str = "vyre-conform-runtime/src/elaborate/emit/choice.rs";
const LOOPS: &str = "vyre-conform-runtime/src/elaborate/emit/loops.rs";
const ARRAY: &str = "vyre-conform-runtime/src/elaborate/emit/array.rs";
const METHOD: &str = "vyre-conform-runtime/src/elaborate/emit/method.rs";
const ARITHMETIC: &str = "vyre-conform-runtime/src/elaborate/emit/arithmetic.rs";
const BRANCH: &str = "vyre-conform-runtime/src/elaborate/emit/branch.rs";

pub(super) const FAULTS: &[Fault] = &[
    Fault {
        what: "a compound assignment reads its place before the right side has run",
        file: ASSIGN,
        from: "let effect = has_effect(right) || has_effect(left);",
        to: "let effect = false && (has_effect(right) || has_effect(left));",
        caught_by: "translation::order",
    },
    Fault {
        what: "^= is |=",
        file: SYNTAX,
        from: "(\"xor\", \"^\")",
        to: "(\"or\", \"^\")",
        caught_by: "translation::",
    },
    Fault {
        what: "the arms of an if are swapped",
        file: CONTROL,
        from: "#p::Ast::If(&#condition, &#then, &#otherwise)",
        to: "#p::Ast::If(&#condition, &#otherwise, &#then)",
        caught_by: "translation::control",
    },
    Fault {
        what: "a pattern of a range that excludes its end includes it",
        file: PATTERNS,
        from: "format!(\"{}{}\", end - 1, int.suffix())",
        to: "format!(\"{}{}\", end, int.suffix())",
        caught_by: "translation::control",
    },
    Fault {
        what: "the sign of a literal is lost where it is widened",
        file: CAST,
        from: "Type::I32 => i64::from(bits as u32 as i32) as u64,",
        to: "Type::I32 => bits,",
        caught_by: "translation::methods",
    },
    Fault {
        what: "|| runs its right side where the left one holds",
        file: CHOICE,
        from: "if or { negated(left) } else { left }",
        to: "if or { left } else { negated(left) }",
        caught_by: "translation::order",
    },
    Fault {
        what: "the opposite of <= is >=",
        file: CHOICE,
        from: "BinaryOp::Le => BinaryOp::Gt,",
        to: "BinaryOp::Le => BinaryOp::Ge,",
        caught_by: "translation::control",
    },
    Fault {
        what: "a range that includes its end does not",
        file: LOOPS,
        from: "if inclusive { end + 1 } else { end }",
        to: "if inclusive { end } else { end }",
        caught_by: "translation::control",
    },
    Fault {
        what: "a store evaluates its index before its value",
        file: ARRAY,
        from: "let mut ones = self.sequence_of_ones(&[value, index])?;\n        let (at, value)",
        to: "let mut ones = self.sequence_of_ones(&[index, value])?;\n        let (value, at)",
        caught_by: "translation::order",
    },
    Fault {
        what: "a carry out of the second sum is lost",
        file: METHOD,
        from: "Expr::binary(B::Lt, second.clone(), first),",
        to: "{ let _ = first; Expr::bool(false) },",
        caught_by: "translation::methods",
    },
    Fault {
        what: "a saturating product below the least value becomes the greatest",
        file: METHOD,
        from: "\"saturating_mul\" => Expr::binary(B::Xor, a.clone(), b.clone()),",
        to: "\"saturating_mul\" => Expr::binary(B::And, a.clone(), b.clone()),",
        caught_by: "translation::methods",
    },
    Fault {
        what: "tuples and arrays differ only where all their parts do",
        file: ARITHMETIC,
        from: "Operator::Ne => (BinaryOp::Ne, BinaryOp::Or)",
        to: "Operator::Ne => (BinaryOp::Ne, BinaryOp::And)",
        caught_by: "translation::data",
    },
    Fault {
        what: "a pattern of a range excludes its first value",
        file: BRANCH,
        from: "Expr::binary(BinaryOp::Ge, value.clone(), from)",
        to: "Expr::binary(BinaryOp::Gt, value.clone(), from)",
        caught_by: "translation::control",
    },
];
