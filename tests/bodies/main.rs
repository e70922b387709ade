//! Generated bodies of the kernel subset (`generator`), 250 of them or `VYRE_BODIES`: rustc's compilation, the
//! interpreter and the WGSL on every adapter give the same values. A body with a difference is shrunk ([`smaller`]).

mod smaller;

use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{Source, Witnesses};
use vyre_conform_runtime::registry;
use vyre_conform_suite::backend::{self, Backend, OpCode};
use vyre_conform_tests::misinterpreted;

include!(concat!(env!("OUT_DIR"), "/bodies.rs"));

/// Cases for each body on an adapter.
const DISPATCHED: u64 = 1024;

fn catalog() -> Catalog {
    let ops = registry::ops()
        .into_iter()
        .filter(|op| op.id.starts_with("body::"))
        .collect();
    Catalog::of(ops, vec![]).expect("generated ops with distinct ids")
}

fn report(problems: &[String], all: usize) {
    let problem_lines: Vec<_> = problems.iter().take(5).map(String::as_str).collect();
    if let Some(first) = problems.first() {
        let number = first.strip_prefix("body::f").map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit());
            rest[..end.unwrap_or(rest.len())].parse()
        });
        let smaller = match number {
            Some(Ok(k)) => smaller::description(k),
            _ => String::new(),
        };
        panic!(
            "{} of {all} bodies:\n{}\n{smaller}",
            problems.len(),
            problem_lines.join("\n")
        );
    }
}

/// Oracle: rustc's compilation of the same text.
#[test]
fn the_interpreter_agrees_with_rustc_on_generated_bodies() {
    let catalog = catalog();
    assert_eq!(catalog.ops().len(), BODIES);
    report(&misinterpreted(&catalog), catalog.ops().len());
}

/// Oracle: rustc's compilation of the same text.
#[test]
fn every_adapter_agrees_with_rustc_on_generated_bodies() {
    let catalog = catalog();
    let mut problems = vec![];
    for adapter in vyre_conform_tests::adapters() {
        for op in catalog.ops() {
            let Ok(module) = op.module() else { continue };
            let reference = &op.def.op;
            let source = Witnesses::new(reference.signature.operands, 2, DISPATCHED);
            let tally = adapter
                .load(&OpCode::of(op.def, module, op.correction()))
                .map_err(backend::ParityError::from)
                .and_then(|loaded| backend::parity(&*loaded, reference, &source, 0..source.len()));
            let slug = &adapter.identity().slug;
            match tally {
                Ok(parity) if parity.passed() => {}
                Ok(parity) => problems.push(format!("{} on {slug}: {:?}", op.def.id, parity.first)),
                Err(error) => problems.push(format!("{} on {slug}: {error}", op.def.id)),
            }
        }
    }
    report(&problems, catalog.ops().len());
}
