//! A failure on an operand that was a literal or a uniform is reproduced: in its report, its replay and its saved case;
//! on a profile of an adapter the report blames the native text.

use super::replay::entry;
use super::support::{InterpreterBackend, catalog, context, context_with, report, run};
use vyre_conform_harness::regressions::{SavedCase, SavedClaim};
use vyre_conform_harness::{Replay, Settings, replay};
use vyre_conform_runtime::registry::Signature;
use vyre_conform_runtime::value::{Passing, Value};
use vyre_conform_suite::backend::{Backend, BackendError, Identity, LoadedOp, OpCode, Operand};

/// A backend that is right except for operands passed in this way: the lowest bit of their results is wrong.
struct FoldingBackend {
    inner: &'static dyn Backend,
    identity: Identity,
    way: Passing,
}

impl FoldingBackend {
    fn leak(slug: &str, way: Passing) -> &'static dyn Backend {
        Box::leak(Box::new(Self {
            inner: InterpreterBackend::right(),
            identity: Identity::named(slug),
            way,
        }))
    }
}

impl Backend for FoldingBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Ok(Box::new(FoldedOp(self.inner.load(op)?, self.way)))
    }
}

struct FoldedOp<'a>(Box<dyn LoadedOp + 'a>, Passing);

impl LoadedOp for FoldedOp<'_> {
    fn signature(&self) -> Signature {
        self.0.signature()
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let mut words = self.0.run(operands, cases)?;
        if operands.iter().any(|o| o.passing() == self.1) {
            words.iter_mut().for_each(|word| *word ^= 1);
        }
        Ok(words)
    }
}

const OP: &str = "toy::good_add";

/// Oracle: the planted fault, which concerns a single way of passing an operand.
#[test]
fn failure_of_a_literal_or_uniform_operand_is_replayed_the_same_way() {
    for (way, home) in [
        (Passing::Literal, "a in the text of the shader"),
        (Passing::Uniform, "a in a uniform buffer"),
    ] {
        let root = tempfile::tempdir().expect("a temporary folder");
        let backend = FoldingBackend::leak("folding", way);
        let mut settings = Settings::default();
        settings.plan.witnesses = 4096;
        settings.program = Some("vyre-conform".into());
        let first = context_with(settings, &[OP], vec![backend], root.path());
        let failed = run(&first, "parity::folding");
        let failed: Vec<_> = failed.into_iter().filter(|(_, o)| !o.passed()).collect();
        let trials: Vec<&str> = failed.iter().map(|(id, _)| id.as_str()).collect();
        assert_eq!(trials, ["toy::good_add::parity::folding::operands"]);
        let text = report(&failed);
        assert!(entry(&text, "passed").starts_with(home), "{text}");
        assert!(!text.contains("in the batch only"), "{text}");
        // The command.
        let command = entry(&text, "replay");
        let case = command.split('\'').nth(1).expect("a case");
        assert!(case.contains(&format!("={} 0x", way.name())), "{command}");
        let case = Replay::parse(case, &catalog(&[OP])).expect("the case that was printed");
        let empty = tempfile::tempdir().expect("a temporary folder");
        let again = context(&[OP], vec![backend], empty.path());
        let replayed = replay(&again, &case).expect("it runs");
        assert!(replayed.fails, "{}", replayed.text);
        assert!(entry(&replayed.text, "passed").starts_with(home));
        // The saved case, in a new run, by its number.
        let saved = first.store().load(OP).expect("readable");
        assert_eq!(saved[0].passed, [way.name(), "storage"]);
        let of_saved = Replay::of_saved(catalog(&[OP]).find(OP).expect("it").def, &saved[0]);
        assert_eq!(of_saved.expect("it fits"), case);
        let later = context(&[OP], vec![backend], root.path());
        let outcomes = run(&later, "good_add::regressions::folding");
        assert_eq!(outcomes.len(), 1);
        assert!(!outcomes[0].1.passed(), "{outcomes:?}");
        let right = context(&[OP], vec![InterpreterBackend::right()], root.path());
        let outcomes = run(&right, "good_add::regressions");
        assert!(outcomes.iter().all(|(_, o)| o.passed()), "{outcomes:?}");
    }
}

/// Oracle: the planted fault, and the case that the variable of a test binary selects.
#[test]
fn test_binary_passes_the_selected_case_the_same_way() {
    for (case, fails) in [("literal 1, 2", true), ("uniform 1, 2", false)] {
        let root = tempfile::tempdir().expect("a temporary folder");
        let settings = Settings {
            case: Some(case.to_owned()),
            ..Settings::default()
        };
        let backend = FoldingBackend::leak("folding", Passing::Literal);
        let context = context_with(settings, &[OP], vec![backend], root.path());
        let outcomes = run(&context, "parity::folding::operands");
        assert_eq!(outcomes.iter().all(|(_, o)| !o.passed()), fails, "{case}");
    }
}

/// Oracle: the format of saved cases: an operand from storage has no entry, and the same values passed in another way
/// are another case.
#[test]
fn cases_differ_by_the_way_of_passing_operands() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let context = context(&[OP], vec![], root.path());
    let values = [Value::of(1u32), Value::of(2u32)];
    let case = || SavedCase::new(SavedClaim::Parity, &values, "a test");
    let ways = [
        vec![],
        vec![Passing::Storage, Passing::Storage],
        vec![Passing::Storage, Passing::Literal],
    ];
    for ways in &ways {
        let case = case().passed_as(ways);
        context.store().save(OP, case).expect("saved");
    }
    let saved = context.store().load(OP).expect("readable");
    let passed: Vec<_> = saved
        .iter()
        .map(|case| case.passing_modes().unwrap())
        .collect();
    assert_eq!(passed, [vec![], ways[2].clone()]);
    let path = context.store().path(OP);
    let text = std::fs::read_to_string(&path).expect("readable");
    assert_eq!(text.matches("passed").count(), 1, "{text}");
    std::fs::write(&path, text.replace("literal", "register")).expect("written");
    let error = context.store().load(OP).expect_err("no such way");
    assert!(
        error.to_string().contains("`register` does not name a way"),
        "{error}"
    );
}

/// Oracle: the profile, which runs the native text in place of the lowering.
#[test]
fn native_text_is_blamed_on_a_profile() {
    let of = |slug: &str| {
        let root = tempfile::tempdir().expect("a temporary folder");
        let backends = vec![FoldingBackend::leak(slug, Passing::Storage)];
        let context = context(&[OP], backends, root.path());
        let parity = report(&run(&context, &format!("parity::{slug}::edges")));
        let law = report(&run(&context, &format!("law::identity_0::{slug}")));
        (parity, law)
    };
    let (parity, law) = of("plain");
    for text in [&parity, &law] {
        assert!(
            entry(text, "diagnosis") == "the lowering is wrong",
            "{text}"
        );
        assert!(text.contains("the lowering of `toy::good_add` on plain"));
    }
    let (parity, law) = of("folding+wgsl");
    for text in [&parity, &law] {
        assert!(entry(text, "diagnosis").starts_with("the native text is wrong"));
        assert!(text.contains("the native text of `toy::good_add` on folding+wgsl"));
        assert!(!text.contains("lowering"), "{text}");
    }
}
