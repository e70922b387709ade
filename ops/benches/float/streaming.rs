//! Streaming sums and products: the lowering in integers, the native profile, and shaders written by hand.

use crate::baseline::{FOUR, ONE, shader};
use crate::device::{Device, code, find, or_unsupported};
use crate::options::Options;
use crate::{Failure, median, verdict};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_wgpu::{Stream, StreamWidth};

/// Elements of a buffer, dispatches of a round and rounds: on hardware, and in software.
const HARDWARE: (u64, u32, usize) = (1 << 26, 32, 9);
const SOFTWARE: (u64, u32, usize) = (1 << 20, 4, 5);
/// Maximal time of the portable lowering relative to native, and of native relative to hand-written shaders.
const MOST_PORTABLE: f64 = 3.0;
const MOST_NATIVE: f64 = 1.1;

/// The implementation whose time is taken.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Portable,
    Native,
    HandWritten,
}

struct Candidate {
    kind: Kind,
    what: &'static str,
    stream: Stream,
    times: Vec<f64>,
}

/// Floats from 2^-32 to 2^32 of both signs: no operand or result of a sum or a product is special.
fn data(elements: u64, salt: u32) -> Vec<u32> {
    let word = |i: u32| {
        let hash = (i ^ salt).wrapping_mul(0x9e37_79b1);
        let hash = (hash ^ (hash >> 15)).wrapping_mul(0x3184_8bab);
        let exponent = 95 + (hash >> 24) % 65;
        (hash & 0x807f_ffff) | exponent << 23
    };
    (0..elements as u32).map(word).collect()
}

/// Bytes a second of each candidate, and the ratios of the best of each kind.
pub(crate) fn table(options: &Options, catalog: &Catalog, device: &Device) -> Result<u32, Failure> {
    let hardware = device.is_hardware();
    let (elements, dispatches, rounds) = if hardware { HARDWARE } else { SOFTWARE };
    // A multiple of four, for vectors.
    let elements = options.elements.unwrap_or(elements).max(4) & !3;
    println!(
        "streaming of {elements} floats from 2^-32 to 2^32, {dispatches} dispatches a round, medians of {rounds} \
         rounds; bytes are two operands and a result"
    );
    let (a, b) = (data(elements, 1), data(elements, 2));
    let operands = [&a[..], &b[..]];
    let mut missed = 0;
    for name in ["add", "mul"] {
        let op = find(catalog, &format!("f32::{name}"))?;
        let mut due = vec![0; a.len()];
        (op.def.op.kernel)(&operands, &mut [&mut due[..]]);
        let mut candidates = vec![];
        let widths = [
            (StreamWidth::One, "one a time", ONE),
            (StreamWidth::Four, "four at once", FOUR),
        ];
        for (width, what, hand_written) in widths {
            let mut push = |kind, stream| {
                candidates.push(Candidate {
                    kind,
                    what,
                    stream,
                    times: vec![],
                });
            };
            push(
                Kind::Portable,
                device.portable.stream(&code(op)?, width, &operands)?,
            );
            if let Some(native) = device.native {
                match or_unsupported(native.stream(&code(op)?, width, &operands))? {
                    Ok(stream) => push(Kind::Native, stream),
                    Err(why) => println!("  {name} native, not there: {why}"),
                }
            }
            let text = shader(name, hand_written);
            let stream = device
                .portable
                .stream_text(&text, hand_written.per, &operands)?;
            push(Kind::HandWritten, stream);
        }
        for candidate in &candidates {
            candidate.stream.time(1)?;
            let found = candidate.stream.results()?;
            let wrong = found
                .iter()
                .zip(&due)
                .filter(|(found, due)| found != due)
                .count();
            // What WGSL leaves open is its own affair; nothing in these data should show it.
            if wrong > 0 {
                let who = candidate.kind.name();
                return Err(
                    format!("{name}, {who}: {wrong} results differ from the reference").into(),
                );
            }
        }
        for _ in 0..rounds {
            for candidate in &mut candidates {
                let seconds = candidate.stream.time(dispatches)?.as_secs_f64();
                candidate.times.push(seconds / f64::from(dispatches));
            }
        }
        let mut best = [f64::INFINITY; 3];
        for candidate in candidates {
            let seconds = median(candidate.times);
            let least = &mut best[candidate.kind as usize];
            *least = least.min(seconds);
            println!(
                "  {name:<4} {:<9} {:<13} {:>9.3} ms {:>8.1} GB/s",
                candidate.kind.name(),
                candidate.what,
                seconds * 1e3,
                12.0 * elements as f64 / seconds / 1e9,
            );
        }
        let [portable, native, hand_written] = best;
        if native.is_infinite() {
            println!(
                "  {name:<4} portable / by hand {:.2}",
                portable / hand_written
            );
            continue;
        }
        for (what, ratio, most) in [
            ("portable / native", portable / native, MOST_PORTABLE),
            ("native / by hand", native / hand_written, MOST_NATIVE),
        ] {
            let (said, more) = verdict(ratio, most, hardware);
            missed += more;
            println!("  {name:<4} {what:<23} {ratio:>9.2}  {said}");
        }
    }
    Ok(missed)
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Self::Portable => "portable",
            Self::Native => "native",
            Self::HandWritten => "by hand",
        }
    }
}
