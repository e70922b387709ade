//! The gate of independence, and the choice of oracles.

use vyre_conform_suite::plan::{
    ClaimKind, Implementation, Obligation, Oracle, Part, Plan, PlanError, Question,
};

fn obligation(subject: Implementation, claim: ClaimKind, oracle: Oracle) -> Obligation {
    let question = Question { subject, claim };
    let provenance = question.provenance(oracle);
    let part = Part::Interpreter;
    let (id, op) = ("toy::x::by_hand".into(), "toy::x".into());
    Obligation {
        id,
        op,
        part,
        question,
        oracle,
        provenance,
    }
}

fn reference() -> Implementation {
    Implementation::Reference {
        op: "toy::x".into(),
    }
}

fn lowering() -> Implementation {
    Implementation::Lowering {
        op: "toy::x".into(),
        backend: "y".into(),
    }
}

/// Oracle: docs/spec/oracles.md#independence.
#[test]
fn a_circular_oracle_is_refused() {
    let mut plan = Plan::new();
    let judged_by_itself = obligation(reference(), ClaimKind::Values, Oracle::Reference);
    let refused = plan
        .admit(judged_by_itself)
        .expect_err("the reference judges itself");
    assert!(matches!(refused, PlanError::Circular { .. }), "{refused}");
    // A lowering whose expected value comes from the same lowering is no better.
    let mut own = obligation(lowering(), ClaimKind::Values, Oracle::Reference);
    own.provenance.push(lowering());
    assert!(matches!(plan.admit(own), Err(PlanError::Circular { .. })));
    assert!(plan.obligations().is_empty());
}

/// Oracle: docs/spec/oracles.md#order-of-oracles.
#[test]
fn a_weaker_oracle_than_applies_is_refused() {
    let mut plan = Plan::new();
    let weak = obligation(lowering(), ClaimKind::RowValues, Oracle::Reference);
    let refused = plan.admit(weak).expect_err("the table applies");
    assert!(
        matches!(
            refused,
            PlanError::Weaker {
                stronger: Oracle::SpecTable,
                ..
            }
        ),
        "{refused}"
    );
    let nonsense = obligation(lowering(), ClaimKind::Property, Oracle::Law);
    assert!(matches!(
        plan.admit(nonsense),
        Err(PlanError::Inapplicable { .. })
    ));
    let right = || obligation(lowering(), ClaimKind::Values, Oracle::Reference);
    plan.admit(right()).expect("admitted");
    assert!(matches!(
        plan.admit(right()),
        Err(PlanError::Duplicate { .. })
    ));
}
