//! A table of forgeries of an H200's results: proofs, kill scores, baselines and measurements. The duration of a proof
//! is the issuer's word.

use super::one::kept_certificate;
use vyre_conform_certificate::certificate::{
    BaselineEvidence, BaselineOutcome, Certificate, Evidence, KillScore, OutcomeName,
    ProofEvidence, RunFacts, derive,
};
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::spec::ProofMethod;

type Attack = fn(&mut Evidence, &mut RunFacts);

/// The first proof by this method.
fn proof(e: &mut Evidence, engine: ProofMethod) -> &mut ProofEvidence {
    let proofs = e.parts_mut().filter_map(|part| part.proof.as_deref_mut());
    let mut matching = proofs.filter(|proof| proof.engine == engine);
    matching
        .next()
        .unwrap_or_else(|| panic!("no proof by {engine:?}"))
}

fn score(e: &mut Evidence) -> &mut KillScore {
    let mut scores = e.ops.iter_mut().filter_map(|op| op.kills.as_mut());
    let actual = scores.find(|score| score.left_out.is_none() && score.killed > 3);
    actual.expect("a score")
}

/// The first baseline with this outcome.
fn baseline(e: &mut Evidence, outcome: BaselineOutcome) -> &mut BaselineEvidence {
    let of_ops = e.ops.iter_mut().flat_map(|op| &mut op.baselines);
    let of_engines = e
        .engines
        .iter_mut()
        .flat_map(|engine| &mut engine.baselines);
    let mut report = of_ops
        .chain(of_engines)
        .filter(|item| item.outcome == outcome);
    report.next().expect("a baseline")
}

/// Attacks on proofs and kill scores.
const PROOF_ATTACKS: &[(&str, Attack)] = &[
    ("a proof by another engine", |e, _| {
        proof(e, ProofMethod::Sat).engine = ProofMethod::NormalForm;
    }),
    ("a formula with a digest of one byte", |e, _| {
        proof(e, ProofMethod::Sat).cnf = Some("blake3:00".into());
    }),
    ("a solver's proof without a formula", |e, _| {
        proof(e, ProofMethod::Sat).cnf = None
    }),
    ("a solver's proof without one", |e, _| {
        proof(e, ProofMethod::Sat).lrat = None
    }),
    ("a proof that nobody found", |e, _| {
        proof(e, ProofMethod::Sat).solvers.clear()
    }),
    ("a formula of simulation", |e, _| {
        let of_sat = proof(e, ProofMethod::Sat).clone();
        let of = proof(e, ProofMethod::NormalForm);
        (of.cnf, of.lrat) = (of_sat.cnf, of_sat.lrat);
    }),
    ("a theorem of a solver", |e, _| {
        proof(e, ProofMethod::Sat).theorem = Some("God said so".into());
    }),
    ("no proof of what passed", |e, _| {
        let mut parts = e.parts_mut();
        parts
            .find(|part| part.proof.is_some())
            .expect("a proof")
            .proof = None;
    }),
    ("a proof of what failed", |e, _| {
        let mut parts = e.parts_mut();
        let part = parts.find(|part| part.proof.is_some()).expect("a proof");
        part.outcome = OutcomeName::Failed;
        part.reason = Some("it is false".into());
    }),
    ("every proof undecided", |e, _| {
        for part in e.parts_mut().filter(|part| part.proof.is_some()) {
            (part.outcome, part.proof, part.cases) = (OutcomeName::NotRun, None, 0);
            part.reason = Some("undecided: time".into());
        }
    }),
    ("a mutant more than there are", |e, _| score(e).killed += 1),
    ("more refused than there are", |e, _| {
        let score = score(e);
        score.refused = score.killed + score.survived + score.undecided + 1;
    }),
    ("killed mutants repeated", |e, _| {
        let score = score(e);
        (score.killed, score.repeated) = (score.killed - 1, score.repeated + 1);
    }),
    ("a score of none", |e, _| *score(e) = KillScore::default()),
    ("2^64 mutants", |e, _| score(e).killed = u64::MAX),
    ("a score dropped", |e, _| e.ops[0].kills = None),
];

/// Attacks on measured rates.
const BASELINE_ATTACKS: &[(&str, Attack)] = &[
    ("a lower rate is enough", |e, _| {
        baseline(e, BaselineOutcome::Reached).least = 1
    }),
    ("a rate of nothing", |e, _| {
        baseline(e, BaselineOutcome::Reached).against = "moon".into()
    }),
    ("a baseline dropped", |e, _| {
        let mut ops = e.ops.iter_mut();
        let op = ops
            .find(|op| op.baselines.len() > 1)
            .expect("two baselines");
        drop(op.baselines.pop());
    }),
    ("a baseline twice", |e, _| {
        let mut ops = e.ops.iter_mut();
        let op = ops.find(|op| !op.baselines.is_empty()).expect("a baseline");
        let again = op.baselines[0].clone();
        op.baselines.push(again);
    }),
    ("a reason of what was reached", |e, _| {
        baseline(e, BaselineOutcome::Reached).reason = Some("it is fast".into());
    }),
    ("a rate that no turn gives", |_, run| {
        run.baselines.values_mut().next().expect("a rate").rate += 1;
    }),
    ("a slow turn fast", |_, run| {
        let found = run.baselines.values_mut().next().expect("a rate");
        found
            .turns
            .iter_mut()
            .for_each(|turn| turn[0] = turn[1] * 100);
    }),
    ("nothing was measured", |_, run| run.baselines.clear()),
];

/// Oracle: the run on the device, which gave other results.
#[test]
#[ignore = "a long run: minutes"]
fn device_evidence_cannot_be_forged() {
    let catalog = Catalog::linked().expect("a catalog");
    let verifier = Verifier::new(&catalog);
    let proved = kept_certificate("c11-gcc-12.2.0.proofs.json.zst");
    let measured = kept_certificate("nvidia-h200-580.159.04.integer-baselines.json.zst");
    let on_proofs = PROOF_ATTACKS.iter().map(|attack| (&proved, attack));
    let on_baselines = BASELINE_ATTACKS.iter().map(|attack| (&measured, attack));
    let mut accepted = vec![];
    for (whole, (name, attack)) in on_proofs.chain(on_baselines) {
        for again in [false, true] {
            let (mut evidence, mut run) = (whole.evidence.clone(), whole.run.clone());
            attack(&mut evidence, &mut run);
            if again {
                derive(&mut evidence);
            }
            let forged = Certificate::seal(evidence, run);
            let is_issued = forged.evidence == whole.evidence && forged.run == whole.run;
            if !is_issued && verifier.content(forged).is_ok() {
                accepted.push(format!("{name}, derived anew: {again}"));
            }
        }
    }
    assert!(accepted.is_empty(), "accepted:\n{}", accepted.join("\n"));
}
