//! Forgeries of kept certificates that contradict the library, the kind of the backend, or the duration of the run.

use super::one::kept_certificate;
use vyre_conform_certificate::certificate::{
    Certificate, Evidence, KernelEvidence, OutcomeName, RetiredCase, RunFacts, SavedFailures,
    SuiteTexts, derive,
};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::ProofMethod;
use vyre_conform_suite::plan::PartKind;
use vyre_ops as _;

/// A forgery, and a part of the message that refuses it.
type Forgery<'a> = (
    &'a str,
    &'a Certificate,
    &'a dyn Fn(&mut Evidence, &mut RunFacts),
);

/// Fails if the library accepts a forgery or refuses it for another reason.
fn refused(verifier: &Verifier<'_>, forgeries: &[Forgery<'_>]) {
    for (k, (reason, whole, forge)) in forgeries.iter().enumerate() {
        let (mut evidence, mut run) = (whole.evidence.clone(), whole.run.clone());
        forge(&mut evidence, &mut run);
        derive(&mut evidence);
        let forged = Certificate::seal(evidence, run);
        assert_ne!(&&forged, whole, "forgery {k} changes nothing");
        let message = match verifier.content(forged) {
            Ok(_) => String::new(),
            Err(refusal) => refusal.to_string(),
        };
        assert!(message.contains(reason), "{k}: {reason}: {message}");
    }
}

/// Claims another method for a law that a theorem proves.
fn by_another_method(evidence: &mut Evidence, id: &str, method: ProofMethod) {
    let mut parts = evidence.parts_mut();
    let part = parts.find(|part| part.id == id);
    let proof = part.and_then(|part| part.proof.as_deref_mut());
    let proof = proof.expect("a proof");
    assert_eq!(proof.engine, ProofMethod::Composition);
    (proof.engine, proof.theorem, proof.components) = (method, None, vec![]);
}

/// Oracle: docs/spec/proofs.md: the theorem is found in the body, and its components are proved.
#[test]
#[ignore = "a long run: minutes"]
fn a_law_by_a_theorem_has_no_other_proof() {
    let catalog = Catalog::linked().expect("a catalog");
    let proved = kept_certificate("c11-gcc-12.2.0.proofs.json.zst");
    let reason = "its oracle is a theorem";
    let inside = "u32::gt::law::left_absorbing_0::proved";
    // Its component is a law of `u32::sub`, which is not in the certificate.
    let outside = "u32::abs_diff::law::self_inverse_0::proved";
    refused(
        &Verifier::new(&catalog),
        &[
            (reason, &proved, &|e, _| {
                by_another_method(e, inside, ProofMethod::NormalForm)
            }),
            (reason, &proved, &|e, _| {
                by_another_method(e, inside, ProofMethod::Simulation)
            }),
            (reason, &proved, &|e, _| {
                by_another_method(e, inside, ProofMethod::Small)
            }),
            (reason, &proved, &|e, _| {
                by_another_method(e, outside, ProofMethod::NormalForm)
            }),
        ],
    );
}

/// Adds a retired case to a certificate without saved failures.
fn retire(evidence: &mut Evidence, trial: &str, reason: &str) {
    let retired = RetiredCase {
        case: "u32::add#1".into(),
        found_by: trial.into(),
        reason: reason.into(),
        contents: None,
    };
    evidence.regressions.push(SavedFailures {
        op: "u32::add".into(),
        cases: 1,
        retired: vec![retired],
    });
}

/// Oracle: the clock and `certify`, which takes names of the library alone and runs turns one after another.
#[test]
#[ignore = "a long run: minutes"]
fn facts_that_no_run_has_are_refused() {
    let catalog = Catalog::linked().expect("a catalog");
    let measured = kept_certificate("nvidia-h200-580.159.04.integer-baselines.json.zst");
    let proved = kept_certificate("c11-gcc-12.2.0.proofs.json.zst");
    let trial = "u32::add::parity::c11::edges";
    let withdrawn = "it retires u32::add#1 without";
    refused(
        &Verifier::new(&catalog),
        &[
            (
                "its baselines took 11 s, but its run 0 s",
                &measured,
                &|_, run| {
                    run.finished.clone_from(&run.started);
                },
            ),
            ("its run took more than a year", &measured, &|_, run| {
                run.finished = "2099-01-01T00:00:00Z".into();
            }),
            ("its filter names `u32::nothing`", &proved, &|e, _| {
                let filter = e.settings.filter.as_mut().expect("a filter");
                filter.push_str(",=u32::nothing");
            }),
            (withdrawn, &proved, &|e, _| retire(e, "God", "obsolete")),
            (withdrawn, &proved, &|e, _| {
                retire(e, "f32::mul::parity::c11::edges", "obsolete");
            }),
            (withdrawn, &proved, &|e, _| retire(e, trial, "\u{200b}")),
        ],
    );
}

