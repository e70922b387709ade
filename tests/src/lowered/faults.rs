//! Faults planted in the text: the suite or random programs find each.

use super::programs::{PROGRAMS_PER_UNIT, Programs};
use super::suite::{context, run};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use vyre_conform_fuzz::Callable;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::sync::cores;
use vyre_conform_suite::backend::Backend;
use vyre_conform_suite::plan::Part;

/// A fault: a piece of text, its replacement, and the op whose suite finds it.
pub type Fault = (&'static str, &'static str, &'static str);

/// Faults of operators, casts and columns, in every dialect.
pub const OP_FAULTS: [Fault; 21] = [
    ("a / b", "a / b + 1", "u32::div"),
    ("a % b", "a % b + 1", "u32::mod"),
    ("(i32)(0u - (u32)a)", "a + 1", "i32::sdiv"),
    ("b == -1 ? 0 : a % b", "b == -1 ? 1 : a % b", "i32::srem"),
    ("& 31u", "& 15u", "u32::shl"),
    ("v_a >> (v_b", "(u32)v_a >> (v_b", "i32::sar"),
    ("(0u - n)", "(1u - n)", "u32::rotate_left"),
    (">> 32u", ">> 31u", "u32::mul_hi"),
    ("0x33333333u", "0x33333332u", "u32::popcount"),
    ("a |= a >> 16;", "", "u32::clz"),
    ("(a - 1)", "(a - 2)", "u32::ctz"),
    (
        "0x55555555u) << 1",
        "0x55555555u) << 2",
        "u32::reverse_bits",
    ),
    ("0xff00u) << 8", "0xff00u) << 9", "u32::swap_bytes"),
    (
        "return v_a < v_b ? v_b : v_a",
        "return v_a < v_b ? v_a : v_b",
        "u32::max",
    ),
    ("(i32)in_0[n]", "(i32)(in_0[n] & 0x7fffffffu)", "i32::sneg"),
    ("(u64)(i64)", "(u64)(u32)", "i32::cast_u64"),
    ("!= 0", "== 0", "u32::cast_bool"),
    ("(u32)(result >> 32)", "(u32)result", "u64::add"),
    ("[n * 2 + 1] << 32", "[n * 2 + 1] << 31", "u64::sub"),
    ("n < cases", "n + 1 < cases", "u32::add"),
    ("in_0[n * 2 + 1]", "in_0[n * 2]", "vec2::cast_bool"),
];

/// The faults that `is_caught` misses, evaluated on all cores.
pub fn missed_faults<'a, F: Sync>(
    faults: &'a [F],
    is_caught: &(dyn Fn(&F) -> bool + Sync),
) -> Vec<&'a F> {
    let next = AtomicUsize::new(0);
    let missed = Mutex::new(vec![]);
    let work = || {
        while let Some(fault) = faults.get(next.fetch_add(1, Ordering::Relaxed)) {
            if !is_caught(fault) {
                missed.lock().expect("no panic").push(fault);
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..cores() {
            scope.spawn(work);
        }
    });
    missed.into_inner().expect("no panic")
}

/// True if the suite of an op finds the fault of a backend.
pub fn finds(backend: impl Backend + 'static, op: &str) -> bool {
    let (context, _root) = context(backend, |id, _| id == op, false);
    let quick = |part: &Part| matches!(part, Part::Table | Part::Parity(_) | Part::Operands);
    run(&context, |o| {
        o.op == op && o.backend().is_some() && !o.id.contains("alternate") && quick(&o.part)
    });
    let records = context.records();
    assert!(records.len() > 4, "{op}: {} obligations", records.len());
    records.iter().any(|r| !r.outcome.passed())
}

/// The faults that random programs on `open` miss; without a fault they agree with the interpreter. Programs whose text
/// has a word of `left_out` do not run.
pub fn missed_by_programs<'a, B: Backend>(
    faults: &'a [(&'a str, &'a str)],
    (most, left_out): (u64, &[&str]),
    open: impl Fn() -> B + Sync,
    with_fault: impl Fn(B, &str, &str) -> B + Sync,
) -> Vec<&'a (&'a str, &'a str)> {
    let catalog = Catalog::linked().expect("the library");
    let callable = Callable::of(catalog.ops());
    missed_by_programs_of(
        &catalog,
        &callable,
        faults,
        (most, left_out),
        open,
        with_fault,
    )
}

/// [`missed_by_programs`] with programs that call these ops.
pub fn missed_by_programs_of<'a, B: Backend>(
    catalog: &Catalog,
    callable: &Callable,
    faults: &'a [(&'a str, &'a str)],
    (most, left_out): (u64, &[&str]),
    open: impl Fn() -> B + Sync,
    with_fault: impl Fn(B, &str, &str) -> B + Sync,
) -> Vec<&'a (&'a str, &'a str)> {
    let firsts = (0..most).step_by(PROGRAMS_PER_UNIT as usize);
    let firsts = firsts.map(|first| {
        Programs::random(
            first..first + PROGRAMS_PER_UNIT,
            callable,
            catalog,
            left_out,
        )
    });
    let programs: Vec<Programs> = firsts.collect();
    let right = open();
    assert!(programs.iter().all(|some| some.differs(&right).is_none()));
    missed_faults(faults, &|(from, to)| {
        let wrong = with_fault(open(), from, to);
        programs.iter().any(|some| some.differs(&wrong).is_some())
    })
}
