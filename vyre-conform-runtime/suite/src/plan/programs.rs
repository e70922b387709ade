//! The obligations of programs without an engine: random ones, those of files, and shaders.

use super::oracle::{ClaimKind, Implementation, Question};
use super::{Obligation, Part, Plan, PlanError, PlanOptions};
use crate::wgsl::WgslTest;
use vyre_conform_spec::Profile;

/// Placeholder in ids for an op or engine: `programs::llvmpipe::random`.
pub const PROGRAMS: &str = "programs";

/// The obligations of random programs and of files of programs on these backends: empty if no random program is
/// requested, and for tracks without L3.
///
/// # Errors
///
/// As for [`Plan::admit`].
pub fn of_programs(backends: &[String], options: &PlanOptions) -> Result<Plan, PlanError> {
    let mut plan = Plan::new();
    obligations(&mut plan, backends, options)?;
    Ok(plan)
}

/// Admits `programs::<backend>::random` on every backend, `programs::<backend>::filetests` if there are files, and
/// `programs::<backend>::wgsl::<name>` for each shader on backends other than profiles, which compile only native
/// texts.
pub(super) fn obligations(
    plan: &mut Plan,
    backends: &[String],
    options: &PlanOptions,
) -> Result<(), PlanError> {
    if !options.takes_programs() {
        return Ok(());
    }
    for backend in backends {
        // The interpreter computes the words of a random program; those of a file are hand-written rows.
        plan.admit(obligation(
            backend,
            "random",
            Part::Programs,
            ClaimKind::Words,
        ))?;
        if !options.filetests.is_empty() {
            let (part, claim) = (Part::Filetests, ClaimKind::RowValues);
            plan.admit(obligation(backend, part.name(), part.clone(), claim))?;
        }
        let shaders = options
            .wgsl
            .iter()
            .filter(|_| Profile::of(backend).is_none());
        for test in shaders.filter_map(|name| WgslTest::find(name)) {
            let (part, claim) = (Part::Wgsl(test.name), ClaimKind::RowValues);
            let name = format!("{}::{}", part.name(), test.name);
            plan.admit(obligation(backend, &name, part, claim))?;
        }
    }
    Ok(())
}

/// An obligation of programs on a backend.
fn obligation(backend: &str, name: &str, part: Part, claim: ClaimKind) -> Obligation {
    let question = Question {
        subject: Implementation::Lowering {
            op: PROGRAMS.into(),
            backend: backend.into(),
        },
        claim,
    };
    let oracle = question.strongest().expect("words and rows have an oracle");
    let provenance = question.provenance(oracle);
    Obligation {
        id: format!("{PROGRAMS}::{backend}::{name}"),
        op: PROGRAMS.into(),
        part,
        question,
        oracle,
        provenance,
    }
}
