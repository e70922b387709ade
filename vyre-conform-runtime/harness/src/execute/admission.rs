//! What is shown about a definition itself: the gates that need types or a run, coverage,
//! determinism.

use super::{Run, Stop};
use crate::hardware::misspelt;
use vyre_conform_runtime::generate::{self, Part, Set, Source};
use vyre_conform_runtime::registry::{LawParam, OpRef};
use vyre_conform_suite::backend;
use vyre_conform_suite::record::Covered;
use vyre_conform_suite::strategy;

/// Times a batch is repeated on a backend.
pub(super) const REPEATS: u32 = 4;

/// Threads that ask the reference at once.
pub(super) const THREADS: usize = 2;

/// Cases of the batch that is asked again and again.
pub(super) const REPEATED_CASES: u64 = 1 << 16;

impl Run<'_> {
    /// Gates 2 and 3, the part that needs types: the body translates and validates, every law has
    /// types, every op a law names is registered.
    pub(super) fn gates(&self) -> Result<u64, Stop> {
        let def = self.op.def;
        let mut problems = vec![];
        let admitted = self.context.known().admitted(self.op);
        problems.extend(admitted.problems.iter().cloned());
        problems.extend(admitted.texts.iter().map(|(_, problem)| problem.clone()));
        if let Some(Err(found)) = self.op.declared_correction() {
            problems.extend(found.iter().map(ToString::to_string));
        }
        let backends = self.context.slugs();
        let backends = backends
            .iter()
            .filter_map(|slug| self.context.backend(slug));
        let listed = backends.flat_map(|b| b.identity().features.iter().map(String::as_str));
        problems.extend(misspelt(def, &listed.collect::<Vec<_>>()));
        let is_strict = |op: &OpRef| op.track().is_strict();
        for (k, law) in def.laws.iter().enumerate() {
            let place = format!("{}:{}", def.place.file, law.line);
            if let Err(stop) = self.typed_law(k) {
                problems.push(format!("{place}: {stop}"));
            }
            for param in law.params {
                let LawParam::Op(op) = param else { continue };
                let (text, path) = (law.text, (op.key.path)());
                match self.context.catalog().by_key(op.key) {
                    None => problems.push(format!(
                        "{place}: {text} names `{path}`, which is not a registered op: add #[vyre_op] \
                         to it"
                    )),
                    Some(other) if is_strict(&def.op) && !is_strict(&other.def.op) => {
                        problems.push(format!(
                            "{place}: {text} names `{path}`, whose results may be off on a backend: a \
                             strict op's laws name strict ops"
                        ));
                    }
                    Some(_) => {}
                }
            }
        }
        if problems.is_empty() {
            return Ok(1);
        }
        let message = format!("gate refused:\n  {}", problems.join("\n  "));
        Err(self.refuted(&message, 1, 1))
    }

    /// Every class is hit by a generated input; every boundary is run.
    pub(super) fn coverage(&self, covered: &mut Option<Covered>) -> Result<u64, Stop> {
        let def = self.op.def;
        let seed = self.context.settings().plan.seed;
        let impossible = |e: generate::InputError| Stop::Impossible(e.to_string());
        let boundaries = generate::boundary(def).map_err(impossible)?;
        let found = generate::find_classes(def, seed).map_err(impossible)?;
        let samples = generate::samples(def, &found);
        // The inputs that backends run, asked once more about every boundary and every class.
        let counted = strategy::coverage(def, &[&boundaries, &samples]);
        let ((classes, of_classes), (hit, of)) = (counted.classes_hit(), counted.boundaries_hit());
        *covered = Some(Covered {
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
                let message = format!(
                    "gate refused:\n  {}",
                    lines.collect::<Vec<_>>().join("\n  ")
                );
                Err(self.refuted(&message, open.max(1), cases + open))
            }
            true if open > 0 => Err(self.refuted("a boundary is not run", open, cases + open)),
            true => Ok(cases),
        }
    }

    /// The same answer every time, on the reference (gate 4) or on a backend.
    pub(super) fn deterministic(&self) -> Result<u64, Stop> {
        let witnesses = self.inputs(Set::Witnessed)?;
        let range = 0..witnesses.len().min(REPEATED_CASES);
        if self.obligation.backend().is_none() {
            let source = Part::new(&*witnesses, range);
            let asked = source.len();
            return strategy::determinism(&self.op.def.op, &source, THREADS)
                .map(|asked| asked.calls)
                .map_err(|e| self.refuted(&e.to_string(), 1, asked));
        }
        let loaded = self.subject()?;
        let found = backend::determinism(&*loaded, &*witnesses, range, REPEATS)?;
        match found.difference {
            None => Ok(found.cases * u64::from(found.runs)),
            Some(d) => {
                let message = format!(
                    "run {} of the same batch differs from run 0 in case {} ({:?}): first {:x?}, then {:x?}",
                    d.run, d.case, d.inputs, d.first, d.then
                );
                Err(self.refuted(&message, 1, found.cases * u64::from(found.runs)))
            }
        }
    }
}
