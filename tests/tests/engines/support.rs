//! Small engines, right ones and mutants, and how a check ends on them.

use std::sync::OnceLock;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Check, EngineDef, Input, Output, Plan};
use vyre_conform_runtime::invariants::{Ask, Bench, Runner, Verdict, ask};
use vyre_conform_runtime::registry::Place;
use vyre_conform_runtime::spec::Invariant;

/// Inputs that a check looks at: lengths 1 to 8, so that sizes above them are ragged.
pub(super) const INPUTS: u64 = 8;

/// The library, whose ops are elaborated once.
pub(super) fn catalog() -> &'static Catalog {
    static LIBRARY: OnceLock<Catalog> = OnceLock::new();
    LIBRARY.get_or_init(|| Catalog::linked().expect("the library"))
}

/// An engine over one column, with a reference and every invariant in `invariants`.
pub(super) fn engine(
    invariants: &'static [Invariant],
    plan: fn(&Input, u32) -> Plan,
    reference: fn(&Input) -> Output,
) -> EngineDef {
    EngineDef {
        id: "engine::small",
        name: "small",
        version: 1,
        docs: "A small engine.",
        place: Place {
            module: module_path!(),
            file: file!(),
            line: line!(),
        },
        invariants,
        plan,
        reference: Some(reference),
        inputs,
        corpus: &[],
        order: None,
    }
}

/// `n + 1` different words.
pub(super) fn inputs(n: u64) -> Input {
    Input {
        columns: vec![(0..=n as u32).map(|k| k * 10 + 1).collect()],
    }
}

/// How a check of an engine ends on a runner.
pub(super) fn on(def: &EngineDef, runner: Runner<'_>, check: Check) -> Verdict {
    ask(&Ask {
        check,
        bench: &Bench::new(def, runner),
        interpreted: &Bench::new(def, Runner::Interpreter),
        library: &(),
        inputs: INPUTS,
        only: None,
    })
}

/// How an invariant of an engine ends on the interpreter.
pub(super) fn interpreted(def: &EngineDef, invariant: Invariant) -> Verdict {
    on(def, Runner::Interpreter, Check::Invariant(invariant))
}

/// The words of the violation that a check ends with.
pub(super) fn violation(verdict: Verdict) -> String {
    match verdict {
        Verdict::Broken(violation) => {
            let because = violation.difference.because.join("\n");
            format!("{:?}: {because}", violation.at)
        }
        other => panic!("not caught: {other:?}"),
    }
}

/// The number of cases a check holds on.
pub(super) fn holds(verdict: Verdict) -> u64 {
    match verdict {
        Verdict::Holds { cases, .. } => cases,
        other => panic!("a right engine is refused: {other:?}"),
    }
}
