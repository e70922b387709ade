//! Faults planted in the C text: each is found by the suite, or by random programs.

use super::programs::{Programs, TOGETHER};
use super::suite::{context, run};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use vyre_conform_c::CBackend;
use vyre_conform_fuzz::Callable;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::plan::Part;

/// A fault: a piece of text, what stands in its place, and the op whose suite finds it.
type Fault = (&'static str, &'static str, &'static str);

/// Faults of operators, casts and columns.
const OF_OPS: [Fault; 22] = [
    ("a / b", "a / b + 1", "u32::div"),
    ("a % b", "a % b + 1", "u32::mod"),
    ("(i32)(0u - (u32)a)", "a + 1", "i32::sdiv"),
    ("b == -1 ? 0 : a % b", "b == -1 ? 1 : a % b", "i32::srem"),
    ("& 31u", "& 15u", "u32::shl"),
    ("a >> (b", "(u32)a >> (b", "i32::sar"),
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
    ("return a < b ? b : a", "return a < b ? a : b", "u32::max"),
    ("(i32)in_0[n]", "(i32)(in_0[n] & 0x7fffffffu)", "i32::sneg"),
    ("(u64)(i64)", "(u64)(u32)", "i32::cast_u64"),
    ("!= 0", "== 0", "u32::cast_bool"),
    ("(u32)(result >> 32)", "(u32)result", "u64::add"),
    ("[n * 2 + 1] << 32", "[n * 2 + 1] << 31", "u64::sub"),
    ("n < cases", "n + 1 < cases", "u32::add"),
    ("steps[0]", "steps[1]", "u32::sub"),
    ("in_0[n * 2 + 1]", "in_0[n * 2]", "vec2::cast_bool"),
];

/// Faults of memory, control, atomic steps and workgroups.
const OF_PROGRAMS: [(&str, &str); 14] = [
    ("if (i >= length) return 0;", "if (i >= length) return 1;"),
    (
        "if (i < length) array[i] = value;",
        "array[i < length ? i : 0] = value;",
    ),
    ("i < length ? array[i] : 0", "i < length ? array[i] : 7"),
    (
        "words[at + 1] = (u32)(value >> 32)",
        "words[at + 1] = (u32)value",
    ),
    ("words[i] = value", "words[i] = value + (i == 3u)"),
    ("    return true;\n", "\n"),
    ("b == 0 ? 0 : a / b", "b == 0 ? 1 : a / b"),
    ("b == 0 ? 0 : a % b", "b == 0 ? a : a % b"),
    ("[k] = 0u;", "[k] = 1u;"),
    ("atomic_fetch_add_explicit", "atomic_fetch_or_explicit"),
    ("value < before", "value > before"),
    ("n / groups[0] % groups[1]", "n % groups[1]"),
    ("{x, y, z}", "{y, x, z}"),
    ("workgroup_of[0] * ", "workgroup_of[0] + "),
];

/// Random programs that are tried.
const MOST: u64 = 400;

/// The faults that `is_caught` misses, asked on all cores.
fn each<'a, F: Sync>(faults: &'a [F], is_caught: &(dyn Fn(&F) -> bool + Sync)) -> Vec<&'a F> {
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
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    missed.into_inner().expect("no panic")
}

/// What a suite that looks for the fault runs.
fn finds(backend: CBackend, op: &str) -> bool {
    let (context, _root) = context(backend, |id, _| id == op, false);
    let quick = |part: &Part| matches!(part, Part::Table | Part::Parity(_) | Part::Operands);
    run(&context, |o| {
        o.op == op && o.backend().is_some() && !o.id.contains("alternate") && quick(&o.part)
    });
    let records = context.records();
    assert!(records.len() > 4, "{op}: {} obligations", records.len());
    records.iter().any(|r| !r.outcome.passed())
}

/// Oracle: the texts that are changed; without a fault the same obligations are met.
#[test]
fn faults_of_operators_are_caught() {
    let open = || super::c11().unoptimised();
    let missed = each(&OF_OPS, &|(from, to, op)| {
        finds(open().with_fault(from, to), op)
    });
    assert!(missed.is_empty(), "not caught: {missed:#?}");
    for (_, _, op) in &OF_OPS[..4] {
        assert!(!finds(open(), op), "{op}");
    }
}

/// Oracle: the interpreter, which has another evaluation of everything.
#[test]
fn faults_of_programs_are_caught() {
    let catalog = Catalog::linked().expect("the library");
    let callable = Callable::of(catalog.ops());
    let firsts = (0..MOST).step_by(TOGETHER as usize);
    let firsts = firsts.map(|first| Programs::random(first..first + TOGETHER, &callable, &catalog));
    let programs: Vec<Programs> = firsts.collect();
    let open = || super::c11().unoptimised();
    let right = open();
    assert!(programs.iter().all(|some| some.differs(&right).is_none()));
    let missed = each(&OF_PROGRAMS, &|(from, to)| {
        let wrong = open().with_fault(from, to);
        programs.iter().any(|some| some.differs(&wrong).is_some())
    });
    assert!(missed.is_empty(), "not caught: {missed:#?}");
}
