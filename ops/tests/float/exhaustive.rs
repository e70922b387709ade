//! Every one of the 2^32 inputs of a function of one operand, on all processors. Only in release mode, and by name:
//! `cargo test --release -p vyre-ops --test float -- --ignored`.

use crate::elementary::FUNCTIONS;
use crate::oracle::bits;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use vyre_ops::float::soft::binary32;

/// Inputs that a thread takes at once.
const BLOCK: u64 = 1 << 20;

/// How many of all inputs give another result than the oracle, and the least of them.
fn differences(
    ours: impl Fn(u32) -> u32 + Sync,
    oracle: impl Fn(u32) -> u32 + Sync,
) -> (u64, Option<u32>) {
    let next = AtomicU64::new(0);
    let work = || {
        let (mut count, mut least) = (0, None);
        loop {
            let start = next.fetch_add(BLOCK, Ordering::Relaxed);
            if start >= 1 << 32 {
                return (count, least);
            }
            let wrong = |a: &u32| ours(*a) != oracle(*a);
            let inputs = start..start + BLOCK;
            for a in inputs.map(|a| a as u32).filter(wrong) {
                count += 1;
                least = least.or(Some(a));
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, |n| n.get());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|w| w.join().expect("no panic"));
        results.fold((0, None), |(count, least), (more, other)| {
            (count + more, least.into_iter().chain(other).min())
        })
    })
}

#[track_caller]
fn check(name: &str, ours: impl Fn(u32) -> u32 + Sync, oracle: impl Fn(u32) -> u32 + Sync) {
    let (count, least) = differences(ours, oracle);
    println!("{name}: {count} of 2^32 results differ");
    assert_eq!((count, least), (0, None), "{name}");
}

/// Oracle: the same function, with one result of 2^32 changed.
#[test]
#[ignore = "2^32 inputs; run in release mode"]
fn one_wrong_result_is_found() {
    const PLANTED: u32 = 0x9abc_def1;
    let wrong = |a| binary32::neg(a) ^ u32::from(a == PLANTED);
    assert_eq!(differences(wrong, binary32::neg), (1, Some(PLANTED)));
}

/// Oracle: CORE-MATH.
#[test]
#[ignore = "2^32 inputs a function; run in release mode"]
fn elementary_functions_of_every_input() {
    for f in &FUNCTIONS {
        check(f.name, f.ours, |a| bits((f.oracle)(f32::from_bits(a))));
    }
}

/// Oracle: the processor and the standard library.
#[test]
#[ignore = "2^32 inputs a function; run in release mode"]
fn roundings_of_every_input() {
    let host = |f: fn(f32) -> f32| move |a| bits(f(f32::from_bits(a)));
    check("sqrt", binary32::sqrt, host(f32::sqrt));
    check("floor", binary32::floor, host(f32::floor));
    check("ceil", binary32::ceil, host(f32::ceil));
    check("trunc", binary32::trunc, host(f32::trunc));
    check(
        "round",
        binary32::round_ties_even,
        host(f32::round_ties_even),
    );
    check(
        "to_i32",
        |a| binary32::to_i32_truncate(a) as u32,
        |a| f32::from_bits(a) as i32 as u32,
    );
    check("to_u32", binary32::to_u32_truncate, |a| {
        f32::from_bits(a) as u32
    });
    check("from_u32", binary32::from_u32, |a| (a as f32).to_bits());
    check(
        "from_i32",
        |a| binary32::from_i32(a as i32),
        |a| (a as i32 as f32).to_bits(),
    );
}
