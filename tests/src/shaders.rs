//! Programs and their shaders for front ends, and the settings of long runs.

use std::time::{Duration, Instant};
use vyre_conform_fuzz::Case;
use vyre_conform_lower as lower;
use vyre_conform_runtime::ir::{
    Access, AtomicOp, Axis, Expr, Kernel, Operand, Program, Type, print,
};
use vyre_conform_runtime::valid::{Limits, ValidProgram, validate_program};

/// Number of programs of the long run, and minutes of the other one.
const PROGRAMS_VARIABLE: &str = "LONG_RUN_PROGRAMS";
const MINUTES_VARIABLE: &str = "LONG_RUN_MINUTES";

/// The number in an environment variable of a long run.
fn setting(variable: &str, default: u64) -> u64 {
    let text = std::env::var(variable);
    text.map_or(default, |text| text.parse().expect("a number"))
}

/// The number of programs in a long run.
pub fn programs_of_long_run() -> u64 {
    setting(PROGRAMS_VARIABLE, 100_000)
}

/// The end of a long run after the requested minutes.
pub fn end_of_long_run() -> Instant {
    Instant::now() + Duration::from_secs(60 * setting(MINUTES_VARIABLE, 30))
}

/// Validates a program.
///
/// # Panics
///
/// With the first problem of an invalid one.
pub fn valid(program: Program) -> ValidProgram {
    validate_program(program, &(), &Limits::WEBGPU).unwrap_or_else(|actual| panic!("{}", actual[0]))
}

/// The random program of a seed: its text, and its shader.
pub fn random(seed: u64) -> (String, String) {
    let case = Case::random(seed, &[]);
    let valid = valid(case.program.clone());
    let program = print::program(&case.program);
    (format!("seed {seed}:\n{program}"), lower::program(&valid))
}

/// A kernel over a buffer `a` of two elements, a buffer `b` of the host's length, a table of two elements, an array of
/// two, and the name `two` for the number 2.
fn with_two(write: impl FnOnce(&mut Kernel, [Expr; 4])) -> (String, String) {
    let mut k = Kernel::new("k", [4, 1, 1]);
    let a = k.buffer("a", Access::ReadWrite, Type::U32, Some(2));
    let b = k.read_write("b", Type::U32);
    let table = k.table("TABLE", Type::U32, vec![5, 6]);
    let array = k.array("array", Type::U32, 2);
    let two = k.bind("two", 2);
    k.store_element(array, Expr::invocation_id(Axis::X) & 1, 7);
    // Each of them is certainly 0, through a name.
    let zeros = [
        a.at(two),
        Expr::table_element(table, Type::U32, two.into()),
        Expr::element(array, Type::U32, two.into()),
        b.at(Expr::u32(u32::MAX) - (two - 2)),
    ];
    write(&mut k, zeros);
    let program = k.finish();
    (print::program(&program), lower::program(&valid(program)))
}

/// Programs with constants that are not literals, with their shaders.
pub fn of_names() -> Vec<(String, String)> {
    let mut texts = vec![];
    for which in 0..4 {
        for by in [1, 2] {
            // A guard whose body never runs, around an index that is certainly out of bounds.
            texts.push(with_two(|k, zeros| {
                let a = k.buffer("c", Access::ReadWrite, Type::U32, Some(2));
                let index = k.bind("index", zeros[which].clone() - by);
                k.when(index.less(2), |k| k.store(a, index, 1));
                k.store(a, index, 2);
                let before = k.atomic(AtomicOp::Add, a, index, 1);
                let below = k.bind("below", before - 1);
                k.store(a, below, 3);
                k.store(a, zeros[which].clone() - by, a.at(below));
                // As an amount, a divisor, a condition, and through a variable that is assigned once.
                k.store(a, 0, (a.at(0) << index) / zeros[which].clone());
                k.when(zeros[which].clone(), |k| k.store(a, index, 4));
                let once = k.variable("once", zeros[which].clone() - by);
                k.store(a, once, 5);
                let ty = Type::U64;
                let wide = k.bind("wide", zeros[which].clone().cast(ty) - Expr::u64(1));
                k.store(a, wide.cast(Type::U32), 6);
            }));
        }
    }
    texts
}
