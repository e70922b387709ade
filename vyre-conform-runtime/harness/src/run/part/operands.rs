//! Each operand in turn from a uniform and as a literal, which compilers may treat differently.

use super::{Interruption, PartOutcome, PartResult, Run};
use crate::run::counts::CaseCounts;
use crate::run::inputs::CaseRequest;
use vyre_conform_ir::value::Passing;
use vyre_conform_runtime::generate::Set;
use vyre_conform_suite::backend::{self, Operand};
use vyre_conform_suite::failing::Tally;
use vyre_conform_suite::plan::cases::{EDGES_PER_VALUE, telling_values};

pub(super) fn meet(run: &Run<'_>) -> PartOutcome {
    if let Some(CaseRequest { values, passed }) = run.requested_case()?
        && !Passing::all_stored(&passed)
    {
        return match run.differs(&values, &passed)? {
            None => PartResult::cases(1),
            Some(found) => Err(run.parity_refuted(&found, CaseCounts::ONE)),
        };
    }
    let source = run.inputs(Set::Edges)?;
    let loaded = run.subject()?;
    let types = run.op().def.op.signature.operands;
    let cases = source.len().min(EDGES_PER_VALUE);
    let mut ran = 0;
    for k in 0..types.len() {
        let values = telling_values(types[k]);
        loaded.expect_fixed(k, &values);
        for value in values {
            for fixed in [Operand::Uniform(value), Operand::Literal(value)] {
                let mut operands = vec![Operand::Storage(&[]); types.len()];
                operands[k] = fixed;
                let reference = &run.op().def.op;
                let range = 0..cases;
                let tally = backend::parity_fixed(&*loaded, reference, &*source, range, &operands)?;
                ran += tally.cases;
                run.note(tally.cases);
                refute(run, &tally)?;
            }
        }
    }
    PartResult::cases(ran)
}

fn refute(run: &Run<'_>, tally: &Tally) -> Result<(), Interruption> {
    match &tally.first {
        None if tally.passed() => Ok(()),
        None => Err(Interruption::Impossible(
            "the input set has no case".to_owned(),
        )),
        Some(first) => Err(run.parity_refuted(first, tally.into())),
    }
}
