//! A thousand generated bodies of the kernel subset (see `build/body.rs`): rustc's compilation, the
//! interpreter and the WGSL on every adapter give the same values.

use vyre_conform_runtime::backend::{self, Backend, OpCode};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::generate::{self, Source, Witnesses};
use vyre_conform_runtime::registry;
use vyre_conform_runtime::strategy;

include!(concat!(env!("OUT_DIR"), "/bodies.rs"));

/// Cases a body runs in the interpreter, half of them edges.
const INTERPRETED: u64 = 200;

/// Cases a body runs on an adapter.
const DISPATCHED: u64 = 1024;

fn catalog() -> Catalog {
    let ops = registry::ops()
        .into_iter()
        .filter(|op| op.id.starts_with("body::"))
        .collect();
    Catalog::of(ops, vec![]).expect("generated ops with distinct ids")
}

fn report(problems: &[String], all: usize) {
    let shown: Vec<_> = problems.iter().take(5).map(String::as_str).collect();
    assert!(
        problems.is_empty(),
        "{} of {all} bodies:\n{}",
        problems.len(),
        shown.join("\n")
    );
}

/// Oracle: rustc's compilation of the same text.
#[test]
fn the_interpreter_agrees_with_rustc_on_generated_bodies() {
    let catalog = catalog();
    let mut problems = vec![];
    for op in catalog.ops() {
        let module = match &op.module {
            Ok(module) => module,
            Err(found) => {
                problems.push(format!("{}: {}", op.def.id, found[0]));
                continue;
            }
        };
        let types = op.def.op.signature.operands;
        let sources: [Box<dyn Source>; 2] = [
            generate::edges(types),
            Box::new(Witnesses::new(types, 1, INTERPRETED)),
        ];
        for source in sources {
            let step = (source.len() / (INTERPRETED / 2)).max(1);
            let numbers = (0..source.len()).step_by(step as usize);
            let cases: Vec<_> = numbers.map(|n| generate::case(&*source, n)).collect();
            let list = generate::List::new(types, &cases);
            if let Some(first) = strategy::interpreter(&op.def.op, module, &list, 2).first {
                problems.push(format!("{}: {first:?}", op.def.id));
                break;
            }
        }
    }
    assert_eq!(catalog.ops().len(), 1000);
    report(&problems, catalog.ops().len());
}

/// Oracle: rustc's compilation of the same text.
#[test]
fn every_adapter_agrees_with_rustc_on_generated_bodies() {
    let catalog = catalog();
    let mut problems = vec![];
    for adapter in vyre_conform_tests::adapters() {
        for op in catalog.ops() {
            let Ok(module) = &op.module else { continue };
            let reference = &op.def.op;
            let source = Witnesses::new(reference.signature.operands, 2, DISPATCHED);
            let found = adapter
                .load(&OpCode::of(op.def, module))
                .and_then(|loaded| backend::parity(&*loaded, reference, &source, 0..source.len()));
            let slug = &adapter.identity().slug;
            match found {
                Ok(parity) if parity.passed() => {}
                Ok(parity) => problems.push(format!("{} on {slug}: {:?}", op.def.id, parity.first)),
                Err(error) => problems.push(format!("{} on {slug}: {error}", op.def.id)),
            }
        }
    }
    report(&problems, catalog.ops().len());
}
