//! Hand-written kernels of an engine: its gates compile them, so that one that does not compile is one failure with the
//! name of its text, and no other trial of the engine runs on that backend.

use super::{Interruption, Run};
use crate::report::Report;
use vyre_conform_spec::Profile;
use vyre_conform_suite::invariants::{kernel_choices, uncompiled_kernel};
use vyre_conform_suite::record::Failure;

/// Checks that every hand-written kernel compiles on the backends of this run that use it.
pub(super) fn compile(run: &Run<'_>) -> Result<(), Interruption> {
    let slugs = run.context.slugs().into_iter();
    let refused = slugs.filter_map(|slug| {
        let [program, said] = uncompiled(run, &slug)?;
        Some([slug, program, said])
    });
    let refused: Vec<[String; 3]> = refused.collect();
    if refused.is_empty() {
        Ok(())
    } else {
        Err(failure(run, &refused))
    }
}

/// The engine's program whose hand-written kernel does not compile on this backend, with the compiler's message;
/// computed once per run.
pub(in crate::run) fn uncompiled(run: &Run<'_>, slug: &str) -> Option<[String; 2]> {
    let backend = run.context.backend(slug)?;
    if backend.identity().profile() != Some(Profile::Native) {
        return None;
    }
    run.context
        .gates()
        .uncompiled_kernel(run.engine().id, slug, || {
            // A backend that cannot name its texts fails in its own parts.
            let choices = kernel_choices(run.engine(), run.context.catalog(), backend);
            uncompiled_kernel(&choices.unwrap_or_default(), backend)
        })
}

fn failure(run: &Run<'_>, refused: &[[String; 3]]) -> Interruption {
    let id = &run.obligation.id;
    let sentence = |[backend, program, _]: &[String; 3]| {
        format!("the hand-written kernel for `{program}` does not compile on {backend}")
    };
    let sentences: Vec<String> = refused.iter().map(sentence).collect();
    let headline = format!("{id}: {}", sentences.join("; "));
    let mut report = Report::new(&headline);
    for [backend, _, said] in refused {
        report.entry(&format!("compiler of {backend}"), said);
    }
    report.details.actual = refused.first().map(|[.., said]| said.clone());
    let (report, details) = report.parts();
    Interruption::Refuted(Box::new(Failure {
        headline,
        report,
        details,
        ..Failure::default()
    }))
}
