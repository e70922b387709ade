//! Lowerings and alternates that a backend does not compile: one failure each, and dependent trials do not run.

use super::support::{context, folder, run};
use std::collections::BTreeMap;
use vyre_conform_runtime::vyre_op;
use vyre_conform_suite::backend::{Backend, BackendError, Code, Identity, LoadedOp, OpCode};
use vyre_conform_suite::record::{NotRun, Outcome};

/// The exclusive or, with a text that the gates accept.
#[vyre_op(
    id = "toy::uncompiled",
    laws(Commutative),
    table((1, 3) => 2, "one bit differs"),
    alternates(right: wgsl = "fn uncompiled(a: u32, b: u32) -> u32 { return a ^ b; }"),
)]
pub(super) const fn uncompiled(a: u32, b: u32) -> u32 {
    a ^ b
}

/// A compiler that accepts no alternates, and optionally no lowerings.
struct RefusingCompiler {
    identity: Identity,
    lowers: bool,
}

impl Backend for RefusingCompiler {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        if self.lowers && matches!(op.code, Code::Module(_)) {
            return super::support::InterpreterBackend::right().load(op);
        }
        Err(BackendError::Compile {
            op: op.id.to_owned(),
            message: "internal error 7".into(),
        })
    }
}

fn refusing(slug: &str, lowers: bool) -> &'static dyn Backend {
    let identity = Identity {
        kind: "refusing".into(),
        ..Identity::named(slug)
    };
    Box::leak(Box::new(RefusingCompiler { identity, lowers }))
}

/// The failing trials, with the number of trials that each prevents.
fn failures(outcomes: &[(String, Outcome)]) -> BTreeMap<&str, usize> {
    let mut actual = BTreeMap::new();
    for (id, outcome) in outcomes {
        match outcome {
            Outcome::Failed(failure) => {
                assert!(
                    failure.report.contains("internal error 7"),
                    "{}",
                    failure.report
                );
                actual.entry(&**id).or_insert(0);
            }
            Outcome::NotRun(NotRun::Blocked { trial, consequence }) => {
                assert!(consequence.contains("does not compile on"), "{consequence}");
                *actual.entry(&**trial).or_insert(0) += 1;
            }
            // This backend runs no programs.
            Outcome::Passed | Outcome::UnsupportedByBackend { .. } => {}
            outcome => panic!("{id}: {outcome:?}"),
        }
    }
    actual
}

/// Oracle: the compilers above: one rejects one text, the other two.
#[test]
fn uncompilable_text_is_one_failure() {
    let root = folder();
    for (slug, lowers, expected) in [("some", true, 1), ("none", false, 2)] {
        let context = context(
            &["toy::uncompiled"],
            vec![refusing(slug, lowers)],
            root.path(),
        );
        let outcomes = run(&context, "");
        let actual = failures(&outcomes);
        assert_eq!(actual.len(), expected, "{actual:#?}");
        assert!(actual.values().all(|others| *others > 2), "{actual:#?}");
        // A trial that runs again reports the failure again.
        let first = *actual.keys().next().expect("a failure");
        let second = run(&context, first);
        assert!(matches!(second[0].1, Outcome::Failed(_)), "{second:?}");
    }
}
