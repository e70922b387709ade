//! Laws proved with the available solvers.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};
use vyre_conform_prove::claim::{ClaimError, DeclaredLaw};
use vyre_conform_prove::method::{LawOutcome, ProofMethod, ProverSettings, decide};
use vyre_conform_prove::solver::Solvers;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::vyre_op;
use vyre_conform_tests::tool::Tool;

/// A SAT solver.
pub(crate) struct SatSolver(pub(super) Solvers);

impl Tool for SatSolver {
    const NAME: &'static str = "cadical";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_CADICAL";

    fn find() -> Result<Self, String> {
        let Solvers { cadical, .. } = Solvers::on_path();
        match cadical {
            Some(_) => Ok(Self(Solvers {
                cadical,
                words: vec![],
            })),
            None => Err("cadical is not installed (Debian and Ubuntu: cadical)".into()),
        }
    }
}

/// A solver of bit-vectors.
pub(crate) struct WordSolver(Solvers);

impl Tool for WordSolver {
    const NAME: &'static str = "z3";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_Z3";

    fn find() -> Result<Self, String> {
        let Solvers { mut words, .. } = Solvers::on_path();
        words.retain(|solver| solver.name().starts_with("z3 "));
        if words.is_empty() {
            Err("z3 is not installed (Debian and Ubuntu: z3)".into())
        } else {
            Ok(Self(Solvers {
                cadical: None,
                words,
            }))
        }
    }
}

/// Commutative except for one pair of all 2^64: bytes and a billion witnesses do not show it.
#[vyre_op(laws(Commutative), boundaries((1, 2)))]
pub const fn almost(a: u32, b: u32) -> u32 {
    if a == 0x1357_9bdf && b == 0x0246_8ace {
        7
    } else {
        a.wrapping_add(b)
    }
}

pub(crate) fn settings(solvers: &Solvers) -> ProverSettings<'_> {
    ProverSettings::with(solvers, Duration::from_secs(60))
}

/// Outcome for the law of an op with this text.
fn law(op: &str, text: &str, settings: &ProverSettings<'_>) -> LawOutcome {
    let catalog = Catalog::linked().expect("a catalog");
    let op = catalog.find(op).expect("an op");
    let mut laws = op.def.laws.iter();
    let def = laws.find(|def| def.text == text).expect("a law");
    let declared = DeclaredLaw::new(&catalog, op, def).expect("it fits");
    decide(&declared, settings)
}

/// Oracle: the mathematics of the laws; the expected method of each.
pub(crate) fn laws_of_every_engine_are_proved(solver: SatSolver) {
    let settings = settings(&solver.0);
    for (op, text, engine) in [
        ("u32::mul", "DistributiveOver(add)", ProofMethod::NormalForm),
        (
            "u32::popcount",
            "Complement(count_zeros, 32)",
            ProofMethod::NormalForm,
        ),
        ("u32::saturating_add", "Associative", ProofMethod::Sat),
        ("u32::div", "LeftMonotone", ProofMethod::Lemmas),
        ("u32::mul_hi", "LeftMonotone", ProofMethod::Lemmas),
        ("u32::add", "Not(LeftMonotone)", ProofMethod::Witness),
    ] {
        match law(op, text, &settings) {
            LawOutcome::Proved(proof) => {
                assert_eq!(proof.method, engine, "{op}::{text}");
                let of_solver = matches!(engine, ProofMethod::Sat | ProofMethod::Lemmas);
                assert_eq!(proof.cnf.is_some() && proof.lrat.is_some(), of_solver);
            }
            other => panic!("{op}::{text}: {other:?}"),
        }
    }
}

/// Oracle: the digests of the files, and the checker that reads their text: a proof is valid for its own formula alone.
pub(crate) fn kept_proofs_are_of_their_formulas(solver: SatSolver) {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = ProverSettings {
        keep: Some(folder.path()),
        ..settings(&solver.0)
    };
    let LawOutcome::Proved(proof) = law("u32::saturating_add", "Associative", &settings) else {
        panic!("it is proved")
    };
    let files = std::fs::read_dir(folder.path()).expect("a folder");
    let mut kept = BTreeMap::new();
    for file in files {
        let path = file.expect("a file").path();
        let extension = path
            .extension()
            .expect("a kind")
            .to_string_lossy()
            .into_owned();
        kept.insert(extension, std::fs::read_to_string(&path).expect("text"));
    }
    let digest = |kind: &str| Some(blake3::hash(kept[kind].as_bytes()).to_hex().to_string());
    assert_eq!(proof.cnf, digest("cnf"));
    assert_eq!(proof.lrat, digest("lrat"));
    assert!(kept["cnf"].starts_with("p cnf "));
    assert!(kept["lrat"].ends_with(" 0\n"));
}

/// Oracle: the one pair of operands that breaks it.
pub(crate) fn a_law_that_one_pair_breaks_is_refuted(results: WordSolver) {
    let sat = Solvers {
        words: vec![],
        ..Solvers::on_path()
    };
    // Other available solvers are run one by one.
    let others = Solvers::on_path().words.into_iter().map(|solver| Solvers {
        cadical: None,
        words: vec![solver],
    });
    for solvers in [results.0, sat].into_iter().chain(others) {
        if solvers.names().is_empty() {
            continue;
        }
        let results = law("u32::almost", "Commutative", &settings(&solvers));
        let LawOutcome::Refuted { inputs, .. } = results else {
            panic!("{results:?}")
        };
        let words: Vec<u32> = inputs.iter().map(|v| v.words()[0]).collect();
        assert!(
            [[0x1357_9bdf, 0x0246_8ace], [0x0246_8ace, 0x1357_9bdf]]
                .contains(&[words[0], words[1]])
        );
    }
}

/// Oracle: every law that the library declares is true, as its suite shows for bytes and witnesses; the test prints the
/// method and the duration for each.
pub(crate) fn every_integer_law_is_decided(_: SatSolver) {
    let solvers = Solvers::on_path();
    let settings = ProverSettings {
        time: Duration::from_secs(10),
        ..settings(&solvers)
    };
    let catalog = Catalog::linked().expect("a catalog");
    let mut counts: BTreeMap<&str, (usize, Duration)> = BTreeMap::new();
    let mut open = vec![];
    let begin = Instant::now();
    for op in catalog.ops() {
        for def in op.def.laws {
            let name = format!("{}::{}", op.def.id, def.text);
            let declared = match DeclaredLaw::new(&catalog, op, def) {
                Ok(declared) if op.def.id != "u32::almost" => declared,
                Err(ClaimError::Floats) | Ok(_) => continue,
                Err(error) => panic!("{name}: {error}"),
            };
            let start = Instant::now();
            let outcome = decide(&declared, &settings);
            let time = start.elapsed();
            let engine = match &outcome {
                LawOutcome::Proved(proof) => proof.method.name(),
                _ => {
                    open.push(format!("{name}: {outcome:?}"));
                    "open"
                }
            };
            if time > Duration::from_secs(1) {
                println!("{name}: {engine}, {time:.1?}");
            }
            let count = counts.entry(engine).or_default();
            *count = (count.0 + 1, count.1.max(time));
        }
    }
    println!(
        "{counts:#?} in {:.1?}\n{}",
        begin.elapsed(),
        open.join("\n")
    );
    assert!(open.is_empty(), "{} laws are open", open.len());
}
