//! The engine of the walk-through in docs/book/engines.md, exactly as the page shows it.

use super::support::{check_on, holds};
use std::path::Path;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::Check;
use vyre_conform_suite::invariants::Runner;

// imports
use vyre_conform_runtime::catalog::max_steps;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::engine::{CorpusCase, Guard, Input, Output, Plan};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Type};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_conform_runtime::vyre_engine;

// begin
/// Differences of neighbours: record `i` is word `i + 1` less word `i`, wrapping.
#[vyre_engine(
    invariants(.., OutputOrdered),
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
fn differences(input: &Input, workgroup_size: u32) -> Plan {
    let words = &input.columns[0];
    let records = words.len() - 1;

    // The kernel: the text that every backend compiles. Out of bounds a load is zero and a store
    // does nothing, but the engine promises in-bounds accesses: `when` ensures that.
    let mut kernel = Kernel::new("differences", [workgroup_size, 1, 1]);
    let source = kernel.read_only("source", Type::U32);
    let target = kernel.read_write("target", Type::U32);
    let i = kernel.bind("i", Expr::invocation_id(Axis::X));
    kernel.when((i + 1).less(source.len()), |kernel| {
        kernel.store(target, i, source.at(i + 1) - source.at(i));
    });

    // The launch: one dispatch over two buffers. One additional word must stay unchanged.
    let program = kernel.finish();
    let mut guarded = vec![0; records];
    guarded.push(0xDEAD_BEEF);
    let valid =
        validate_program(program.clone(), &(), &Limits::WEBGPU).expect("the kernel is valid");
    let workgroups = (words.len() as u32).div_ceil(workgroup_size);
    let buffers = vec![Contents::Words(words.clone()), Contents::Words(guarded)];
    let launch = Launch::single(&valid, [workgroups, 1, 1], buffers);

    // The kernel has no loop, so the list of trip counts is empty.
    let steps = max_steps(&program, &[]).expect("the kernel calls no op");
    let max_steps = steps * u64::from(workgroups * workgroup_size);
    let mut plan = Plan::new(vec![program], launch, max_steps, |input, words| {
        let records = input.columns[0].len() - 1;
        words[0][..records].iter().map(|word| vec![*word]).collect()
    });
    plan.guards.push(Guard {
        read_back: 0,
        first_word: records,
    });
    plan
}

/// The CPU reference: plain Rust.
fn reference(input: &Input) -> Output {
    let pairs = input.columns[0].windows(2);
    pairs
        .map(|pair| vec![pair[1].wrapping_sub(pair[0])])
        .collect()
}

/// Input number `n`: lengths 1, 2, ... around the workgroup sizes first.
fn inputs(n: u64) -> Input {
    let lengths = [1, 2, 31, 32, 33, 64, 65, 129, 257, 1000];
    let length = lengths[n as usize % lengths.len()];
    Input {
        columns: vec![
            (0..length)
                .map(|i: u32| (i ^ n as u32).wrapping_mul(0x9E37_79B9))
                .collect(),
        ],
    }
}

/// Squares have odd differences.
const CORPUS: &[CorpusCase] = &[CorpusCase {
    source: "OEIS A005408, the odd numbers: first differences of the squares",
    input: || Input {
        columns: vec![vec![0, 1, 4, 9, 16, 25, 36]],
    },
    output: || [1, 3, 5, 7, 9, 11].map(|odd| vec![odd]).to_vec(),
}];
// end

/// Oracle: the engine's own reference, corpus and invariants; it is right.
#[test]
fn the_engine_of_the_page_keeps_its_invariants() {
    let catalog = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let def = catalog
        .find_engine("engine::differences")
        .expect("registered");
    let invariants = def.invariants.iter().map(|i| Check::Invariant(*i));
    for check in invariants.chain([Check::Gates, Check::Reference, Check::Corpus]) {
        assert!(holds(check_on(def, Runner::Interpreter, check)) > 0);
    }
}

/// Oracle: this file.
#[test]
fn the_page_shows_this_engine() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/book/engines.md");
    let page = std::fs::read_to_string(page).expect("the page");
    let (_, engine) = include_str!("walkthrough.rs")
        .split_once("// begin\n")
        .expect("a begin");
    let (engine, _) = engine.split_once("// end").expect("an end");
    assert!(
        page.contains(engine),
        "copy the engine into docs/book/engines.md"
    );
    let (_, imports) = include_str!("walkthrough.rs")
        .split_once("// imports\n")
        .expect("imports");
    let (imports, _) = imports.split_once("\n// begin").expect("their end");
    assert!(page.contains(imports), "copy the imports of the engine");
}
