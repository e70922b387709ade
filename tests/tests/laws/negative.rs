//! Negative laws: each is declared with a witness, which is checked.

use super::ops::*;
use vyre_conform_runtime::registry::{LawDef, LawParam, OpRef, Polarity, op_ref};
use vyre_conform_runtime::spec::law::find;
use vyre_conform_runtime::value::Value;
use vyre_conform_suite::strategy::{RefutationError, TypedLaw, refutation};

fn typed(def: &LawDef, op: OpRef) -> TypedLaw {
    TypedLaw::new(def, &op).unwrap_or_else(|e| panic!("{e}"))
}

fn not_commutative(witness: fn() -> Vec<Value>) -> LawDef {
    let law = || find("Commutative").expect("a law");
    let polarity = Polarity::Refuted { witness };
    LawDef::new(law, &[], polarity, "Not(Commutative)", 7)
}

/// Oracle: 0 - 1 is not 1 - 0, and 3 - 3 is 3 - 3.
#[test]
fn a_witness_must_break_the_law() {
    let good = typed(
        &not_commutative(|| [0u32, 1].map(Value::of).to_vec()),
        op_ref(sub),
    );
    assert_eq!(good.symbols(), "¬ ∀ a b: sub(a, b) = sub(b, a)");
    let shown = refutation(&good).expect("it breaks the law");
    assert_eq!(
        shown.steps.last().map(String::as_str),
        Some("sub(a, b) ≠ sub(b, a): 0xffff_ffff ≠ 0x0000_0001")
    );
    let weak = typed(
        &not_commutative(|| [3u32, 3].map(Value::of).to_vec()),
        op_ref(sub),
    );
    let refused = refutation(&weak).expect_err("it does not");
    assert!(matches!(refused, RefutationError::NotBroken { .. }));
    assert!(
        refused
            .to_string()
            .contains("Name values for which the claim is false")
    );
    // A true law cannot be declared negative, whatever the witness.
    let truth = typed(
        &not_commutative(|| [0u32, 1].map(Value::of).to_vec()),
        op_ref(add),
    );
    assert!(refutation(&truth).is_err());
}

/// Oracle: the number of variables of the claim: two.
#[test]
fn a_witness_has_one_value_a_variable() {
    let short = not_commutative(|| vec![Value::of(1u32)]);
    let refused = TypedLaw::new(&short, &op_ref(sub)).expect_err("one value is missing");
    assert!(refused.to_string().contains("(u32, u32)"), "{refused}");
    let mixed = not_commutative(|| vec![Value::of(1u32), Value::of(true)]);
    assert!(TypedLaw::new(&mixed, &op_ref(sub)).is_err());
}

/// Oracle: 2^16 * 2^16 is 2^32, which wraps to 0.
#[test]
fn zero_product_declared_false_is_a_negative_law() {
    let law = || find("ZeroProduct").expect("a law");
    let polarity = Polarity::Refuted {
        witness: || [1u32 << 16, 1 << 16].map(Value::of).to_vec(),
    };
    let def = LawDef::new(law, &[], polarity, "ZeroProduct(false)", 1);
    let law = typed(&def, op_ref(mul));
    assert!(law.is_negative() && refutation(&law).is_ok());
    assert!(refutation(&typed(&def, op_ref(bit_or))).is_err());
}

/// Oracle: a law that is declared to hold has no witness.
#[test]
fn true_law_has_no_witness() {
    let law = || find("Identity").expect("a law");
    let params = &[LawParam::Value(|| Value::of(0u32))];
    let def = LawDef::new(law, params, Polarity::Holds, "Identity(0)", 1);
    let law = typed(&def, op_ref(add));
    assert!(matches!(
        refutation(&law),
        Err(RefutationError::NotNegative { .. })
    ));
}
