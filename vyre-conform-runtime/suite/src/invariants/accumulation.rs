//! `accumulation_order`: the engine adds floats in the declared order, as probes show.

use super::author::call;
use super::request::{CheckRequest, launched};
use super::silence::Search;
use super::{Difference, Miss};
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
) -> Result<Option<Disorder>, Miss> {
    let def = request.bench.def;
    let (Some(declared), InputSource::Sums(products @ 1..)) = (&def.accumulation, at.0) else {
        return Err(Miss::Absent(at.0));
    };
    let additions = Additions::declared(declared.order, products);
    let mut found: [Vec<u32>; 2] = [vec![], vec![]];
    // The first input with a wrong sum.
    let mut wrong: Option<(Input, Output, Output)> = None;
    let requested = inputs(def.id, declared, products).map_err(Miss::Panicked)?;
    for ((sums, inputs), found) in requested.into_iter().zip(&mut found) {
        let mut due = sums.factors.iter().map(|of| additions.sum(of, sums.common));
        for input in inputs {
            let case = launched(request, at, &input)?;
            let given = sums_of(def, &case.first().output);
            let expected: Vec<u32> = due.by_ref().take(given.len()).map(f32::to_bits).collect();
            if declared.as_asked && wrong.is_none() && given != expected {
                wrong = Some((input, records(&expected), records(&given)));
            }
            search.outputs(&case, false, |damaged| {
                let same = sums_of(def, &damaged.first().output) == given;
                (!same).then(Difference::default)
            });
            found.extend(given);
        }
    }
    let due = SumObservations::due(products, &additions);
    let because = match SumObservations::of(products, [&found[0], &found[1]]) {
        Some(observed) => match observed.difference(&due) {
            Some(because) => because,
            // The observed order is right, but a sum is wrong: the order does not explain it.
            None if wrong.is_some() => {
                "a sum differs from that of the declared order, although the order looks the same"
                    .into()
            }
            None => return Ok(None),
        },
        None => format!(
            "the records of the inputs from `sums` are {} sums, but {} were requested",
            found.iter().map(Vec::len).sum::<usize>(),
            probes(products)
                .map(|sums| sums.factors.len())
                .iter()
                .sum::<usize>(),
        ),
    };
    let mut disorder = Disorder {
        input: None,
        difference: Difference::because(because),
    };
    if let Some((input, expected, given)) = wrong {
        disorder.input = Some(input);
        disorder.difference.expected = Some((DECLARED.to_owned(), expected));
        disorder.difference.found = Some(("the sums that it gives".to_owned(), given));
    }
    Ok(Some(disorder))
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
