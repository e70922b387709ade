//! Baselines of certificates: races of ops and engines, after everything else when the device is idle.

use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use vyre_conform_certificate::certificate::{
    BaselineEvidence, BaselineOutcome, Competitor, Evidence, OpEvidence, RateMeasurement, TURNS,
    derive,
};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::engine::{EngineDef, Plan};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::valid::validate_program;
use vyre_conform_spec::{Invariant, ValueType};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, MissingSupport, OpCode, SpeedComparison, SpeedMeasurement,
    availability, race_cases,
};

/// Measurements, by their names among the facts of the run.
pub(super) type Rates = BTreeMap<String, RateMeasurement>;

/// Reason for the lack of a measurement.
type Obstacle = (BaselineOutcome, Option<String>);

/// Measures all ops and engines of the evidence that have baselines, and records the results in it. `tell` receives
/// each missed one on a backend with rates, and ten messages of progress.
pub(super) fn measure(
    evidence: &mut Evidence,
    catalog: &Catalog,
    backend: &dyn Backend,
    tell: &dyn Fn(&str),
) -> Rates {
    let mut found = Rates::new();
    let none: Option<Obstacle> = backend.rate_exclusion().map(|why| (why.into(), None));
    let (subjects, mut done) = (subjects(evidence, catalog), 0);
    let mut all =
        |id: &str,
         unsupported: &Option<String>,
         against: Vec<Competitor>,
         race: &dyn Fn(&Competitor) -> Result<SpeedMeasurement, Obstacle>| {
            let lacks = unsupported
                .clone()
                .map(|what| (BaselineOutcome::Unsupported, Some(what)));
            let left = none.clone().or(lacks);
            if none.is_none() {
                if done * 10 % subjects < 10 {
                    tell(&format!(
                        "baselines: {done} of {subjects} ops and engines are measured"
                    ));
                }
                done += 1;
            }
            let baseline = against.iter().map(|against| {
                let turns = match &left {
                    Some(left) => Err(left.clone()),
                    None => race(against),
                };
                let (baseline, rate) = match turns {
                    Ok(turns) => against.measured(&turns),
                    Err((outcome, reason)) => (against.unmeasured(outcome, reason), None),
                };
                if baseline.outcome != BaselineOutcome::Reached && none.is_none() {
                    let rate = rate.as_ref().map(|rate| rate.rate);
                    tell(&missed(id, &baseline, rate));
                }
                found.extend(rate.map(|rate| (baseline.key(id), rate)));
                baseline
            });
            baseline.collect::<Vec<BaselineEvidence>>()
        };
    let ops = evidence.ops.iter_mut();
    for of in ops.filter(|op| needs_baselines(op, catalog)) {
        if let Some(op) = catalog.find(&of.id) {
            let race = |against: &Competitor| race_of_op(op, against, backend);
            of.baselines = all(&of.id, &of.unsupported, Competitor::of_op(op.def), &race);
        }
    }
    let engines = evidence.engines.iter_mut();
    for of in engines.filter(|engine| engine.needs_baselines()) {
        if let Some(def) = catalog.find_engine(&of.id) {
            let race = |against: &Competitor| race_of_engine(def, against, catalog, backend);
            of.baselines = all(&of.id, &of.unsupported, Competitor::of_engine(def), &race);
        }
    }
    derive(evidence);
    found
}

/// The message about a baseline that was not reached.
fn missed(id: &str, baseline: &BaselineEvidence, rate: Option<u64>) -> String {
    let rate = rate.map(|rate| format!(" ({})", thousandths(rate)));
    format!("{id}: {baseline}{}", rate.unwrap_or_default())
}

/// Number of ops and engines that have baselines.
fn subjects(evidence: &Evidence, catalog: &Catalog) -> usize {
    let ops = evidence
        .ops
        .iter()
        .filter(|op| needs_baselines(op, catalog));
    let engines = evidence.engines.iter();
    let engines = engines.filter(|engine| engine.needs_baselines());
    ops.count() + engines.count()
}

fn needs_baselines(of: &OpEvidence, catalog: &Catalog) -> bool {
    let op = catalog.find(&of.id);
    op.is_some_and(|op| of.needs_baselines(op.def))
}

/// A rate for display, `0.950`.
fn thousandths(rate: u64) -> String {
    format!("{}.{:03}", rate / 1000, rate % 1000)
}

