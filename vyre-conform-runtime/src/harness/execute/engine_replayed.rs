//! One case of an engine on the interpreter and every adapter, or a saved input of it.

use super::engine_saved::{self, fits};
use super::engines::engine_of;
use super::replayed::Replayed;
use crate::engine::Check;
use crate::harness::Context;
use crate::harness::trials::meet;
use crate::plan::{Obligation, Part};
use crate::record::Outcome;
use crate::regressions::Case;

/// A saved input of an engine, on the interpreter and on every backend.
pub(super) fn saved(
    context: &Context,
    engine: &str,
    number: usize,
    case: &Case,
) -> Result<Replayed, String> {
    let (mut text, mut fails) = (String::new(), false);
    let runners = [None]
        .into_iter()
        .chain(context.slugs().into_iter().map(Some));
    for runner in runners {
        let mut all = context.plan().obligations().iter();
        let of = |o: &&Obligation| {
            let asked = matches!(o.part, Part::Engine(check) if check != Check::Gates);
            asked && o.op == engine && o.backend() == runner.as_deref()
        };
        let mut obligation = all
            .find(of)
            .ok_or("nothing is asked of the engine")?
            .clone();
        let name = runner.as_deref().unwrap_or("interpreter");
        obligation.id = format!("{engine}::{}::{name}", Check::Regressions.slug());
        obligation.part = Part::Engine(Check::Regressions);
        text += &match engine_saved::replay(context, &obligation, number, case) {
            Ok(true) => format!("{}: holds\n", obligation.id),
            Ok(false) => return Err(fits(engine_of(context, &obligation), case).unwrap_err()),
            Err(Outcome::Failed(failure)) => {
                fails = true;
                failure.report
            }
            Err(Outcome::UnsupportedByBackend { hardware }) => {
                format!("{}: not run: the backend lacks {hardware}\n", obligation.id)
            }
            Err(outcome) => format!("{}: {outcome:?}\n", obligation.id),
        };
    }
    Ok(Replayed { text, fails })
}

/// What is asked of an engine, on the interpreter and on every backend; the context is narrowed to
/// the case.
pub(super) fn engines(context: &Context, engine: &str, check: &str) -> Result<Replayed, String> {
    let asked = |o: &&Obligation| match &o.part {
        Part::Engine(part) => o.op == engine && (check.is_empty() || part.slug() == check),
        _ => false,
    };
    let mut text = String::new();
    let mut fails = false;
    for obligation in context.plan().obligations().iter().filter(asked) {
        let lacks = context
            .no_adapter()
            .filter(|_| obligation.backend().is_some());
        text += &match lacks {
            Some(reason) => format!("{}: not run: {reason}\n", obligation.id),
            None => match meet(context, obligation).outcome {
                Outcome::Passed => format!("{}: holds\n", obligation.id),
                Outcome::Failed(failure) => {
                    fails = true;
                    failure.report
                }
                Outcome::UnsupportedByBackend { hardware } => {
                    format!("{}: not run: the backend lacks {hardware}\n", obligation.id)
                }
                Outcome::NotRun(why) => format!("{}: {why}\n", obligation.id),
            },
        };
    }
    match text.is_empty() {
        true => Err(format!("nothing of that name is asked of `{engine}`")),
        false => Ok(Replayed { text, fails }),
    }
}
