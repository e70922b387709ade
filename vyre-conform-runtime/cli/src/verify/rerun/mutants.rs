//! Repeated judgement of mutants for kill scores.

use crate::kills::score;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_certificate::escape::plain;
use vyre_conform_harness::Context;
use vyre_conform_harness::report::pluralize;
use vyre_conform_prove::solver::Solvers;

/// The reason why some mutants were not judged again.
pub(super) const UNDECIDED_MUTANTS: &str = "some of its mutants are undecided, there or here";

/// Result of judging mutants again.
#[derive(Default)]
pub(super) struct JudgedAgain {
    pub(super) problems: Vec<String>,
    /// Ops with undecided mutants in the certificate or here, with their numbers.
    pub(super) undecided: Vec<String>,
}

/// Judges the mutants of some ops again. Undecided ones, in the certificate or here, are counted: without a solver
/// there are more.
pub(super) fn kills(
    context: &Context,
    certificate: &Certificate,
    chosen: impl Fn(usize) -> bool,
) -> JudgedAgain {
    let solvers = Solvers::on_path();
    let ops = certificate.evidence.ops.iter().enumerate();
    let mut judged = JudgedAgain::default();
    for (_, op) in ops.filter(|(n, _)| chosen(*n)) {
        let Some((message, here)) = op.kills.as_ref().zip(context.catalog().find(&op.id)) else {
            continue;
        };
        let found = score(context.catalog(), here, &solvers);
        if !message.agrees(&found) {
            let problem = format!("{}: it says: {message}; here {found}", plain(&op.id));
            judged.problems.push(problem);
        }
        if message.undecided + found.undecided > 0 {
            judged.undecided.push(format!(
                "{}: {} undecided there, {} here",
                op.id,
                pluralize(message.undecided, "mutant", "mutants"),
                found.undecided
            ));
        }
    }
    judged
}
