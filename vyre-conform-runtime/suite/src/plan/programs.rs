//! The obligations of random programs.

use super::oracle::{ClaimKind, Implementation, Question};
use super::{Obligation, Part, Plan, PlanOptions, Refused};
use vyre_conform_spec::Track;

/// What stands in ids in place of an op or engine: `programs::llvmpipe::random`.
pub const PROGRAMS: &str = "programs";

/// The obligations of random programs on these backends: none where no program is asked for, or the track is one
/// without L3.
///
/// # Errors
/// Those of [`Plan::admit`].
pub fn of_programs(backends: &[String], options: &PlanOptions) -> Result<Plan, Refused> {
    let mut plan = Plan::new();
    obligations(&mut plan, backends, options)?;
    Ok(plan)
}

/// Admits `programs::<backend>::random` on every backend.
pub(super) fn obligations(
    plan: &mut Plan,
    backends: &[String],
    options: &PlanOptions,
) -> Result<(), Refused> {
    let due = options.programs > 0 && options.takes(Track::Integer);
    for backend in backends.iter().filter(|_| due) {
        let question = Question {
            subject: Implementation::Lowering {
                op: PROGRAMS.into(),
                backend: backend.clone(),
            },
            claim: ClaimKind::Words,
        };
        let oracle = question
            .strongest()
            .expect("the interpreter knows the words of a program");
        let provenance = question.provenance(oracle);
        plan.admit(Obligation {
            id: format!("{PROGRAMS}::{backend}::random"),
            op: PROGRAMS.into(),
            part: Part::Programs,
            question,
            oracle,
            provenance,
        })?;
    }
    Ok(())
}
