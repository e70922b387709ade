//! The terms of ops, compared with their compiled functions.

use vyre_conform_prove::claim::{bits, inputs};
use vyre_conform_prove::term::{Cone, TermId, Terms};
use vyre_conform_prove::translate::apply;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{Block, Source, Witnesses, edges, values};
use vyre_conform_spec::ValueType;

fn is_float(op: &Op) -> bool {
    let signature = &op.def.op.signature;
    let mut types = signature.operands.iter().chain([&signature.result]);
    types.any(|ty| ty.float().is_some())
}

/// Compares every integer op on edge cases and this many witnesses; returns the number of ops and of cases.
fn guarded(most_edges: u64, witnesses: u64) -> (usize, u64) {
    let catalog = Catalog::linked().expect("a catalog");
    let (mut ops, mut cases) = (0, 0);
    for op in catalog.ops().iter().filter(|op| !is_float(op)) {
        let valid = op.module().as_ref().expect("a body");
        let signature = op.def.op.signature;
        let mut terms = Terms::default();
        let operands = signature.operands.iter();
        let operands: Vec<TermId> = operands.flat_map(|ty| inputs(&mut terms, *ty)).collect();
        let applied = apply(&mut terms, valid, &operands);
        let applied = applied.unwrap_or_else(|e| panic!("{}: {e}", op.def.id));
        let mut roots = applied.results;
        roots.push(applied.fault);
        let cone = Cone::of(&terms, &roots);
        let edges = edges(signature.operands);
        let step = edges.len().div_ceil(most_edges);
        let random = Witnesses::new(signature.operands, 11, witnesses);
        for (source, step) in [(&*edges, step), (&random as &dyn Source, 1)] {
            cases += compare_cases(op, source, step, &terms, &cone);
        }
        ops += 1;
    }
    (ops, cases)
}

/// Compares one op on every `step`-th case of a source.
fn compare_cases(op: &Op, source: &dyn Source, step: u64, terms: &Terms, cone: &Cone) -> u64 {
    let types: &[ValueType] = source.types();
    let mut block = Block::new(types, 1);
    let mut space = vec![];
    let mut count = 0;
    for start in (0..source.len()).step_by(step as usize) {
        source.fill(start, &mut block);
        let operands = values(&block, types, 0);
        let inputs: Vec<u128> = operands.iter().flat_map(bits).collect();
        let mut expected = bits(&op.def.op.call(&operands));
        // No loop exceeds its bound.
        expected.push(0);
        let actual = cone.values(terms, &inputs, &mut space);
        assert_eq!(actual, expected, "{} of {operands:?}", op.def.id);
        count += 1;
    }
    count
}

/// Oracle: the compiled functions of the ops.
#[test]
#[ignore = "a long run: seconds"]
fn terms_agree_with_functions() {
    let (ops, cases) = guarded(4_000, 10_000);
    assert!(ops > 80 && cases > 900_000, "{ops} ops, {cases} cases");
}

/// Oracle: the same on a million witnesses of each op.
#[test]
#[ignore = "a long run: minutes"]
fn terms_agree_with_functions_on_a_million_witnesses() {
    let (ops, cases) = guarded(1 << 18, 1_000_000);
    println!("{ops} ops, {cases} cases");
    assert!(cases > 80_000_000, "{ops} ops, {cases} cases");
}
