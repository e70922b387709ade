//! Reports about laws: types that do not match, symbols and steps, coverage, collisions.

use super::ops::*;
use super::{declare, value};
use vyre_conform_runtime::body::{Ast, Body, Primitive, Shape};
use vyre_conform_runtime::generate::{InputError, Set, Width, exhaustive};
use vyre_conform_runtime::registry::{
    AlternateDef, ClassDef, Lowering, OpDef, OpRef, Package, Place, RowDef, TextPlace, op_ref,
};
use vyre_conform_runtime::spec::{Texts, Tolerance, law::find};
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::strategy::{
    Argument, Reference, TypedLaw, collisions, coverage, failing_classes, rows,
};

fn refused(text: &str, op: OpRef, arguments: Vec<Argument>) -> String {
    let name = text.split('(').next().unwrap_or(text);
    let law = find(name).expect("a law");
    let refused = TypedLaw::declare(law, text, op, arguments);
    refused.expect_err("it does not fit").to_string()
}

/// Oracle: the signatures, reviewed by hand: each message names the operand or parameter.
#[test]
fn mismatches_are_named() {
    let g = |op| vec![Argument::Op(op)];
    assert_eq!(
        refused(
            "DistributiveOver(eq)",
            op_ref(mul),
            g(op_ref(|a: u32, b: u32| a == b))
        ),
        "law DistributiveOver(eq) does not fit `mul`: the result of `g` is a bool, but operand 2 \
         of `mul` is a u32"
    );
    assert_eq!(
        refused("DistributiveOver(not)", op_ref(mul), g(op_ref(bit_not))),
        "law DistributiveOver(not) does not fit `mul`: `bit_not` takes 1 operands where the law \
         applies it to 2"
    );
    assert_eq!(
        refused("Identity(0)", op_ref(add), vec![value(0i32)]),
        "law Identity(0) does not fit `add`: parameter `e` is 0, a i32, but operand 2 of `add` is \
         a u32"
    );
    assert_eq!(
        refused("Commutative", op_ref(shl64), vec![]),
        "law Commutative does not fit `shl64`: `b` is a u32 because operand 2 of `shl64` is, but \
         operand 1 of `shl64` is a u64"
    );
    let lanes = op_ref(|a: [u32; 2]| a);
    assert!(refused("Monotone", lanes, vec![]).contains("[u32; 2] has no order"));
    assert!(refused("Involution", op_ref(add), vec![]).contains("1 operands, this one has 2"));
    assert!(refused("Identity(add)", op_ref(add), g(op_ref(add))).contains("`e` must be a value"));
    assert!(refused("Identity", op_ref(add), vec![]).contains("1 parameters and was given 0"));
    let flags = op_ref(|a: u32| a > 7);
    let complement = vec![Argument::Op(flags), value(true)];
    assert!(refused("Complement(g, true)", flags, complement).contains("bool has no sum"));
}

/// Oracle: the contracts of u64 shifts: the op's signature determines the types of the variables.
#[test]
fn variables_take_the_types_of_operands() {
    use vyre_conform_runtime::spec::ValueType::{I32, U32, U64};
    let identity = declare("RightIdentity(0)", op_ref(shl64), vec![value(0u32)]);
    assert_eq!(identity.variables, [U64]);
    assert_eq!(
        declare("LeftMonotone", op_ref(sar), vec![]).variables,
        [I32, I32, U32]
    );
    let bounds = vec![value(0u64), value(u64::MAX)];
    assert_eq!(
        declare("Bounded", op_ref(shl64), bounds).variables,
        [U64, U32]
    );
}

