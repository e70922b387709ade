//! Kernel Rust against CORE-MATH, on the processor.

use crate::clock::Clock;
use crate::device::find;
use crate::options::Options;
use crate::{Failure, median, verdict};
use std::hint::black_box;
use std::sync::atomic::{AtomicU64, Ordering};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::{ColumnKernel, OpRef, op_ref};
use vyre_ops::float::soft::binary32 as soft;

/// Consecutive inputs; the share is that of blocks, evenly spread, so that every exponent has its part.
const BLOCK: u64 = 1 << 12;
/// Every block.
const BLOCKS: u64 = (1 << 32) / BLOCK;
const ROUNDS: usize = 3;
/// The most seconds for 2^32 inputs on two cores.
const MOST: f64 = 600.0;

/// The functions in kernel Rust, by the names of their ops.
const FUNCTIONS: [(&str, OpRef); 12] = [
    ("exp", op_ref(soft::exp)),
    ("log", op_ref(soft::log)),
    ("sin", op_ref(soft::sin)),
    ("exp2", op_ref(soft::exp2)),
    ("exp10", op_ref(soft::exp10)),
    ("log2", op_ref(soft::log2)),
    ("log10", op_ref(soft::log10)),
    ("cos", op_ref(soft::cos)),
    ("tan", op_ref(soft::tan)),
    ("asin", op_ref(soft::asin)),
    ("acos", op_ref(soft::acos)),
    ("atan", op_ref(soft::atan)),
];

/// Time of each function in kernel Rust and in CORE-MATH, and what all 2^32 inputs take on two cores where both are
/// computed and compared.
pub(crate) fn table(options: &Options, catalog: &Catalog) -> Result<u32, Failure> {
    let Options { share, threads, .. } = *options;
    println!(
        "elementary functions on the processor, kernel Rust and CORE-MATH compared on {} inputs (1 in {share} of \
         2^32, in blocks of {BLOCK}), {threads} threads",
        BLOCKS.div_ceil(share) * BLOCK
    );
    println!(
        "  {:<8} {:>14} {:>14} {:>7} {:>16}",
        "", "kernel Rust", "CORE-MATH", "ratio", "2^32, two cores"
    );
    let mut missed = 0;
    for (name, ours) in FUNCTIONS {
        let oracle = find(catalog, &format!("f32::{name}"))?.def.op;
        let mut times = [vec![], vec![], vec![]];
        for _ in 0..ROUNDS {
            for (times, kernels) in times.iter_mut().zip([
                &[ours.kernel][..],
                &[oracle.kernel],
                &[ours.kernel, oracle.kernel],
            ]) {
                let (seconds, wrong) = sweep(kernels, share, threads);
                times.push(seconds);
                if let Some(input) = wrong {
                    return Err(format!("{name}({input:08x}) is not what CORE-MATH gives").into());
                }
            }
        }
        let [ours, oracle, both] = times.map(median);
        let inputs = (BLOCKS.div_ceil(share) * BLOCK) as f64;
        let each = |seconds: f64| seconds * 1e9 / inputs;
        let whole = both * 2f64.powi(32) / inputs;
        let (said, more) = verdict(whole / 2.0, MOST, true);
        missed += more;
        println!(
            "  {name:<8} {:>11.1} ns {:>11.1} ns {:>7.2} {:>14.1} s  {said}",
            each(ours),
            each(oracle),
            ours / oracle,
            whole / 2.0,
        );
    }
    Ok(missed)
}

/// Runs the kernels on one block in `share`: the seconds of all threads together, and an input for which two
/// kernels differ.
fn sweep(kernels: &[ColumnKernel], share: u64, threads: usize) -> (f64, Option<u32>) {
    let next = AtomicU64::new(0);
    let work = || {
        let clock = Clock::start();
        let mut inputs = vec![0u32; BLOCK as usize];
        let mut results = vec![vec![0u32; BLOCK as usize]; kernels.len()];
        let mut wrong = None;
        loop {
            let block = next.fetch_add(share, Ordering::Relaxed);
            if block >= BLOCKS {
                return (clock.seconds(), wrong);
            }
            for (input, number) in inputs.iter_mut().zip(block * BLOCK..) {
                *input = number as u32;
            }
            for (kernel, results) in kernels.iter().zip(&mut results) {
                kernel(&[&inputs[..]], &mut [&mut results[..]]);
            }
            if let [ours, oracle] = &black_box(&results)[..]
                && ours != oracle
            {
                let differs = (0..inputs.len()).find(|i| ours[*i] != oracle[*i]);
                wrong = wrong.or(differs.map(|i| inputs[i]));
            }
        }
    };
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let found = running
            .into_iter()
            .map(|thread| thread.join().expect("no panic"));
        found.fold((0.0, None), |(seconds, wrong), (more, other)| {
            (seconds + more, wrong.or(other))
        })
    })
}
