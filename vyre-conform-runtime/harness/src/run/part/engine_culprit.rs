//! The culprit of an engine's violation, from the results of its runners, reference and corpus.

use super::Run;
use std::sync::Arc;
use vyre_conform_runtime::engine::{Check, Input, InputSource, Output};
use vyre_conform_suite::compare::{CaseOutputs, Diagnosis, EngineFinding, diagnose_engine};
use vyre_conform_suite::failing::Violation;
use vyre_conform_suite::invariants::{
    CheckRequest, ClaimOutcome, EngineSession, Runner, check_claim,
};
use vyre_conform_suite::strategy::quietly;

/// Maximal number of corpus cases for a diagnosis.
const CORPUS: usize = 16;

/// Source of an input, and workgroup size.
type CaseKey = (InputSource, u32);

/// The diagnosis of a violation.
pub(super) fn diagnosis(run: &Run<'_>, violation: &Violation) -> Diagnosis {
    let mut finding = EngineFinding {
        check: violation.check,
        backend: run.obligation.backend().map(str::to_owned),
        has_case: violation.case.is_some(),
        panics: None,
        on_interpreter: None,
        failing_outputs: CaseOutputs::default(),
        corpus: corpus(run, violation.case.map_or(1, |(_, size)| size)),
        corpus_index: None,
        runners: vec![],
        sums: None,
        order_broken_alike: false,
    };
    if let Some(at) = violation.case {
        of_case(run, violation, at, &mut finding);
    }
    diagnose_engine(&finding)
}

/// Adds the facts about the failing case.
fn of_case(run: &Run<'_>, violation: &Violation, at: CaseKey, finding: &mut EngineFinding) {
    let def = run.engine();
    let sums = |side: &Option<(String, Output)>| side.as_ref().map(|(_, output)| output.clone());
    if violation.check == Check::AccumulationOrder {
        finding.sums = sums(&violation.difference.found);
    }
    if let InputSource::Corpus(k) = at.0 {
        finding.corpus_index = Some(k);
    }
    let Some(input) = &violation.input else {
        let made = quietly(|| EngineSession::new(def, Runner::Interpreter).input(at.0));
        finding.panics = made.err().map(|_| "inputs".to_owned());
        return;
    };
    finding.panics = panicking(run, input, at.1);
    if finding.panics.is_some() {
        return;
    }
    finding.failing_outputs = CaseOutputs {
        program: output(run, Runner::Interpreter, at),
        reference: reference(run, input),
        cited: None,
    };
    if let InputSource::Corpus(k) = at.0 {
        finding.failing_outputs.cited = cited(run, k);
    }
    for slug in run.context.slugs() {
        let backend = run.context.backend(&slug);
        let given = backend.and_then(|backend| output(run, Runner::Backend(backend), at));
        finding.runners.extend(given.map(|output| (slug, output)));
    }
    if run.obligation.backend().is_some() && violation.check != Check::Parity {
        finding.on_interpreter = on_interpreter(run, at);
    }
    if let (Some(order), Some(program)) = (def.order, &finding.failing_outputs.program) {
        let is_disordered = program
            .windows(2)
            .any(|pair| order(&pair[0], &pair[1]).is_gt());
        finding.order_broken_alike =
            is_disordered && finding.failing_outputs.reference.as_ref() == Some(program);
    }
}

/// The function of the engine that panics on an input, if any.
fn panicking(run: &Run<'_>, input: &Input, size: u32) -> Option<String> {
    let def = run.engine();
    let panics = |name: &str, f: &dyn Fn()| quietly(f).err().map(|_| name.to_owned());
    let reference = || _ = def.reference.map(|reference| reference(input));
    let plan = || _ = (def.plan)(input, size);
    panics("reference", &reference).or_else(|| panics("plan", &plan))
}

/// True if the check holds on the interpreter for this case.
fn on_interpreter(run: &Run<'_>, at: CaseKey) -> Option<bool> {
    let bench = run.context.bench(run.engine(), Runner::Interpreter);
    let answer = check_claim(&CheckRequest {
        check: run.check(),
        session: &bench,
        interpreted: &bench,
        library: run.context.catalog(),
        inputs: run.context.settings().plan.engine_inputs,
        single_case: Some(at),
    });
    match answer {
        ClaimOutcome::Holds { cases, .. } => (cases > 0).then_some(true),
        ClaimOutcome::Broken(_) => Some(false),
        ClaimOutcome::Stopped { .. } => None,
    }
}

/// The program's output for a case, as the engine compares it.
fn output(run: &Run<'_>, runner: Runner<'static>, (source, size): CaseKey) -> Option<Output> {
    let def = run.engine();
    let bench: Arc<EngineSession<'static>> = run.context.bench(def, runner);
    let case = quietly(|| bench.case(run.context.catalog(), source, size));
    Some(def.compared(&case.ok()?.ok()?.first().output))
}

fn reference(run: &Run<'_>, input: &Input) -> Option<Output> {
    let def = run.engine();
    let reference = def.reference?;
    Some(def.compared(&quietly(|| reference(input)).ok()?))
}

fn cited(run: &Run<'_>, place: usize) -> Option<Output> {
    let def = run.engine();
    let case = def.corpus.get(place)?;
    Some(def.compared(&(case.output)()))
}

/// Outputs of program, reference and sources on the corpus.
fn corpus(run: &Run<'_>, size: u32) -> Vec<CaseOutputs> {
    let corpus = run.engine().corpus.iter().take(CORPUS).enumerate();
    let of = corpus.map(|(k, case)| CaseOutputs {
        program: output(run, Runner::Interpreter, (InputSource::Corpus(k), size)),
        reference: quietly(|| (case.input)())
            .ok()
            .and_then(|input| reference(run, &input)),
        cited: cited(run, k),
    });
    of.collect()
}

#[cfg(test)]
mod tests;