/// Oracle: the law and its evaluation written by hand.
#[test]
fn both_sides_are_shown_step_by_step() {
    let law = declare(
        "DistributiveOver(mul)",
        op_ref(or),
        vec![Argument::Op(op_ref(mul))],
    );
    let symbols = "∀ a b c: or(a, mul(b, c)) = mul(or(a, b), or(a, c))";
    assert_eq!(law.to_string(), symbols);
    let shown = law.explain(&[0u32, 0x1_0000, 0x1_0000].map(Value::of));
    assert!(!shown.holds);
    assert_eq!(
        shown.steps,
        [
            "mul(b, c) = mul(0x0001_0000, 0x0001_0000) = 0x0000_0000",
            "or(a, mul(b, c)) = or(0x0000_0000, 0x0000_0000) = 0x0000_0000",
            "or(a, b) = or(0x0000_0000, 0x0001_0000) = 0x0000_0001",
            "or(a, c) = or(0x0000_0000, 0x0001_0000) = 0x0000_0001",
            "mul(or(a, b), or(a, c)) = mul(0x0000_0001, 0x0000_0001) = 0x0000_0001",
            "or(a, mul(b, c)) ≠ mul(or(a, b), or(a, c)): 0x0000_0000 ≠ 0x0000_0001",
        ]
    );
    let antisymmetric = declare("Antisymmetric", op_ref(le), vec![]);
    let text = "∀ a b: (le(a, b) = 1 and le(b, a) = 1) implies a = b";
    assert_eq!(antisymmetric.to_string(), text);
}

/// Oracle: docs/spec/laws.md#the-laws: a predicate returns 0 or 1 and nothing else.
#[test]
fn predicate_returning_two_is_refused() {
    let twice = |a: u32, b: u32| 2 * u32::from(a < b);
    let law = declare("Transitive", op_ref(twice), vec![]);
    let case = [1u32, 2, 3].map(Value::of);
    assert!(!law.holds(&case));
    let shown = law.explain(&case);
    assert!(
        shown
            .steps
            .iter()
            .any(|step| step.contains("neither 0 nor 1")),
        "{shown:?}"
    );
    let bytes = exhaustive(&law.variables, Width::U8).expect("a domain");
    assert!(super::over(&law, &*bytes).tally.failures > 0);
}

static BODY: Body = Body::new(
    "none",
    (file!(), line!()),
    &[],
    || Shape::One(Primitive::U32),
    0,
    Ast::Int(0),
);

pub(super) fn def(id: &'static str, op: OpRef) -> OpDef {
    let place = Place::new(module_path!(), file!(), line!());
    let (package, lowering) = (Package::new(None, None), Lowering::Body(&BODY));
    OpDef::new(id, id, place, package, op, lowering).params(&["a", "b"])
}

const fn class(name: &'static str, predicate: OpRef) -> ClassDef {
    ClassDef::new(name, name, name, predicate, 1)
}

static CLASSES: [ClassDef; 2] = [
    class("carry", op_ref(|a: u32, b: u32| a.checked_add(b).is_none())),
    class("rare", op_ref(|a: u32, b: u32| a == 0x1234_5678 && b == 77)),
];

/// Oracle: counting: sums of bytes never carry, and one boundary is a byte.
#[test]
fn coverage_counts_classes_and_boundaries() {
    let mut add = def("u32::add", op_ref(add));
    add.classes = &CLASSES;
    add.boundaries = &[
        || [7u32, 9].map(Value::of).to_vec(),
        || [u32::MAX, 1].map(Value::of).to_vec(),
    ];
    let types = add.op.signature.operands;
    let bytes = exhaustive(types, Width::U8).expect("a domain");
    let report = coverage(&add, &[&*bytes]);
    assert_eq!((report.cases, report.classes_hit()), (65_536, (0, 2)));
    assert_eq!(report.boundaries_hit(), (1, 2));
    let own = Set::Boundary.source(&add, 0, 0).expect("boundaries");
    let report = coverage(&add, &[&*bytes, &*own]);
    assert_eq!(
        (report.classes_hit(), report.boundaries_hit()),
        ((1, 2), (2, 2))
    );
    let Err(InputError::ClassNotHit {
        class, searched, ..
    }) = vyre_conform_runtime::generate::classes(&add, 0)
    else {
        panic!("nothing hits the second class")
    };
    assert_eq!(class, "rare");
    assert!(searched > 1_000_000);
    add.classes = &CLASSES[..1];
    let hits = Set::Classes
        .source(&add, 0, 0)
        .expect("inputs of the first class");
    assert!(hits.len() >= 100);
    assert_eq!(coverage(&add, &[&*hits]).classes[0].cases, hits.len());
}

