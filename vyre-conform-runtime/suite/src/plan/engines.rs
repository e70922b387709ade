//! The obligations of engines.

use super::oracle::{ClaimKind, Implementation, Question};
use super::{Obligation, Part, Plan, PlanError};
use vyre_conform_runtime::engine::{Check, EngineDef};
use vyre_conform_spec::Invariant;

/// Admits the replay of saved failures, on the interpreter and on every backend.
pub(super) fn regressions(
    plan: &mut Plan,
    def: &EngineDef,
    backends: &[String],
) -> Result<(), PlanError> {
    let op = || def.id.to_owned();
    let check = Check::Regressions;
    let interpreter = Implementation::Interpreter { op: op() };
    admit(plan, def, check, "interpreter", interpreter)?;
    for backend in backends {
        let lowering = Implementation::Lowering {
            op: op(),
            backend: backend.clone(),
        };
        admit(plan, def, check, backend, lowering)?;
    }
    Ok(())
}

/// Admits all obligations of an engine: its gates, then each check on the interpreter and on every backend.
pub(super) fn obligations(
    plan: &mut Plan,
    def: &EngineDef,
    backends: &[String],
) -> Result<(), PlanError> {
    let op = || def.id.to_owned();
    let interpreter = Implementation::Interpreter { op: op() };
    admit(plan, def, Check::Gates, "interpreter", interpreter.clone())?;
    for check in on_every_runner(def) {
        admit(plan, def, check, "interpreter", interpreter.clone())?;
    }
    for backend in backends {
        let lowering = || Implementation::Lowering {
            op: op(),
            backend: backend.clone(),
        };
        admit(plan, def, Check::Parity, backend, lowering())?;
        for check in on_every_runner(def) {
            admit(plan, def, check, backend, lowering())?;
        }
    }
    Ok(())
}

/// The checks that run on the interpreter and on backends alike.
fn on_every_runner(def: &EngineDef) -> Vec<Check> {
    let mut checks: Vec<Check> = def
        .invariants
        .iter()
        .map(|i| Check::Invariant(*i))
        .collect();
    checks.extend(def.reference.map(|_| Check::Reference));
    checks.extend((!def.corpus.is_empty()).then_some(Check::Corpus));
    checks.extend(
        def.accumulation
            .is_some()
            .then_some(Check::AccumulationOrder),
    );
    checks
}

/// The kind of claim of a check.
fn claim(def: &EngineDef, check: Check) -> ClaimKind {
    use Invariant as I;
    match check {
        Check::Parity => ClaimKind::Words,
        Check::Reference => ClaimKind::Values,
        Check::Corpus => ClaimKind::CitedValues,
        Check::Invariant(I::NoOutputLost | I::NoDuplicateOutput) => match def.reference {
            Some(_) => ClaimKind::Values,
            None => ClaimKind::CitedValues,
        },
        _ => ClaimKind::Property,
    }
}

/// Admits `<engine>::<check>::<runner>`; gates have no runner.
fn admit(
    plan: &mut Plan,
    def: &EngineDef,
    check: Check,
    runner: &str,
    subject: Implementation,
) -> Result<(), PlanError> {
    let question = Question {
        subject,
        claim: claim(def, check),
    };
    let oracle = question
        .strongest()
        .expect("every claim about an engine has an oracle");
    let provenance = question.provenance(oracle);
    let id = match check {
        Check::Gates => format!("{}::gates", def.id),
        _ => format!("{}::{}::{runner}", def.id, check.slug()),
    };
    plan.admit(Obligation {
        id,
        op: def.id.into(),
        part: Part::Engine(check),
        question,
        oracle,
        provenance,
    })
}