/// Adds programs to the kernels of an engine.
fn list(evidence: &mut Evidence, engine: &str, programs: &[&str]) {
    let mut engines = evidence.engines.iter_mut();
    let found = engines.find(|found| found.id == engine).expect("an engine");
    found.kernels = programs
        .iter()
        .map(|program| KernelEvidence {
            program: (*program).into(),
            by_hand: vec![],
            lowered: true,
        })
        .collect();
}

/// Oracle: the declarations of kernels, and the language of each kind of backend.
#[test]
#[ignore = "a long run: minutes"]
fn texts_are_of_the_engine_and_of_the_language() {
    let catalog = Catalog::linked().expect("a catalog");
    let native = kept_certificate("nvidia-h200-580.159.04.float-native.json.zst");
    let cuda = kept_certificate("nvidia-h200-cuda-13.0.float-native.json.zst");
    let [tiled, residues] = [
        "engine::matmul_fma_chain_tiled",
        "engine::matmul_exact_residues",
    ];
    let texts = SuiteTexts::new(&catalog);
    let kernels = texts
        .kernels_of(tiled)
        .into_iter()
        .chain(texts.kernels_of(residues));
    let kernels: Vec<(String, String)> = kernels.collect();
    let claim = |e: &mut Evidence, languages: fn(&str) -> bool| {
        for engine in &mut e.engines {
            let own = texts.kernels_of(&engine.id);
            for kernel in &mut engine.kernels {
                let mut digests: Vec<String> = own
                    .iter()
                    .filter(|(language, _)| languages(language))
                    .map(|(_, digest)| digest.clone())
                    .collect();
                digests.sort();
                digests.dedup();
                kernel.by_hand = digests;
                kernel.lowered = true;
            }
        }
    };
    assert!(kernels.iter().any(|(language, _)| language == "cuda"));
    let [foreign, other] = [
        "in the language of the backend",
        "and none is declared for a program",
    ];
    refused(
        &Verifier::new(&catalog),
        &[
            (foreign, &native, &|e, _| {
                claim(e, |language| language == "cuda")
            }),
            (foreign, &cuda, &|e, _| {
                claim(e, |language| language == "wgsl")
            }),
            (other, &native, &|e, _| {
                list(e, "engine::softmax", &["fma_chain_tiled"])
            }),
            (other, &native, &|e, _| {
                list(e, tiled, &["products_of_residues"])
            }),
            (other, &native, &|e, _| {
                list(e, tiled, &["fma_chain_tiled", "products_of_residues"]);
            }),
        ],
    );
}

/// Oracle: C11 compiles no WGSL, and a failure has values.
#[test]
#[ignore = "a long run: minutes"]
fn results_that_no_backend_gives_are_refused() {
    let catalog = Catalog::linked().expect("a catalog");
    let c11 = kept_certificate("c11-gcc-13.3.0.integer.json.zst");
    let llvmpipe = kept_certificate("llvmpipe-mesa-22.3.6.integer.json.zst");
    let plain = kept_certificate("nvidia-h200-580.159.04.float-plain-wgsl.json.zst");
    let shaders = |e: &mut Evidence| {
        let ran = llvmpipe.evidence.programs.as_ref().expect("programs");
        let ran = ran.parts.iter().filter(|part| part.part == PartKind::Wgsl);
        let own = e.programs.as_mut().expect("programs").parts.iter_mut();
        let own = own.filter(|part| part.part == PartKind::Wgsl);
        for (own, ran) in own.zip(ran) {
            (own.outcome, own.reason, own.cases) = (ran.outcome, None, ran.cases);
            (own.range, own.due) = (ran.range, ran.due);
        }
    };
    refused(
        &Verifier::new(&catalog),
        &[
            (
                "it has a result, and the backend lacks texts in WGSL",
                &c11,
                &|e, _| shaders(e),
            ),
            ("it counts failures, but describes none", &plain, &|e, _| {
                let mut parts = e.parts_mut().filter(|part| part.part == PartKind::Parity);
                let part =
                    parts.find(|part| part.outcome == OutcomeName::Failed && part.failures > 0);
                part.expect("a failure").counterexample = None;
            }),
        ],
    );
}
