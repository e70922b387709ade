//! Kill scores of certificates.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::time::Duration;
use vyre_conform_certificate::certificate::{KillScore, OpEvidence};
use vyre_conform_prove::mutate::{MutantResult, OpMutants, try_mutants};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::{Catalog, Op};

/// Time limit of a solver per mutant.
const TIME: Duration = Duration::from_secs(5);

/// The scores of those of these ops that have one, by id.
pub(super) fn scores(catalog: &Catalog, ops: &[OpEvidence]) -> BTreeMap<String, KillScore> {
    let solvers = Solvers::on_path();
    let scored = ops.par_iter().filter(|op| op.needs_kills());
    let found = scored.filter_map(|op| catalog.find(&op.id));
    found
        .map(|op| (op.def.id.to_owned(), score(catalog, op, &solvers)))
        .collect()
}

/// The score of an op.
pub(super) fn score(catalog: &Catalog, op: &Op, solvers: &Solvers) -> KillScore {
    match try_mutants(catalog, op, solvers, TIME) {
        Ok(judged) => of(&judged),
        Err(reason) => KillScore::left_out(reason.to_string()),
    }
}

fn of(judged: &OpMutants) -> KillScore {
    let OpMutants {
        results,
        equivalent,
        repeated,
    } = judged;
    let count =
        |is: &dyn Fn(&MutantResult) -> bool| results.iter().filter(|fate| is(fate)).count() as u64;
    KillScore {
        killed: count(&|fate| fate.parity),
        survived: count(&|fate| !fate.parity && fate.undecided.is_none()),
        undecided: count(&|fate| fate.undecided.is_some()),
        refused: count(&|fate| fate.killed_by.is_some()),
        equivalent: *equivalent as u64,
        repeated: *repeated as u64,
        left_out: None,
    }
}
