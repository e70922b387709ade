//! `accumulation_order`: the engine adds floats in the declared order, as probes show.

use super::author::call;
use super::request::{CheckRequest, launched};
use super::silence::Search;
use super::{Difference, MissingCase};
use crate::additions::{Additions, SumObservations, probes};
use vyre_conform_runtime::engine::{Accumulation, EngineDef, Input, InputSource, Output, Sums};
use vyre_conform_runtime::registry::calls::EngineFunction;

/// Source of the expected sums.
const DECLARED: &str = "the declared order of additions";

/// A difference from the declared order at one length, with the first input that shows it.
pub(super) struct Disorder {
    pub(super) input: Option<Input>,
    pub(super) difference: Difference,
}

/// The inputs that request sums of this many products, at least one; `None` if the engine declares no order or its
/// function panics.
pub fn sums_inputs(def: &EngineDef, products: u32) -> Option<Vec<Input>> {
    let declared = def.accumulation.filter(|_| products > 0)?;
    let inputs = inputs(def.id, &declared, products).ok()?;
    Some(inputs.into_iter().flat_map(|(_, inputs)| inputs).collect())
}

/// The inputs that request sums of this many products, by kind of probe.
fn inputs(
    engine: &'static str,
    declared: &Accumulation,
    products: u32,
) -> Result<[(Sums, Vec<Input>); 2], String> {
    let source = InputSource::Sums(products);
    let made = |sums: Sums| {
        let inputs = if sums.factors.is_empty() {
            vec![]
        } else {
            call(engine, EngineFunction::Sums, source, None, || {
                (declared.inputs)(&sums)
            })?
        };
        Ok::<_, String>((sums, inputs))
    };
    let [masks, errors] = probes(products);
    Ok([made(masks)?, made(errors)?])
}

/// Probes the sums of one length at one workgroup size.
///
/// # Errors
///
/// A launch without results.
pub(super) fn check(
    request: &CheckRequest<'_, '_>,
    at: (InputSource, u32),
    search: &mut Search,
) -> Result<Option<Disorder>, MissingCase> {
    let def = request.session.def;
    let (Some(declared), InputSource::Sums(products @ 1..)) = (&def.accumulation, at.0) else {
        return Err(MissingCase::Absent(at.0));
    };
    let additions = Additions::declared(declared.order, products);
    let mut sums: [Vec<u32>; 2] = [vec![], vec![]];
    // The first input with a wrong sum.
    let mut wrong: Option<(Input, Output, Output)> = None;
    let requested = inputs(def.id, declared, products).map_err(MissingCase::Panicked)?;
    for ((probes, inputs), sums) in requested.into_iter().zip(&mut sums) {
        let factors = probes.factors.iter();
        let mut expected = factors.map(|of| additions.sum(of, probes.common));
        for input in inputs {
            let case = launched(request, at, &input)?;
            let actual = sums_of(def, &case.first().output);
            let expected = expected.by_ref().take(actual.len());
            let expected: Vec<u32> = expected.map(f32::to_bits).collect();
            if declared.adds_requested_products && wrong.is_none() && actual != expected {
                wrong = Some((input, records(&expected), records(&actual)));
            }
            search.outputs(&case, false, |damaged| {
                let same = sums_of(def, &damaged.first().output) == actual;
                (!same).then(Difference::default)
            });
            sums.extend(actual);
        }
    }
    let Some(because) = order_fault(products, &additions, &sums, wrong.is_some()) else {
        return Ok(None);
    };
    let mut disorder = Disorder {
        input: None,
        difference: Difference::with_cause(because),
    };
    if let Some((input, expected, actual)) = wrong {
        disorder.input = Some(input);
        disorder.difference.expected = Some((DECLARED.to_owned(), expected));
        disorder.difference.found = Some(("the sums that it gives".to_owned(), actual));
    }
    Ok(Some(disorder))
}

/// The fault of the observed order of additions, if any. `is_wrong` is true if a sum is wrong.
fn order_fault(
    products: u32,
    additions: &Additions,
    sums: &[Vec<u32>; 2],
    is_wrong: bool,
) -> Option<String> {
    let Some(observed) = SumObservations::of(products, [&sums[0], &sums[1]]) else {
        let requested = probes(products).map(|sums| sums.factors.len());
        return Some(format!(
            "the records of the inputs from `sums` are {} sums, but {} were requested",
            sums.iter().map(Vec::len).sum::<usize>(),
            requested.iter().sum::<usize>(),
        ));
    };
    let fault = observed.difference(&SumObservations::due(products, additions));
    // If the observed order is right and a sum is wrong, the order does not explain it.
    let unexplained = is_wrong.then(|| {
        "a sum differs from that of the declared order, although the order looks the same".into()
    });
    fault.or(unexplained)
}

/// The sums in an output: the last word of each record.
fn sums_of(def: &EngineDef, output: &Output) -> Vec<u32> {
    let records = def.compared(output);
    records
        .iter()
        .filter_map(|record| record.last().copied())
        .collect()
}

fn records(sums: &[u32]) -> Output {
    sums.iter().map(|sum| vec![*sum]).collect()
}
