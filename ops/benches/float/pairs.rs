//! Edge-biased pairs, compared by digests: what the reference can do a core, and what the device can.

use crate::clock::Clock;
use crate::device::{Device, find, load};
use crate::every_input::{KEY, digested};
use crate::options::Options;
use crate::{Failure, median};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_suite::backend::digest::{DigestReference, reference};

const OPS: [&str; 13] = [
    "add", "sub", "mul", "div", "min", "max", "eq", "lt", "le", "gt", "ge", "atan2", "pow",
];
/// Seed of the pairs.
const SEED: u64 = 1;
const ROUNDS: usize = 3;
/// Pairs that the reference takes, of a quick op and of a slow one.
const QUICK: u64 = 1 << 23;
const SLOW: u64 = 1 << 18;
/// Pairs of an op on hardware, and in software.
const HARDWARE: u64 = 1_000_000_000;
const SOFTWARE: u64 = 1 << 18;
/// Minimal number of checked pairs of an op on a large machine.
const DUE: f64 = 1e10;
const CORES: f64 = 16.0;

fn witnesses(op: &Op, cases: u64) -> Witnesses {
    Witnesses::new(op.def.op.signature.operands, SEED, cases)
}

/// The reference's part on one core: make pairs, evaluate, digest.
pub(crate) fn reference_table(catalog: &Catalog) -> Result<(), Failure> {
    println!("edge-biased pairs, the reference's part (made, evaluated, digested) on one core");
    let mut whole = 0.0;
    for name in OPS {
        let op = find(catalog, &format!("f32::{name}"))?;
        let cases = if ["atan2", "pow"].contains(&name) {
            SLOW
        } else {
            QUICK
        };
        let source = witnesses(op, cases);
        let mut times = vec![];
        for _ in 0..ROUNDS {
            let clock = Clock::start();
            // Block by block, as parity asks for them.
            for start in (0..cases).step_by(1 << 20) {
                reference(
                    DigestReference::of(op.def)?,
                    &source,
                    start..cases.min(start + (1 << 20)),
                    KEY,
                )?;
            }
            times.push(clock.seconds());
        }
        let rate = cases as f64 / median(times);
        let seconds = DUE / rate / CORES;
        whole += seconds;
        println!(
            "  {name:<8} {:>9.1} M pairs/s; 10^10 on {CORES} such cores {seconds:>7.1} s",
            rate / 1e6
        );
    }
    println!("  all of them {whole:.0} s");
    Ok(())
}

/// The device's part: make pairs, run, digest.
pub(crate) fn table(options: &Options, catalog: &Catalog, device: &Device) -> Result<(), Failure> {
    let most = if device.is_hardware() {
        HARDWARE
    } else {
        SOFTWARE
    };
    let cases = options.pairs.unwrap_or(most);
    println!("edge-biased pairs, the device's part, of {cases} pairs an op");
    for name in OPS {
        let op = find(catalog, &format!("f32::{name}"))?;
        for (profile, backend) in device.profiles() {
            if profile == "native" && op.def.native.is_none() {
                continue;
            }
            match load(backend, op)? {
                Ok(loaded) => {
                    let seconds = digested(&*loaded, op, &witnesses(op, cases), cases)?;
                    let rate = cases as f64 / seconds;
                    println!(
                        "  {name:<8} {profile:<9} {:>9.1} M pairs/s; 10^10 take {:>7.1} s",
                        rate / 1e6,
                        DUE / rate
                    );
                }
                Err(why) => println!("  {name:<8} {profile:<9} not there: {why}"),
            }
        }
    }
    Ok(())
}