/// Oracle: reasoning: saturation and wrapping differ exactly where there is a carry.
#[test]
fn failing_cases_are_counted_by_class() {
    let law = declare(
        "InverseOf(sub)",
        op_ref(saturating_add),
        vec![Argument::Op(op_ref(sub))],
    );
    let edges = vyre_conform_runtime::generate::edges(&law.variables);
    let actual = failing_classes(&law, &CLASSES[..1], &*edges, u64::MAX).expect("operands");
    let all = vyre_conform_suite::strategy::check(&[&law], &*edges, Default::default());
    let failures = all.expect("a check")[0].tally.failures;
    assert!(failures > 0);
    assert_eq!(actual[0].cases, failures, "every failing case carries");
}

/// Oracle: docs/spec/ops.md#binary: add wraps; the second row is wrong on purpose.
#[test]
fn a_wrong_row_is_reported_with_both_values() {
    let mut add = def("u32::add", op_ref(add));
    static ROWS: [RowDef; 2] = [row(|| Value::of(0u32)), row(|| Value::of(u32::MAX))];
    add.rows = &ROWS;
    let actual = rows(&add, &Reference, Tolerance::EXACT);
    assert_eq!((actual.rows, actual.failures.len()), (2, 1));
    assert_eq!(actual.failures[0].found(), Some(&[0][..]));
    assert_eq!(actual.failures[0].expected(), Some(Value::of(u32::MAX)));
}

const fn row(expected: fn() -> Value) -> RowDef {
    let inputs = || [u32::MAX, 1].map(Value::of).to_vec();
    let rationale = "the carry out of bit 31 is dropped";
    RowDef::new(inputs, expected, rationale, None, 3)
}

/// Oracle: reasoning: bit_or and max share these laws; a boundary on which they differ distinguishes them, one on which
/// they agree does not.
#[test]
fn law_sets_shared_by_two_ops_are_reported() {
    let laws = |op: OpRef| {
        let zero = vec![value(0u32)];
        vec![
            declare("Commutative", op, vec![]),
            declare("Associative", op, vec![]),
            declare("Idempotent", op, vec![]),
            declare("Identity(0)", op, zero),
        ]
    };
    let (or_laws, max_laws) = (laws(op_ref(bit_or)), laws(op_ref(max)));
    let (mut or_def, max_def) = (
        def("u32::bit_or", op_ref(bit_or)),
        def("u32::max", op_ref(max)),
    );
    or_def.boundaries = &[|| [5u32, 5].map(Value::of).to_vec()];
    let report = collisions(&[(&or_def, &or_laws), (&max_def, &max_laws)]);
    assert_eq!(report.len(), 1, "{report:?}");
    assert!(report[0].equal);
    // An alternate of the op does not define it.
    static ALTERNATES: [AlternateDef; 1] = [AlternateDef::new(
        "same",
        Texts::wgsl("fn bit_or(a: u32, b: u32) -> u32 { return a | b; }"),
        4,
        TextPlace::of_line(4),
    )];
    or_def.alternates = &ALTERNATES;
    let report = collisions(&[(&or_def, &or_laws), (&max_def, &max_laws)]);
    assert_eq!(report.len(), 1, "{report:?}");
    let fewer = &max_laws[..2];
    let report = collisions(&[(&or_def, &or_laws), (&max_def, fewer)]);
    assert_eq!(
        (report.len(), report[0].op, report[0].equal),
        (1, "u32::bit_or", false)
    );
    or_def.boundaries = &[|| [1u32, 2].map(Value::of).to_vec()];
    assert_eq!(
        collisions(&[(&or_def, &or_laws), (&max_def, &max_laws)]),
        []
    );
}