/// A sentence with the number of reached baselines, and the slowest measured one.
pub(super) fn summary(evidence: &Evidence, found: &Rates) -> String {
    let of_ops = evidence.ops.iter().flat_map(|op| &op.baselines);
    let all: Vec<&BaselineEvidence> = of_ops
        .chain(evidence.engines.iter().flat_map(|of| &of.baselines))
        .collect();
    let reached = all
        .iter()
        .filter(|baseline| baseline.outcome == BaselineOutcome::Reached);
    let mut text = format!("baselines: {} of {} reached", reached.count(), all.len());
    // A general lack of the backend is reported once, with the first baseline.
    let none = all
        .iter()
        .filter(|baseline| baseline.outcome.no_rates().is_some());
    if let Some(baseline) = none.clone().next() {
        text += &format!(": of {}, {}", none.count(), baseline.outcome.words());
    }
    if let Some((key, rate)) = found.iter().min_by_key(|(_, found)| found.rate) {
        text += &format!("; the lowest rate is {} ({key})", thousandths(rate.rate));
    }
    text
}

fn race_of_op(
    op: &Op,
    against: &Competitor,
    backend: &dyn Backend,
) -> Result<SpeedMeasurement, Obstacle> {
    let runnable = availability(op, None, backend).map_err(lacks)?;
    let ours = runnable.code().clone();
    let other = match against {
        Competitor::Alternate(alternate) => {
            let theirs = availability(op, Some(alternate), backend).map_err(lacks)?;
            Some(theirs.code().clone())
        }
        Competitor::Function(text) => Some(OpCode {
            code: Code::wgsl(text),
            native: None,
            host: None,
            ..OpCode::registered(op.def)
        }),
        _ => None,
    };
    let signature = ours.signature;
    let operands = operands(
        &signature,
        race_cases(&signature, backend.limits().storage_bytes),
    );
    let race = SpeedComparison::Ops {
        op: ours,
        other,
        operands,
    };
    backend.race(&race, TURNS).map_err(left)
}

fn race_of_engine(
    def: &EngineDef,
    against: &Competitor,
    catalog: &Catalog,
    backend: &dyn Backend,
) -> Result<SpeedMeasurement, Obstacle> {
    let (input, size, texts) = match against {
        Competitor::Pipeline(pipeline) => {
            (pipeline.input, pipeline.size, Some(pipeline.texts.to_vec()))
        }
        Competitor::BufferCopy(copy) => (copy.input, copy.size, None),
        _ => return Err(failed("an engine is measured against programs or a copy")),
    };
    let input = input();
    let plan: Plan = (def.plan)(&input, size);
    let limits = backend.limits();
    let programs = plan.programs.iter().map(|program| {
        let valid = validate_program(program.clone(), catalog, &limits);
        valid.map_err(|_| failed(&format!("`{}` is not a valid program", program.name)))
    });
    let programs = programs.collect::<Result<Vec<_>, Obstacle>>()?;
    let race = SpeedComparison::Launches {
        programs: &programs,
        texts,
        launch: &plan.launch,
        order_dependent: &plan.order_dependent,
    };
    let turns = backend.race(&race, TURNS).map_err(left)?;
    if let Some(reference) = def.reference {
        let (mut output, mut expected) = ((plan.decode)(&input, &turns.words), reference(&input));
        // Equivalent to `EngineDef::compared`, without another copy of millions of records.
        if !def.invariants.contains(&Invariant::OutputOrdered) {
            output.sort_unstable();
            expected.sort_unstable();
        }
        if output != expected {
            return Err(failed("the engine gave other records than its reference"));
        }
    }
    Ok(turns)
}

fn failed(reason: &str) -> Obstacle {
    (BaselineOutcome::Failed, Some(reason.to_owned()))
}

fn left(error: BackendError) -> Obstacle {
    match error {
        BackendError::UnsupportedByBackend { hardware, .. } => {
            (BaselineOutcome::Unsupported, Some(hardware))
        }
        error => failed(&error.to_string()),
    }
}

fn lacks(lacks: MissingSupport) -> Obstacle {
    match lacks {
        MissingSupport::Hardware(what) => (BaselineOutcome::Unsupported, Some(what)),
        MissingSupport::Translation(reason) => failed(&reason.join("; ")),
    }
}

/// Pseudorandom values, the same on every machine.
fn operands(signature: &Signature, cases: usize) -> Vec<Arc<[u32]>> {
    let types = signature.operands.iter().zip(1u32..);
    let column = |(ty, salt): (&ValueType, u32)| {
        let mask = match ty {
            ValueType::Bool => 1,
            _ => u32::MAX,
        };
        let words = (0..(cases * ty.words()) as u32).into_par_iter();
        let words = words.map(|i| {
            let hash = (i ^ salt << 29).wrapping_mul(0x9e37_79b1);
            let hash = (hash ^ (hash >> 15)).wrapping_mul(0x3184_8bab);
            (hash ^ (hash >> 16)) & mask
        });
        words.collect::<Vec<u32>>().into()
    };
    types.map(column).collect()
}
