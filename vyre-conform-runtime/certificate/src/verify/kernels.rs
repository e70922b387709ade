//! Plausibility of the hand-written kernels in a certificate: the texts belong to the engine, and the backend is in the
//! profile of native floats and of their language. The choice of the texts that ran is the issuer's word.

use super::issuer::IssuerBackend;
use crate::certificate::{Certificate, EngineEvidence, KernelEvidence, SuiteTexts};
use std::collections::BTreeSet;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input, SIZES};
use vyre_conform_runtime::kernel_text::declared;
use vyre_conform_spec::{Profile, TextTarget};
use vyre_conform_suite::invariants::PLANNED_INPUTS;
use vyre_conform_suite::strategy::quietly;

/// The faults of the kernels of a certificate.
pub(super) fn problems(
    certificate: &Certificate,
    catalog: &Catalog,
    registered: &SuiteTexts<'_>,
) -> Vec<String> {
    let evidence = &certificate.evidence;
    let is_native = evidence.backend.identity().profile() == Some(Profile::Native);
    let engines = evidence.engines.iter().filter(|of| !of.kernels.is_empty());
    let target = IssuerBackend::new(evidence).ok().and_then(|of| of.target());
    let problem = |engine: &EngineEvidence| {
        let registered_kernels = registered.kernels_of(&engine.id);
        let engine_def = catalog
            .find_engine(&engine.id)
            .filter(|_| !registered_kernels.is_empty());
        let programs = engine_def.map_or_else(BTreeSet::new, program_names);
        let names = engine.kernels.iter().map(|of| &of.program);
        let mut kernels = engine.kernels.iter();
        let what =
            match kernels.find_map(|of| unfounded(of, &programs, &registered_kernels, target)) {
                _ if !is_native => "which profiles of native floats alone have".to_owned(),
                _ if !names.is_sorted_by(|a, b| a < b) => "which are not sorted by program".into(),
                Some(what) => what,
                None => return None,
            };
        Some(format!("{}: it says which kernels ran, {what}", engine.id))
    };
    engines.filter_map(problem).collect()
}

/// The names of the programs of an engine for the inputs that identify it.
fn program_names(engine: &EngineDef) -> BTreeSet<String> {
    let generated = (0..PLANNED_INPUTS).map(|n| quietly(|| (engine.inputs)(n)).ok());
    let cited = engine.corpus.iter();
    let cited = cited.map(|case| quietly(|| (case.input)()).ok());
    let inputs: Vec<Input> = generated.chain(cited).flatten().collect();
    let sizes = |input| SIZES.into_iter().map(move |size| (input, size));
    let plans = inputs.iter().flat_map(sizes);
    let plans = plans.filter_map(|(input, size)| quietly(|| (engine.plan)(input, size)).ok());
    plans
        .flat_map(|plan| plan.programs)
        .map(|program| program.name)
        .collect()
}

fn unfounded(
    of: &KernelEvidence,
    programs: &BTreeSet<String>,
    expected: &[(String, String)],
    target: Option<TextTarget>,
) -> Option<String> {
    let program = &of.program;
    if !programs.contains(program) || declared(program).next().is_none() {
        return Some(format!(
            "and none is declared for a program `{program}` of it"
        ));
    }
    if of.by_hand.is_empty() && !of.lowered || !of.by_hand.is_sorted_by(|a, b| a < b) {
        return Some(format!("and of `{program}` no text, or one twice"));
    }
    let is_known = |digest: &&String| {
        let mut texts = expected.iter().filter(|(_, text)| text == *digest);
        texts.any(|(language, _)| target.is_none_or(|target| target.key() == language))
    };
    let mut unknown = of.by_hand.iter().filter(|digest| !is_known(digest));
    let digest = unknown.next()?;
    Some(format!(
        "and {digest} is not a text of this engine in the language of the backend"
    ))
}

/// Engines with hand-written kernels that ran in the profile of native floats, although the certificate does not list
/// the texts that ran.
pub(super) fn unsaid(certificate: &Certificate, registered: &SuiteTexts<'_>) -> Vec<String> {
    let evidence = &certificate.evidence;
    if evidence.backend.identity().profile() != Some(Profile::Native) {
        return vec![];
    }
    let ran = |of: &&EngineEvidence| of.parts.iter().any(|p| p.on_backend() && p.cases > 0);
    let engines = evidence.engines.iter().filter(ran);
    let silent = engines.filter(|of| of.kernels.is_empty());
    let silent = silent.filter(|of| !registered.kernels_of(&of.id).is_empty());
    silent.map(|of| of.id.clone()).collect()
}
