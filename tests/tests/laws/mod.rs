//! Every law of the vocabulary, obeyed and broken; false laws that bytes do not show; wrong references.

mod book;
mod complete;
mod gallery;
mod imitations;
mod mutants;
mod negative;
mod ops;
mod pages;
mod reports;
mod theorems;
mod traps;
mod truths;

use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::registry::OpRef;
use vyre_conform_runtime::spec::{Evidence, law};
use vyre_conform_runtime::value::{HostValue, Value};
use vyre_conform_suite::strategy::{Argument, CheckOptions, CheckOutcome, TypedLaw, check};

/// Witnesses of a law, the number that a level requires.
const WITNESSES: u64 = vyre_conform_runtime::spec::evidence::WITNESSES_REQUIRED;

/// The law `text` (its name up to a parenthesis) of `op`.
fn declare(text: &str, op: OpRef, arguments: Vec<Argument>) -> TypedLaw {
    let name = text.split('(').next().unwrap_or(text);
    let law = law::find(name).unwrap_or_else(|| panic!("no law is called {name}"));
    TypedLaw::declare(law, text, op, arguments).unwrap_or_else(|e| panic!("{e}"))
}

fn value<T: HostValue>(subject: T) -> Argument {
    Argument::Value(Value::of(subject))
}

/// Outcome of a law on a kind of evidence.
fn evidence(law: &TypedLaw, kind: Evidence, seed: u64) -> CheckOutcome {
    let source = law.domain(kind, seed, WITNESSES);
    let source = source.unwrap_or_else(|e| panic!("{law}: {e}"));
    over(law, &*source)
}

/// Outcome of a law on a source; it stops at the first broken case.
fn over(law: &TypedLaw, source: &dyn Source) -> CheckOutcome {
    let options = CheckOptions {
        stop_early: true,
        ..CheckOptions::default()
    };
    let mut actual = check(&[law], source, options).unwrap_or_else(|e| panic!("{law}: {e}"));
    actual.remove(0)
}
