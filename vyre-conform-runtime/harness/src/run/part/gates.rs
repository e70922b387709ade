//! Gates 2 and 3, as far as they need types: the body translates and validates, laws have types, and the ops that they
//! name are registered.

use super::{PartOutcome, PartResult, Run};
use crate::hardware::misspelt;
use vyre_conform_runtime::registry::{LawParam, OpRef};

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    let def = run.op().def;
    let mut problems = vec![];
    let admitted = run.context.gates().admitted(run.op());
    problems.extend(admitted.problems.iter().cloned());
    problems.extend(admitted.texts.iter().map(|(_, problem)| problem.clone()));
    if let Some(Err(found)) = run.op().declared_correction() {
        problems.extend(found.iter().map(ToString::to_string));
    }
    let backends = run.context.slugs();
    let backends = backends.iter().filter_map(|slug| run.context.backend(slug));
    let listed = backends.flat_map(|b| b.identity().features.iter().map(String::as_str));
    problems.extend(misspelt(def, &listed.collect::<Vec<_>>()));
    let is_strict = |op: &OpRef| op.track().is_strict();
    for (k, law) in def.laws.iter().enumerate() {
        let place = format!("{}:{}", def.place.file, law.line);
        if let Err(stop) = run.typed_law(k) {
            problems.push(format!("{place}: {stop}"));
        }
        for param in law.params {
            let LawParam::Op(op) = param else { continue };
            let (text, path) = (law.text, (op.key.path)());
            match run.context.catalog().by_key(op.key) {
                None => problems.push(format!(
                    "{place}: {text} names `{path}`, which is not a registered op: add #[vyre_op] \
                     to it"
                )),
                Some(other) if is_strict(&def.op) && !is_strict(&other.def.op) => {
                    problems.push(format!(
                        "{place}: {text} names `{path}`, whose results may deviate on a backend: laws of a strict op \
                         name strict ops"
                    ));
                }
                Some(_) => {}
            }
        }
    }
    if problems.is_empty() {
        return PartResult::cases(1);
    }
    let message = format!("gate refused:\n  {}", problems.join("\n  "));
    Err(run.refuted(&message, 1, 1))
}
