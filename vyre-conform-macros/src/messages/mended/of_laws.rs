//! Repaired laws.

use super::{AppliedRemedy, mended};

const XOR: &str = "#[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }";
const CANCELS: &str = "#[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }";
const NOT_COMMUTATIVE: &str = "#[vyre_op(laws(Not(Commutative, witness = (0, 1))))] const fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }";

pub(super) const LAWS: &[AppliedRemedy] = &[
    mended("UNKNOWN_LAW", &[XOR]),
    AppliedRemedy {
        written: &[("(e)", "(0)")],
        ..mended(
            "LAW_PARAMETERS",
            &["#[vyre_op(laws(Identity(0)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
        )
    },
    mended(
        "LAW_OPTION",
        &[
            NOT_COMMUTATIVE,
            "#[vyre_op(laws(Commutative(at = run)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    mended(
        "LAW_AT",
        &["#[vyre_op(laws(Commutative(at = run)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    AppliedRemedy {
        written: &[("path::to::op", "self::g")],
        items: "#[vyre_op(laws(Commutative))] const fn g(a: u32, b: u32) -> u32 { a ^ b }",
        ..mended(
            "LAW_OP_PARAMETER",
            &[
                "#[vyre_op(laws(DistributiveOver(self::g)))] const fn f(a: u32, b: u32) -> u32 { a & b }",
            ],
        )
    },
    AppliedRemedy {
        written: &[("(0, 1)", "(1, 1)")],
        ..mended(
            "LAW_HOLDS_PARAMETER",
            &[
                "#[vyre_op(laws(ZeroProduct(true)))] const fn f(a: u32, b: u32) -> u32 { a | b }",
                "#[vyre_op(laws(ZeroProduct(false, witness = (1, 1))))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    mended("REFUTATION_WITHOUT_WITNESS", &[NOT_COMMUTATIVE]),
    mended("WITNESS_ARITY", &[NOT_COMMUTATIVE]),
    mended("WITNESS_OF_TRUE_LAW", &[NOT_COMMUTATIVE]),
    mended("NOT_WHAT", &[NOT_COMMUTATIVE]),
    mended("CUSTOM_FORM", &[CANCELS]),
    mended(
        "CUSTOM_NAME",
        &["#[vyre_op(laws(Commutative))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    mended("CUSTOM_NAME_FORM", &[CANCELS]),
    mended("CUSTOM_VARIABLES", &[CANCELS]),
    AppliedRemedy {
        written: &[("!p || q", "!(a <= b) || f(a, b) >= 0")],
        ..mended(
            "CUSTOM_CLAIM",
            &[
                CANCELS,
                "#[vyre_op(laws(custom(least, |f, a| 0 <= f(a, 0) && f(a, a) == 0)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }",
                "#[vyre_op(laws(custom(least, |f, a, b| !(a <= b) || f(a, b) >= 0)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    mended(
        "CUSTOM_TERM",
        &[
            "#[vyre_op(laws(custom(moves, |f, a, b| f(a, b) == f(b, a) && a.wrapping_add(b) == f(a.wrapping_add(b), 0))))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    mended("CUSTOM_SUBJECT", &[CANCELS]),
];
