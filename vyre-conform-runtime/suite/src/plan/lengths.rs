//! Numbers of cases of an op's obligations.

use super::cases::{
    EDGES_PER_VALUE, REPEATED_CASES, REPEATS, THREADS, interpreted, sources, telling_values,
};
use super::{Domain, Part, PlanOptions, input_sets};
use crate::filetests;
use crate::strategy;
use crate::strategy::TypedLaw;
use crate::wgsl::WgslTest;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_runtime::engine::{Cases, Check, EngineDef};
use vyre_conform_runtime::generate::{Set, Width, edge_cases, exhaustive_cases};

/// The number of cases of an obligation about [`PROGRAMS`](super::PROGRAMS); `None` for others, and if a file is
/// unknown.
pub fn programs_length(part: &Part, options: &PlanOptions) -> Option<u64> {
    match part {
        Part::Programs => Some(options.programs),
        Part::Filetests => filetests::cases(&options.filetests),
        Part::Wgsl(name) => WgslTest::find(name).map(WgslTest::cases),
        _ => None,
    }
}

/// The number of cases of an engine's obligation; `None` for one that runs as a whole.
pub fn engine_length(def: &EngineDef, part: &Part, options: &PlanOptions) -> Option<u64> {
    match part {
        Part::Engine(Check::Regressions) => None,
        Part::Engine(check) => Some(Cases::of(def, *check, options.engine_inputs).len()),
        _ => None,
    }
}

/// Cached numbers of cases of one op. Subjects share them: a law has the same number on the reference and on every
/// backend.
pub struct Lengths<'a> {
    op: &'a Op,
    options: &'a PlanOptions,
    known: Vec<(Part, Option<u64>)>,
    /// The last requested law: its domains follow one another.
    law: Option<(usize, Option<TypedLaw>)>,
}

impl<'a> Lengths<'a> {
    /// For an op in a run with these options.
    pub fn new(op: &'a Op, options: &'a PlanOptions) -> Self {
        Self {
            op,
            options,
            known: vec![],
            law: None,
        }
    }

    /// [`new`](Self::new) with known numbers from a run with the same seed and number of witnesses.
    pub fn with_computed(mut self, known: Vec<(Part, Option<u64>)>) -> Self {
        self.known = known;
        self
    }

    /// The counted numbers. Counting needs the inputs of the classes, which take long to find.
    pub fn computed(&self) -> &[(Part, Option<u64>)] {
        &self.known
    }

    /// The number of cases of an obligation that is a range of numbered cases; `None` for one that runs as a whole, and
    /// if the cases cannot be generated.
    pub fn part_len(&mut self, part: &Part) -> Option<u64> {
        match part {
            Part::Parity(Set::Boundary | Set::Classes | Set::Adversarial)
            | Part::Law {
                domain: Domain::Witness | Domain::Proved,
                ..
            } => return None,
            Part::Parity(_) | Part::Law { .. } => {}
            Part::Regressions { .. }
            | Part::Gates
            | Part::Table
            | Part::Interpreter
            | Part::Coverage
            | Part::Deterministic
            | Part::Operands
            | Part::Engine(_)
            | Part::Programs
            | Part::Filetests
            | Part::Wgsl(_) => return None,
        }
        if let Some((_, length)) = self.known.iter().find(|(known, _)| known == part) {
            return *length;
        }
        let length = self.count(part);
        self.known.push((part.clone(), length));
        length
    }

