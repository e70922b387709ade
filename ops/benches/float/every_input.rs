//! Every input of an op: made, run and digested on the device.

use crate::device::{Device, find, load};
use crate::options::Options;
use crate::{Failure, median, verdict};
use std::time::Instant;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::{Source, Width, exhaustive};
use vyre_conform_suite::backend::LoadedOp;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, DigestReference, reference};

/// Ops about as expensive as an addition, and the time limit for all their inputs, in seconds.
const SIMPLE: [&str; 4] = ["neg", "abs", "floor", "sqrt"];
const MOST_SIMPLE: f64 = 0.2;
/// Elementary functions, and the same of them.
const ELEMENTARY: [&str; 12] = [
    "exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan",
];
const MOST_ELEMENTARY: f64 = 3.0;

pub(crate) const KEY: u64 = 0x5eed;
const ROUNDS: usize = 3;
/// Inputs of an op on a software adapter.
const SOFTWARE: u64 = 1 << 19;

/// The time of the device part, digests read back included.
pub(crate) fn table(options: &Options, catalog: &Catalog, device: &Device) -> Result<u32, Failure> {
    let hardware = device.is_hardware();
    let all = 1u64 << 32;
    let inputs = options
        .inputs
        .unwrap_or(if hardware { all } else { SOFTWARE });
    println!("every input, device part, of {inputs} inputs an op");
    let mut missed = 0;
    let simple = SIMPLE.map(|name| (name, MOST_SIMPLE));
    let elementary = ELEMENTARY.map(|name| (name, MOST_ELEMENTARY));
    for (name, most) in simple.into_iter().chain(elementary) {
        let op = find(catalog, &format!("f32::{name}"))?;
        let source = exhaustive(op.def.op.signature.operands, Width::Full)?;
        for (profile, backend) in device.profiles() {
            if profile == "native" && op.def.native.is_none() {
                continue;
            }
            let loaded = match load(backend, op)? {
                Ok(loaded) => loaded,
                Err(why) => {
                    println!("  {name:<8} {profile:<9} not there: {why}");
                    continue;
                }
            };
            let seconds = digested(&*loaded, op, &*source, inputs)?;
            let whole = seconds * all as f64 / inputs as f64;
            let counts = hardware && inputs == all && profile == "portable";
            let (verdict_text, more) = verdict(whole, most, counts);
            missed += more;
            let measured = if inputs == all {
                String::new()
            } else {
                format!(" (of {seconds:.3} s)")
            };
            println!("  {name:<8} {profile:<9} {whole:>9.3} s for 2^32{measured}, {verdict_text}");
        }
    }
    Ok(missed)
}

/// The time in which a device digests the first cases of a source. The first digest, the last and the middle one
/// are those of the reference.
pub(crate) fn digested(
    loaded: &dyn LoadedOp,
    op: &Op,
    source: &dyn Source,
    cases: u64,
) -> Result<f64, Failure> {
    // The first time pays for pipelines and buffers.
    loaded.digests(source, 0..cases.min(BLOCK_CASES), KEY)?;
    let mut times = vec![];
    let mut digests = vec![];
    for _ in 0..ROUNDS {
        let begin = Instant::now();
        digests = loaded.digests(source, 0..cases, KEY)?;
        times.push(begin.elapsed().as_secs_f64());
    }
    for block in [0, digests.len() as u64 / 2, digests.len() as u64 - 1] {
        let range = block * BLOCK_CASES..cases.min((block + 1) * BLOCK_CASES);
        let due = reference(DigestReference::of(op.def)?, source, range, KEY)?.digest();
        if digests[block as usize] != due {
            return Err(format!("{}: block {block} differs from the reference", op.def.id).into());
        }
    }
    Ok(median(times))
}
