//! Ops that the programs of an engine call, whichever of its inputs has the call.

use super::right::{increment, incremented};
use super::support::{engine, inputs};
use vyre_conform_certificate::certificate::engine_texts;
use vyre_conform_runtime::engine::{CorpusCase, EngineDef, Input, Plan};
use vyre_conform_runtime::ir::Callee;
use vyre_conform_runtime::spec::Invariant;
use vyre_conform_suite::invariants::called_ops;
use vyre_conform_tests::changed;

/// A plan with a call of an op for inputs of at least `N` words.
fn calls_from<const N: usize>(input: &Input, size: u32) -> Plan {
    let mut plan = increment(input, size);
    if input.columns[0].len() >= N {
        let op = Callee::Op("u32::min".to_owned());
        plan.programs[0].callees.push(op);
    }
    plan
}

fn of(plan: fn(&Input, u32) -> Plan) -> EngineDef {
    engine(&[Invariant::Deterministic], plan, incremented)
}

/// The called ops in an engine's text, after a comparison with those that the suite finds.
fn called(def: EngineDef) -> Vec<String> {
    let def: &'static EngineDef = Box::leak(Box::new(def));
    let texts = engine_texts(&[def]);
    assert_eq!(texts[0].calls(), called_ops(def));
    texts[0].calls().to_vec()
}

/// Oracle: the documentation of `called_ops`: sixteen generated inputs, of which the last has sixteen words.
#[test]
fn a_call_of_a_late_input_is_found() {
    for plan in [calls_from::<1>, calls_from::<6>, calls_from::<16>] {
        assert_eq!(called(of(plan)), ["u32::min"]);
    }
    assert!(called(of(calls_from::<17>)).is_empty());
}

/// Oracle: the documentation of `called_ops`: the inputs of the corpus.
#[test]
fn a_call_of_a_corpus_case_is_found() {
    const CASE: CorpusCase = CorpusCase {
        source: "here",
        input: || inputs(16),
        output: || incremented(&inputs(16)),
    };
    let def = changed!(of(calls_from::<17>), corpus: &[CASE]);
    assert_eq!(called(def), ["u32::min"]);
}
