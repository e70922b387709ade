//! Repaired signatures and engines.

use super::{AppliedRemedy, mended};

pub(super) const SIGNATURES: &[AppliedRemedy] = &[
    AppliedRemedy {
        written: &[
            ("name", "f"),
            (", .. ", ""),
            ("a: u32, ..", "a: u32, b: u32"),
        ],
        ..mended(
            "NOT_A_FUNCTION",
            &["#[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
        )
    },
    mended(
        "SECOND_ATTRIBUTE",
        &[
            "#[vyre_op(laws(Commutative), table((1, 3) => 2, \"one bit differs\"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }",
        ],
    ),
    AppliedRemedy {
        written: &[("u32, ..", "u32")],
        ..mended(
            "METHOD",
            &["#[vyre_op(laws(Involution))] const fn f(a: u32) -> u32 { !a }"],
        )
    },
    mended(
        "NO_RESULT",
        &["#[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }"],
    ),
    mended(
        "REFERENCE",
        &["#[vyre_op(laws(Involution))] const fn f(a: u32) -> u32 { !a }"],
    ),
    AppliedRemedy {
        items: "#[vyre_fn] const fn g(a: u32) -> u32 { a ^ 0x8000_0000 }",
        ..mended(
            "UNSUPPORTED_TYPE",
            &["#[vyre_op(laws(Involution), lower = g)] const fn f(a: f32) -> f32 { -a }"],
        )
    },
    AppliedRemedy {
        written: &[("x &", "a &")],
        ..mended(
            "UNSUPPORTED_WIDTH",
            &["#[vyre_op(laws(Idempotent))] const fn f(a: u32) -> u32 { a & 0xFFFF }"],
        )
    },
    AppliedRemedy {
        written: &[("#[vyre_fn] fn", "#[vyre_fn] const fn")],
        items: "#[vyre_fn] const fn f_bits(a: u32) -> u32 { a ^ 0x8000_0000 }",
        ..mended(
            "FLOAT_WITHOUT_LOWERING",
            &["#[vyre_op(laws(Involution), lower = f_bits)] const fn f(a: f32) -> f32 { -a }"],
        )
    },
    AppliedRemedy {
        items: "#[vyre_fn] const fn g(a: u32) -> u32 { a ^ 0x8000_0000 }",
        ..mended(
            "ULPS_OF_A_BINADE",
            &["#[vyre_op(laws(Involution), lower = g, ulps = 3)] const fn f(a: f32) -> f32 { -a }"],
        )
    },
    mended(
        "FLOAT_KERNEL_TYPE",
        &["#[vyre_fn] fn f(a: u32) -> u32 { 1 }"],
    ),
    AppliedRemedy {
        written: &[("x", "a")],
        ..mended(
            "UNSUPPORTED_KERNEL_WIDTH",
            &["#[vyre_fn] fn f(a: i32) -> u64 { a as u64 }"],
        )
    },
    mended(
        "PATTERN_PARAMETER",
        &[
            "#[vyre_op(laws(Involution))] const fn f(v: [u32; 2]) -> [u32; 2] { [v[1], v[0]] }",
            "#[vyre_fn] const fn f(v: (u32, u32)) -> u32 { let (a, b) = v; a ^ b }",
        ],
    ),
    AppliedRemedy {
        items: "type Word = u32;",
        ..mended(
            "UNNAMED_FAMILY",
            &[
                "#[vyre_op(laws(Commutative), id = \"u32::f\")] const fn f(a: Word, b: Word) -> Word { a ^ b }",
            ],
        )
    },
];

pub(super) const ENGINES: &[AppliedRemedy] = &[
    AppliedRemedy {
        written: &[("name", "f")],
        ..mended(
            "ENGINE_NOT_A_FUNCTION",
            &[
                "#[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = \"d\"] fn f(input: &Input, workgroup_size: u32) -> Plan { p() }",
            ],
        )
    },
    mended(
        "ENGINE_SIGNATURE",
        &[
            "#[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = \"d\"] fn f(input: &Input, workgroup_size: u32) -> Plan { p() }",
        ],
    ),
    mended(
        "ENGINE_ID",
        &[
            "#[vyre_engine(invariants(Deterministic), inputs = i, id = \"engine::scan\")] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
    mended(
        "NO_INVARIANTS",
        &[
            "#[vyre_engine(invariants(..), reference = r, inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
    mended(
        "UNKNOWN_INVARIANT",
        &[
            "#[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
    AppliedRemedy {
        written: &[("path", "own"), ("fn(n: u64) -> Input", "Deterministic")],
        items: "fn own(n: u64) -> Input { i(n) }",
        ..mended(
            "NO_INPUTS",
            &[
                "#[vyre_engine(invariants(Deterministic), inputs = own)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            ],
        )
    },
    AppliedRemedy {
        written: &[
            ("reference = path", "reference = r"),
            ("corpus = path", "corpus = OWN"),
            ("fn(&Input) -> Output", "reference = r"),
        ],
        items: "const OWN: &[CorpusCase] = &[];",
        ..mended(
            "NOTHING_EXPECTED",
            &[
                "#[vyre_engine(invariants(NoOutputLost), inputs = i, reference = r)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
                "#[vyre_engine(invariants(NoOutputLost), inputs = i, corpus = OWN)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            ],
        )
    },
    AppliedRemedy {
        written: &[
            ("order = path", "order = own"),
            ("reference = path", "reference = r"),
            ("fn(&Record, &Record) -> Ordering", "own"),
        ],
        items: "fn own(a: &Record, b: &Record) -> Ordering { a.cmp(b) }",
        ..mended(
            "NO_ORDER",
            &[
                "#[vyre_engine(invariants(OutputOrdered), inputs = i, order = own)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
                "#[vyre_engine(invariants(OutputOrdered), inputs = i, reference = r)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            ],
        )
    },
    mended(
        "ORDER_OF_NOTHING",
        &[
            "#[vyre_engine(invariants(Deterministic, OutputOrdered), inputs = i, order = o)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
    AppliedRemedy {
        written: &[("path", "s")],
        ..mended(
            "NO_ADDITIONS",
            &[
                "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = FmaChain, sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
                "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = None)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            ],
        )
    },
    AppliedRemedy {
        written: &[("path", "own"), ("fn(&Sums) -> Vec<Input>", "own")],
        items: "fn own(_: &Sums) -> Vec<Input> { vec![] }",
        ..mended(
            "NO_SUMS",
            &[
                "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = own)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            ],
        )
    },
    mended(
        "SUMS_OF_NOTHING",
        &[
            "#[vyre_engine(invariants(Deterministic), inputs = i, kind = composed, additions = FmaChain, sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
    mended(
        "TWO_SUMS",
        &[
            "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, similar_sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
    mended(
        "ADDITIONS_OF_INTEGERS",
        &[
            "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
            "#[vyre_engine(invariants(Deterministic), inputs = i, kind = composed, additions = Strict, sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }",
        ],
    ),
];
