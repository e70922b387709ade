//! Places of the values of a law's steps: one value per case only if every case may have its own.
//!
//! In a source with rows and columns, most terms depend on some of the variables alone. Such a term is computed once
//! per combination of these, and every case reads it from there.

use super::rows::Access;
use super::shape::Shape;
use vyre_conform_suite::backend::law::plan::{LawPlan, LawStep, StepId};

/// Maximal number of values of a table.
const LARGEST_TABLE: u64 = 1 << 18;

/// Dependency of a step's value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Constant.
    Constant,
    /// The row of a round.
    Row,
    /// The index in the row.
    Column,
    /// The index in the row and some of the slow variables: a table by its number.
    Table(usize),
    /// The case.
    Case,
}

/// The places of the steps of a plan.
pub(super) struct Places {
    /// One place per step.
    pub(super) steps: Vec<Place>,
    /// The slow variables that each table depends on, ascending.
    pub(super) tables: Vec<Vec<usize>>,
}

impl Places {
    pub(super) fn new(plan: &LawPlan<'_>, shape: Option<&Shape>) -> Self {
        let mut places = Self {
            steps: Vec::with_capacity(plan.steps.len()),
            tables: Vec::new(),
        };
        // For each step, the slow variables that it depends on, and true if it depends on any other.
        let mut depends: Vec<(Vec<usize>, bool)> = Vec::new();
        for (step, _) in &plan.steps {
            let mut slow = Vec::new();
            let mut fast = false;
            let place = match (step, shape) {
                (LawStep::Constant(_), _) => Place::Constant,
                (LawStep::Variable(k), Some(shape)) if *k < shape.slow => {
                    slow.push(*k);
                    Place::Row
                }
                (LawStep::Variable(_), Some(_)) => {
                    fast = true;
                    Place::Column
                }
                (_, None) => Place::Case,
                (_, Some(shape)) => {
                    let operands = operands(step);
                    for operand in &operands {
                        slow.extend(&depends[*operand].0);
                        fast |= depends[*operand].1;
                    }
                    slow.sort_unstable();
                    slow.dedup();
                    let leaves = |id: &StepId| {
                        matches!(
                            plan.steps[*id].0,
                            LawStep::Variable(_) | LawStep::Constant(_)
                        )
                    };
                    let values = shape.combinations(&slow).saturating_mul(shape.len.into());
                    match (slow.len(), fast) {
                        (0, false) => Place::Case,
                        (0, true) => Place::Column,
                        (_, false) => Place::Row,
                        (n, true)
                            if n < shape.slow
                                && values <= LARGEST_TABLE
                                && operands.iter().all(leaves) =>
                        {
                            Place::Table(places.table(&slow))
                        }
                        _ => Place::Case,
                    }
                }
            };
            depends.push((slow, fast));
            places.steps.push(place);
        }
        places
    }

    fn table(&mut self, slow: &[usize]) -> usize {
        let known = self.tables.iter().position(|t| t == slow);
        known.unwrap_or_else(|| {
            self.tables.push(slow.to_vec());
            self.tables.len() - 1
        })
    }

    /// The access of a shader that computes `for_step`, or of the comparison, to a step.
    pub(super) fn access(&self, for_step: Option<StepId>, step: StepId) -> Access {
        let inside = for_step.map_or(&Place::Case, |id| &self.steps[id]);
        match (inside, &self.steps[step]) {
            (_, Place::Constant) => Access::One,
            // Values in sequence are computed as the cases of a line.
            (Place::Row | Place::Column, _) => Access::Case,
            (_, Place::Row) => Access::Row,
            (_, Place::Column) => Access::Column,
            (_, Place::Table(_)) => Access::Table,
            (_, Place::Case) => Access::Case,
        }
    }

    /// Bytes per case that pass through memory: everything written for a case or read for it alone.
    pub(super) fn bytes_per_case(&self, plan: &LawPlan<'_>) -> u64 {
        let of_case = |id: &StepId| match self.steps[*id] {
            Place::Case => plan.steps[*id].1.bytes() as u64,
            _ => 0,
        };
        let computed = plan.steps.iter().enumerate().filter(|(id, (step, _))| {
            self.steps[*id] == Place::Case && matches!(step, LawStep::Apply(..) | LawStep::Sum(..))
        });
        let moved = |(id, (step, _)): (StepId, &(LawStep, _))| {
            of_case(&id) + operands(step).iter().map(of_case).sum::<u64>()
        };
        computed.map(moved).sum::<u64>() + plan.compared().iter().map(of_case).sum::<u64>()
    }

    /// Bytes per case in use until its round ends.
    pub(super) fn bytes_kept(&self, plan: &LawPlan<'_>) -> u64 {
        let steps = self.steps.iter().zip(&plan.steps);
        let of_case = steps.filter(|(place, _)| **place == Place::Case);
        of_case.map(|(_, (_, ty))| ty.bytes() as u64).sum()
    }

    /// Bytes of the tables of a shape, each written once and read at least once.
    pub(super) fn table_bytes(&self, plan: &LawPlan<'_>, shape: &Shape) -> u64 {
        let bytes =
            |(place, (_, ty)): (&Place, &(LawStep, vyre_conform_spec::ValueType))| match place {
                Place::Table(t) => {
                    let values = shape.combinations(&self.tables[*t]) * u64::from(shape.len);
                    2 * values * ty.bytes() as u64
                }
                _ => 0,
            };
        self.steps.iter().zip(&plan.steps).map(bytes).sum()
    }
}

/// The operands of a step.
pub(super) fn operands(step: &LawStep) -> Vec<StepId> {
    match step {
        LawStep::Apply(_, args) => args.clone(),
        LawStep::Sum(l, r) => vec![*l, *r],
        LawStep::Variable(_) | LawStep::Constant(_) => Vec::new(),
    }
}
