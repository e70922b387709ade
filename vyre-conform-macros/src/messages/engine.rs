//! Messages about engines.

use super::messages;

messages! {
    ENGINE_NOT_A_FUNCTION: "#[vyre_engine] stands on a free function",
        "put it on `fn name(input: &Input, workgroup_size: u32) -> Plan { .. }`",
        "#[vyre_engine(invariants(Deterministic), inputs = i)] struct S;";
    ENGINE_SIGNATURE: "`{0}` is not written like an engine: {1}",
        "an engine is `fn {0}(input: &Input, workgroup_size: u32) -> Plan`",
        "#[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = \"d\"] fn f(input: &Input) -> Plan { p() }";
    ENGINE_WITHOUT_DESCRIPTION: "the engine `{0}` has no description",
        "say above it, in `///` lines, what it takes and what it gives: they are shown with its results",
        "#[vyre_engine(invariants(Deterministic), inputs = i)] fn f(input: &Input, size: u32) -> Plan { p() }";
    ENGINE_ID: "the id `{0}` is not in the family of engines",
        "write `id = \"engine::{0}\"`",
        "#[vyre_engine(invariants(Deterministic), inputs = i, id = \"scan\")] #[doc = \"d\"] fn f(input: &Input, size: \
         u32) -> Plan { p() }";
    NO_INVARIANTS: "the engine `{0}` declares no invariant, so nothing about it would be checked",
        "write `invariants(..)` for the usual five, or name those that it keeps",
        "#[vyre_engine(invariants(), inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }";
    UNKNOWN_INVARIANT: "`{0}` is not an invariant",
        "{1}",
        "#[vyre_engine(invariants(deterministic), inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan \
         { p() }";
    DUPLICATE_INVARIANT: "the invariant `{0}` is declared twice",
        "keep one of them",
        "#[vyre_engine(invariants(Deterministic, Deterministic), inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: \
         u32) -> Plan { p() }";
    NO_INPUTS: "the engine `{0}` has no inputs, so no invariant of it would be checked",
        "add `inputs = path` of a `fn(n: u64) -> Input`: small and ragged shapes first, the same input for the same \
         number",
        "#[vyre_engine(invariants(Deterministic))] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }";
    NOTHING_EXPECTED: "`{0}` compares with an expected output, and none is declared",
        "add `reference = path` of a `fn(&Input) -> Output`, or `corpus = path` of a `&[CorpusCase]`",
        "#[vyre_engine(invariants(NoOutputLost), inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan \
         { p() }";
    NO_ORDER: "`OutputOrdered` says nothing without an order",
        "add `order = path` of a `fn(&Record, &Record) -> Ordering`, or `reference = path` whose sequence is the order",
        "#[vyre_engine(invariants(OutputOrdered), inputs = i)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan \
         { p() }";
    ORDER_OF_NOTHING: "an order is declared, but no invariant looks at it",
        "declare `OutputOrdered` in `invariants(..)`, or remove `order`",
        "#[vyre_engine(invariants(Deterministic), inputs = i, order = o)] #[doc = \"d\"] fn f(input: &Input, size: \
         u32) -> Plan { p() }";
    ENGINE_KIND: "`{0}` is not a kind of engines",
        "{1}",
        "#[vyre_engine(invariants(Deterministic), inputs = i, kind = float)] #[doc = \"d\"] fn f(input: &Input, size: \
         u32) -> Plan { p() }";
    ADDITION_ORDER: "`{0}` is not an order of additions",
        "{1}",
        "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Chain, sums = s)] #[doc \
         = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }";
    NO_ADDITIONS: "the engine `{0}` is of kind `tensor` and does not say in which order it adds",
        "add `additions = FmaChain` (or another order) and `sums = path`, or `additions = None` where it adds nothing \
         up",
        "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor)] #[doc = \"d\"] fn f(input: &Input, size: \
         u32) -> Plan { p() }";
    NO_SUMS: "no `sums` function makes the engine add, so the order `{0}` cannot be checked",
        "add `sums = path` of a `fn(&Sums) -> Vec<Input>`: inputs with which the engine adds up the given products",
        "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict)] #[doc = \"d\"] fn \
         f(input: &Input, size: u32) -> Plan { p() }";
    SUMS_OF_NOTHING: "sums are given, and no order of additions is declared that they could show",
        "declare it, such as `additions = FmaChain`, or remove `sums`",
        "#[vyre_engine(invariants(Deterministic), inputs = i, kind = composed, sums = s)] #[doc = \"d\"] fn f(input: \
         &Input, size: u32) -> Plan { p() }";
    TWO_SUMS: "`sums` and `similar_sums` are both given, and one of them is used",
        "keep `sums` where the operands hold the products that are asked for, else `similar_sums`",
        "#[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = s, \
         similar_sums = s)] #[doc = \"d\"] fn f(input: &Input, size: u32) -> Plan { p() }";
    ADDITIONS_OF_INTEGERS: "an engine of integers has no order of additions: its sums are the same in each",
        "write `kind = tensor` or `kind = composed` where it adds floats, or remove `additions`",
        "#[vyre_engine(invariants(Deterministic), inputs = i, additions = Strict, sums = s)] #[doc = \"d\"] fn \
         f(input: &Input, size: u32) -> Plan { p() }";
}
