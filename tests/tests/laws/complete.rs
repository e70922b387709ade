//! Results that rows and laws determine, counted by hand.

use super::reports::def;
use super::{declare, value};
use vyre_conform_runtime::registry::{OpRef, RowDef, op_ref};
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::completeness::{Completeness, completeness};
use vyre_conform_suite::strategy::{Argument, TypedLaw};

fn add() -> OpRef {
    op_ref(u32::wrapping_add)
}

fn mul() -> OpRef {
    op_ref(u32::wrapping_mul)
}

fn completeness_of(op: OpRef, laws: &[TypedLaw], injective: bool) -> Completeness {
    let def = def("u32::f", op);
    completeness(&def, laws, &|_, _| injective).expect("two operands of integers")
}

/// Oracle: counting: an identity determines one row and one column of the table; commutativity determines the mirrored
/// result for each known one; distribution over addition determines all products, starting from 1, and that of 0 and 0
/// if addition cancels.
#[test]
fn results_forced_by_laws_are_counted() {
    let zero = || vec![value(0u32)];
    let identity = declare("Identity(0)", add(), zero());
    let commutative = declare("Commutative", add(), vec![]);
    assert_eq!(completeness_of(add(), &[], false).forced, 0);
    let one = completeness_of(add(), std::slice::from_ref(&identity), false);
    assert_eq!((one.forced, one.results, one.percent()), (31, 256, 12));
    let left = declare("LeftIdentity(0)", add(), zero());
    assert_eq!(
        completeness_of(add(), std::slice::from_ref(&left), false).forced,
        16
    );
    let both = [left, commutative.clone()];
    assert_eq!(completeness_of(add(), &both, false).forced, 31);
    let products = [
        declare("Commutative", mul(), vec![]),
        declare("Identity(1)", mul(), vec![value(1u32)]),
        declare("DistributiveOver(add)", mul(), vec![Argument::Op(add())]),
    ];
    assert_eq!(completeness_of(mul(), &products, false).forced, 255);
    let whole = completeness_of(mul(), &products, true);
    assert_eq!((whole.forced, whole.percent()), (256, 100));
    assert_eq!(whole.differences, []);
    let mut with_row = def("u32::f", add());
    static ROWS: [RowDef; 1] = [RowDef::new(
        || [3u32, 5].map(Value::of).to_vec(),
        || Value::of(8u32),
        "small numbers",
        None,
        1,
    )];
    with_row.rows = &ROWS;
    let row = completeness(&with_row, &[commutative], &|_, _| false).expect("integers");
    assert_eq!(row.forced, 2);
}

/// Oracle: commutativity, checked against the function in the report: it gives mirrored pairs the same result.
#[test]
fn the_other_function_obeys_the_laws() {
    let laws = [
        declare("Commutative", add(), vec![]),
        declare("Identity(0)", add(), vec![value(0u32)]),
    ];
    let outcome = completeness_of(add(), &laws, false);
    let of = |a: u32, b: u32| {
        let inputs = [a, b].map(Value::of);
        let changed = outcome.differences.iter().find(|d| d.inputs == inputs);
        changed.map_or(Value::of(a.wrapping_add(b)), |d| d.other_result)
    };
    assert!(!outcome.differences.is_empty());
    for difference in &outcome.differences {
        assert_ne!(difference.op_result, difference.other_result);
    }
    for a in 0..16 {
        assert_eq!((of(a, 0), of(0, a)), (Value::of(a), Value::of(a)));
        for b in 0..16 {
            assert_eq!(of(a, b), of(b, a), "{a} {b}");
        }
    }
    assert!(
        outcome.to_string().contains("another function"),
        "{outcome}"
    );
}
