//! Native expressions of floats, in ops and in programs.

use vyre_conform_interp::{Options, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::{Axis, Expr, Kernel, Operand, Program, Type};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};
use vyre_conform_suite::backend::Backend;

/// The ops with an expression in C.
pub const EXPRESSED: [&str; 12] = [
    "f32::add",
    "f32::div",
    "f32::eq",
    "f32::exp",
    "f32::ge",
    "f32::gt",
    "f32::le",
    "f32::lt",
    "f32::mul",
    "f32::mul_add",
    "f32::sqrt",
    "f32::sub",
];

/// Numbers of every kind, including NaNs that are not canonical.
const NUMBERS: [u32; 14] = [
    0,
    0x8000_0000,
    0x3f80_0000,
    0x3f80_0001,
    0xbfc0_0000,
    0x0080_0000,
    1,
    0x807f_ffff,
    0x7f7f_ffff,
    0x7f80_0000,
    0xff80_0000,
    0x7fc0_0000,
    0x7f80_0001,
    0xffc1_2345,
];

/// Number of results per pair of numbers.
const RESULTS_PER_PAIR: u32 = 12;

/// Computes for each pair of numbers: a chain of fused multiply-adds that begins with zero, one that begins with a
/// number from memory, that number unchanged, a quotient and its root, a sum and its bits, a comparison, and the chain
/// through arrays.
fn chains() -> Program {
    let mut k = Kernel::new("chains", [64, 1, 1]);
    let [a, b] = ["a", "b"].map(|name| k.read_only(name, Type::F32));
    let results = k.read_write("results", Type::F32);
    let i = k.bind("i", Expr::invocation_id(Axis::X));
    let [x, y] = [a, b].map(|buffer| k.bind("number", buffer.at(i)));
    // Only native expressions see these two values until they are stored.
    let sum = k.variable("sum", Expr::literal(Type::F32, 0));
    let copy = k.variable("copy", Expr::literal(Type::F32, 0));
    // This one also holds a number from memory, whose bits are preserved.
    let begun = k.variable("begun", x);
    // The same for arrays.
    let kept = k.array("kept", Type::F32, 3);
    let mixed = k.array("mixed", Type::F32, 2);
    k.store_element(mixed, 1, x);
    k.count("round", 0, 3, |k, round| {
        k.store(results, i * RESULTS_PER_PAIR + 2, begun);
        for chain in [sum, begun] {
            let next = k.call(
                "f32::mul_add",
                vec![x.into(), y.into(), chain.into()],
                Type::F32,
            );
            k.when(round.less(2), |k| k.assign(chain, next));
            k.store_element(kept, round, next);
            k.store_element(mixed, 0, next);
        }
        k.assign(copy, sum);
    });
    k.store(results, i * RESULTS_PER_PAIR, copy);
    k.store(results, i * RESULTS_PER_PAIR + 1, begun);
    let quotient = k.call("f32::div", vec![x.into(), y.into()], Type::F32);
    let root = k.call("f32::sqrt", vec![quotient.into()], Type::F32);
    k.store(results, i * RESULTS_PER_PAIR + 3, root);
    let total = k.call("f32::add", vec![sum.into(), y.into()], Type::F32);
    k.store(results, i * RESULTS_PER_PAIR + 4, total);
    let bits = Expr::cast(Type::U32, total.into()) ^ 0x5555_5555;
    k.store(
        results,
        i * RESULTS_PER_PAIR + 5,
        Expr::cast(Type::F32, bits),
    );
    let less = k.call("f32::lt", vec![root.into(), total.into()], Type::Bool);
    k.when(less, |k| k.store(results, i * RESULTS_PER_PAIR + 6, x));
    // A float without arithmetic.
    k.store(results, i * RESULTS_PER_PAIR + 7, y);
    let [first, last] = [0, 2].map(|position| Expr::element(kept, Type::F32, Expr::u32(position)));
    k.store(results, i * RESULTS_PER_PAIR + 8, last);
    let of_mixed = |position: Expr| Expr::element(mixed, Type::F32, position);
    k.store(results, i * RESULTS_PER_PAIR + 9, of_mixed(i & 1));
    let outside = k.bind("outside", of_mixed(i + 2));
    k.store(results, i * RESULTS_PER_PAIR + 10, outside);
    let next = k.call("f32::mul_add", vec![x.into(), first, y.into()], Type::F32);
    k.store(results, i * RESULTS_PER_PAIR + 11, next);
    k.finish()
}

/// The program with its inputs, and the interpreter's words.
fn program_and_expected_words() -> (Vec<ValidProgram>, Launch, Vec<Vec<u32>>) {
    let catalog = Catalog::linked().expect("the library");
    let valid = validate_program(chains(), &catalog, &Limits::WEBGPU).expect("a valid program");
    let pairs = NUMBERS.iter().flat_map(|a| NUMBERS.map(|b| (*a, b)));
    let (a, b): (Vec<u32>, Vec<u32>) = pairs.unzip();
    let groups = a.len().div_ceil(64);
    let buffers = vec![
        Contents::Words(a),
        Contents::Words(b),
        Contents::Zeros(groups * 64 * RESULTS_PER_PAIR as usize),
    ];
    let launch = Launch::single(&valid, [groups as u32, 1, 1], buffers);
    let programs = vec![valid];
    let words = run_launch(&programs, &launch, &Options::default()).expect("words");
    (programs, launch, words)
}

/// True if a backend's words equal the interpreter's for a program of native floats.
pub fn agrees(backend: &dyn Backend) -> bool {
    let (programs, launch, words) = program_and_expected_words();
    let loaded = backend.load_programs(&programs).expect("it loads");
    loaded.run(&launch) == Ok(words)
}

/// Checks that engines with floats give the interpreter's words.
///
/// # Panics
///
/// If one does not.
pub fn runs_engines(backend: &dyn Backend) {
    let catalog = Catalog::linked().expect("the library");
    for id in [
        "engine::freduce_strict",
        "engine::freduce_tree_binary",
        "engine::matmul_strict",
        "engine::matmul_fma_chain",
        "engine::matmul_fma_chain_tiled",
        "engine::matmul_strict_tiled",
        "engine::softmax",
    ] {
        let def = catalog.find_engine(id).expect("an engine of the library");
        for (n, size) in (0..6).flat_map(|n| [(n, 1), (n, 64)]) {
            let plan = (def.plan)(&(def.inputs)(n), size);
            let programs = plan.programs.into_iter();
            let programs = programs.map(|program| {
                let valid = validate_program(program, &catalog, &backend.limits());
                valid.expect("a valid program")
            });
            let programs: Vec<ValidProgram> = programs.collect();
            let expected = run_launch(&programs, &plan.launch, &Options::default());
            let loaded = backend.load_programs(&programs).expect("they load");
            let actual = loaded.run(&plan.launch).expect("they run");
            assert_eq!(Ok(actual), expected, "{id}, input {n}, size {size}");
        }
    }
}