    /// The number of cases of a passing obligation that runs as a whole, on the reference or on a backend; `None` for a
    /// range of numbered cases, for engines and saved failures, and if the cases cannot be generated.
    pub fn whole(&mut self, part: &Part, on_backend: bool) -> Option<u64> {
        let def = self.op.def;
        match part {
            Part::Gates
            | Part::Law {
                domain: Domain::Witness | Domain::Proved,
                ..
            } => Some(1),
            Part::Coverage => {
                let classes = if def.classes.is_empty() {
                    0
                } else {
                    self.set(Set::Classes)?
                };
                classes.checked_add(self.set(Set::Boundary)?)
            }
            Part::Table => Some(def.rows.len() as u64),
            Part::Deterministic => {
                let cases = self.options.witnesses.min(REPEATED_CASES);
                Some(if on_backend {
                    cases * u64::from(REPEATS)
                } else {
                    strategy::determinism_calls(cases, THREADS)
                })
            }
            Part::Interpreter => {
                let mut all = 0;
                for set in input_sets(def) {
                    if let Some(limit) = interpreted(set) {
                        all += self.set(set)?.min(limit);
                    }
                }
                Some(all)
            }
            Part::Operands => {
                let types = def.op.signature.operands;
                let each = edge_cases(types).min(EDGES_PER_VALUE);
                let values: usize = types.iter().map(|ty| telling_values(*ty).len()).sum();
                // Each value from a uniform and as a literal.
                Some(each * 2 * values as u64)
            }
            Part::Parity(set @ (Set::Boundary | Set::Classes | Set::Adversarial)) => self.set(*set),
            Part::Regressions { .. }
            | Part::Law { .. }
            | Part::Parity(_)
            | Part::Engine(_)
            | Part::Programs
            | Part::Filetests
            | Part::Wgsl(_) => None,
        }
    }

    /// The number of inputs a set has.
    fn set(&mut self, set: Set) -> Option<u64> {
        let part = Part::Parity(set);
        if let Some((_, length)) = self.known.iter().find(|(known, _)| *known == part) {
            return *length;
        }
        let length = self.count(&part);
        self.known.push((part, length));
        length
    }

    /// A foreign certificate may state any number of witnesses: sums saturate.
    fn count(&mut self, part: &Part) -> Option<u64> {
        let witnesses = self.options.witnesses;
        let def = self.op.def;
        match part {
            Part::Parity(set) => {
                let types = def.op.signature.operands;
                match set {
                    Set::Edges => Some(edge_cases(types)),
                    Set::ExhaustiveU8 => exhaustive_cases(types, Width::U8),
                    Set::ExhaustiveU5 => exhaustive_cases(types, Width::U5),
                    Set::ExhaustiveFull => exhaustive_cases(types, Width::Full),
                    set => Some(set.source(def, self.options.seed, witnesses).ok()?.len()),
                }
            }
            Part::Law { law, domain } => {
                if self.law.as_ref().is_none_or(|(known, _)| known != law) {
                    let typed = TypedLaw::new(&def.laws[*law], &def.op).ok();
                    self.law = Some((*law, typed));
                }
                let typed = self.law.as_ref()?.1.as_ref()?;
                let types = &typed.variables;
                match domain {
                    Domain::Witnessed => Some(edge_cases(types).saturating_add(witnesses)),
                    Domain::ExhaustiveU8 => exhaustive_cases(types, Width::U8),
                    Domain::ExhaustiveU5 => exhaustive_cases(types, Width::U5),
                    Domain::ExhaustiveU16 => exhaustive_cases(types, Width::U16),
                    domain => {
                        let all = sources(typed, *domain, self.options.seed, witnesses).ok()?;
                        let lengths = all.iter().map(|source| source.len());
                        Some(lengths.fold(0, u64::saturating_add))
                    }
                }
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the sources themselves, whose cases the lengths are.
    #[test]
    fn lengths_match_the_sources() {
        use vyre_conform_runtime::generate;
        use vyre_conform_spec::ValueType::{Bool, I32, U32, U64, Vec4U32};
        const F32: vyre_conform_spec::ValueType = vyre_conform_spec::ValueType::F32;
        let shapes: [&[_]; 6] = [
            &[U32],
            &[U64, U32],
            &[Bool],
            &[Vec4U32, I32],
            &[F32, F32, F32],
            &[I32, I32, U32],
        ];
        for types in shapes.iter().chain(&shapes) {
            for width in [Width::U5, Width::U8, Width::U16, Width::Full] {
                let expected = generate::exhaustive(types, width).ok().map(|s| s.len());
                assert_eq!(
                    exhaustive_cases(types, width),
                    expected,
                    "{types:?} {width:?}"
                );
            }
            assert_eq!(edge_cases(types), generate::edges(types).len(), "{types:?}");
            let both = generate::witnessed_parts(types, 1, 1000).map(|s| s.len());
            assert_eq!(both, [edge_cases(types), 1000], "{types:?}");
        }
    }
}
