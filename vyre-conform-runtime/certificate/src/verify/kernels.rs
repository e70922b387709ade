//! Plausibility of the hand-written kernels in a certificate: the texts belong to the engine, and the backend is in the
//! profile of native floats. The choice of the texts that ran is the issuer's word.

use crate::certificate::{Certificate, EngineEvidence, KernelEvidence, SuiteTexts};
use vyre_conform_runtime::kernel_text::declared;
use vyre_conform_spec::Profile;

/// The faults of the kernels of a certificate.
pub(super) fn problems(certificate: &Certificate, registered: &SuiteTexts<'_>) -> Vec<String> {
    let evidence = &certificate.evidence;
    let is_native = evidence.backend.identity().profile() == Some(Profile::Native);
    let engines = evidence.engines.iter().filter(|of| !of.kernels.is_empty());
    let problem = |engine: &EngineEvidence| {
        let expected = registered.kernels_of(&engine.id);
        let names = engine.kernels.iter().map(|of| &of.program);
        let mut kernels = engine.kernels.iter();
        let what = match kernels.find_map(|of| unfounded(of, &expected)) {
            _ if !is_native => "which profiles of native floats alone have".to_owned(),
            _ if !names.is_sorted_by(|a, b| a < b) => "which are not sorted by program".into(),
            Some(what) => what,
            None => return None,
        };
        Some(format!("{}: it says which kernels ran, {what}", engine.id))
    };
    engines.filter_map(problem).collect()
}

fn unfounded(of: &KernelEvidence, expected: &[String]) -> Option<String> {
    let program = &of.program;
    if declared(program).next().is_none() {
        return Some(format!("and none is declared for `{program}`"));
    }
    if of.by_hand.is_empty() && !of.lowered || !of.by_hand.is_sorted_by(|a, b| a < b) {
        return Some(format!("and of `{program}` no text, or one twice"));
    }
    let mut unknown = of
        .by_hand
        .iter()
        .filter(|digest| !expected.contains(digest));
    let digest = unknown.next()?;
    Some(format!("and {digest} is not a text of this engine"))
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
