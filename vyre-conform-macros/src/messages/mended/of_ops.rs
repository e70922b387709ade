//! Repaired declarations.

use super::{AppliedRemedy, mended};

const TEXT: (&str, &str) = (
    "\"..\"",
    "\"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\"",
);
const FEATURE: (&str, &str) = ("\"..\"", "\"shader-f16\"");
const XOR: &str = "#[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }";
const OF_ONE_FEATURE: &str = "#[vyre_op(laws(Commutative), category = C { hardware = \"shader-f16\", available = |backend| backend.has(\"shader-f16\") }, lower = wgsl(\"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }";
const ALTERNATE: &str = "#[vyre_op(alternates(wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }";
const CATEGORY_A: &str =
    "#[vyre_op(laws(Commutative), category = A)] const fn f(a: u32, b: u32) -> u32 { a ^ b }";

pub(super) const DECLARATIONS: &[AppliedRemedy] = &[
    mended("UNKNOWN_KEY", &[XOR]),
    mended(
        "NO_KEY",
        &[
            "#[vyre_op(id = \"u32::add\", laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    mended("KEY_FORM", &[XOR]),
    mended(
        "SYNTAX",
        &["#[vyre_op(laws(Commutative, Identity(0)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    AppliedRemedy {
        written: &[("::", "u32::"), ("u32u32::", "u32::"), ("_", "bit_")],
        ..mended(
            "BAD_ID",
            &[
                "#[vyre_op(laws(Commutative), id = \"u32::add\")] const fn bit_f(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    mended(
        "BAD_VERSION",
        &["#[vyre_op(laws(Commutative), version = 2)] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    AppliedRemedy {
        items: "#[vyre_fn] const fn g(a: u32) -> u32 { a ^ 0x8000_0000 }",
        ..mended(
            "BAD_ULPS",
            &["#[vyre_op(laws(Involution), lower = g, ulps = 2)] const fn f(a: f32) -> f32 { -a }"],
        )
    },
    AppliedRemedy {
        written: &[FEATURE],
        ..mended("CATEGORY_B", &[CATEGORY_A, OF_ONE_FEATURE])
    },
    AppliedRemedy {
        written: &[FEATURE],
        ..mended("UNKNOWN_CATEGORY", &[CATEGORY_A, OF_ONE_FEATURE])
    },
    mended("CATEGORY_C_INCOMPLETE", &[OF_ONE_FEATURE]),
    AppliedRemedy {
        written: &[(
            "(..) -> .. { .. }",
            "(a: u32, b: u32) -> u32 { return a ^ b; }",
        )],
        ..mended(
            "CATEGORY_C_WITHOUT_SHADER",
            &[
                OF_ONE_FEATURE,
                "#[vyre_op(laws(Commutative), category = C { hardware = \"x\", available = |b| b.has(\"x\") }, lower = target(wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\", cuda = \"__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    AppliedRemedy {
        written: &[TEXT],
        ..mended("CATEGORY_A_WITH_SHADER", &[ALTERNATE, OF_ONE_FEATURE])
    },
    AppliedRemedy {
        written: &[TEXT],
        ..mended(
            "DUPLICATE_ALTERNATE",
            &[
                "#[vyre_op(alternates(wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\", carry_save: wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    mended(
        "UNKNOWN_TARGET",
        &[
            "#[vyre_op(alternates(one: target(wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\", cuda = \"__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }\", opencl = \"static u32 vyre_f(u32 a, u32 b) { return a ^ b; }\", c = \"static u32 vyre_f(u32 a, u32 b) { return a ^ b; }\")))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    mended(
        "DUPLICATE_TARGET",
        &[
            "#[vyre_op(alternates(name: target(cuda = \"__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }\")))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    mended(
        "NO_TARGET",
        &[
            "#[vyre_op(alternates(one: target(wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\", cuda = \"__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }\", opencl = \"static u32 vyre_f(u32 a, u32 b) { return a ^ b; }\", c = \"static u32 vyre_f(u32 a, u32 b) { return a ^ b; }\")))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    AppliedRemedy {
        written: &[TEXT],
        ..mended("NATIVE_OF_NO_FLOAT", &[ALTERNATE])
    },
    AppliedRemedy {
        items: "#[vyre_fn] const fn g(a: u32, b: u32) -> u32 { b }",
        ..mended(
            "C_WORD",
            &[
                "#[vyre_op(lower = g, table((1.0, 2.0) => 2.0, \"the second\"), native(wgsl = \"fn native_f(a: f32, b: f32) -> f32 { return b; }\", c = \"sqrt(fma(a, b, 1.5f)) - sqrt(b)\"))] const fn f(a: f32, b: f32) -> f32 { b }",
            ],
        )
    },
    AppliedRemedy {
        written: &[("\"..\"", "\"no bit differs\"")],
        ..mended(
            "ROW_WITHOUT_RATIONALE",
            &[
                "#[vyre_op(table((0, 0) => 0, \"no bit differs\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    AppliedRemedy {
        written: &[("result", "1")],
        ..mended(
            "ROW_ARITY",
            &[
                "#[vyre_op(table((0, 1) => 1, \"why\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
            ],
        )
    },
    mended(
        "VALUE_TYPE",
        &[
            "#[vyre_op(table((0, 7) => 7, \"zero changes nothing\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    mended(
        "BOUNDARY_ARITY",
        &["#[vyre_op(boundaries((0, 0), (0, 1)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    mended(
        "CLASS_LIKE_PARAMETER",
        &["#[vyre_op(classes(zero = a == 0))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    mended(
        "UNTESTABLE",
        &[
            "#[vyre_op(laws(Commutative), classes(zero = a == 0), boundaries((0, 0)), alternates(wgsl = \"fn f(a: u32, b: u32) -> u32 { return a ^ b; }\"), table((1, 3) => 2, \"one bit differs\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
];
