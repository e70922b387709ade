//! Coverage: a generated input hits every class, and every boundary runs.

use super::{Interruption, PartOutcome, PartResult, Run};
use vyre_conform_runtime::generate::{self, Source};
use vyre_conform_suite::record::CoveredClasses;
use vyre_conform_suite::strategy;

pub(super) fn run(run: &Run<'_>) -> PartOutcome {
    let def = run.op().def;
    let seed = run.context.settings().plan.seed;
    let impossible = |e: generate::InputError| Interruption::Impossible(e.to_string());
    let boundaries = generate::boundary(def).map_err(impossible)?;
    let found = generate::find_classes(def, seed).map_err(impossible)?;
    let samples = generate::samples(def, &found);
    // The inputs of backends, evaluated again for every boundary and class.
    let counted = strategy::coverage(def, &[&boundaries, &samples]);
    let ((classes, of_classes), (hit, of)) = (counted.classes_hit(), counted.boundaries_hit());
    let _ = run.covered.set(CoveredClasses {
        boundaries: hit as u64,
        classes: classes as u64,
    });
    let cases = samples.len() + boundaries.len();
    let open = (of_classes - classes + of - hit) as u64;
    let unhit = generate::not_hit(def, &found);
    match unhit.is_empty() {
        false => {
            let place = |line: u32| format!("{}:{line}", def.place.file);
            let lines = unhit
                .iter()
                .map(|(line, e)| format!("{}: {e}", place(*line)));
            let lines: Vec<String> = lines.collect();
            let message = format!("gate refused:\n  {}", lines.join("\n  "));
            Err(run.refuted(&message, open.max(1), cases + open))
        }
        true if open > 0 => Err(run.refuted("a boundary is not run", open, cases + open)),
        true => PartResult::cases(cases),
    }
}
