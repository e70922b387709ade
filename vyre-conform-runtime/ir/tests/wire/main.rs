//! Tests of wire format and text form with programs of every shape and with invalid bytes and texts. A
//! separate binary, because it counts the allocations of decoding.

mod counting;
mod programs;
mod text;

use counting::peak;
use programs::program;
use proptest::prelude::*;
use std::ops::Range;
use std::time::{Duration, Instant};
use vyre_conform_ir::Program;
use vyre_conform_ir::wire::{MAX_MEMORY, VERSION, decode, encode};

/// Position of the version.
const VERSION_BYTES: Range<usize> = 8..12;

/// Time limit of decoding.
const LIMIT: Duration = Duration::from_secs(2);

/// Decodes within the limits of time and memory. A decoded program must encode to the same bytes,
/// except that an older version becomes the current one.
fn checked(bytes: &[u8]) -> Result<Program, vyre_conform_ir::wire::WireError> {
    let begin = Instant::now();
    let (decoded, max) = peak(|| decode(bytes));
    let mut elapsed = begin.elapsed();
    assert!(max <= MAX_MEMORY, "{max} bytes were allocated at a time");
    // Slow decoding is slow each time; waiting for a processor is not.
    for _ in 0..3 {
        if elapsed < LIMIT {
            break;
        }
        let begin = Instant::now();
        let _ = decode(bytes);
        elapsed = elapsed.min(begin.elapsed());
    }
    assert!(elapsed < LIMIT, "decoding took {elapsed:?}");
    match &decoded {
        Ok(program) => {
            let mut expected = bytes.to_vec();
            expected[VERSION_BYTES].copy_from_slice(&VERSION.to_le_bytes());
            assert_eq!(encode(program), Ok(expected), "a second encoding");
        }
        Err(error) => assert!(error.offset <= bytes.len(), "{error}"),
    }
    decoded
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    /// Oracle: the encoded program.
    #[test]
    fn i4_encoding_then_decoding_is_the_identity(choices in proptest::collection::vec(any::<u8>(), 0..600)) {
        let program = program(&choices);
        let bytes = encode(&program).expect("within the limits");
        prop_assert_eq!(checked(&bytes), Ok(program));
    }
}

/// Counter-based random numbers (the finaliser of MurmurHash3).
fn random(n: u64) -> u64 {
    let mut x = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    x = (x ^ (x >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
    x ^ (x >> 33)
}

/// Corrupted bytes of a program: bits, bytes, ranges removed, repeated or swapped in from elsewhere,
/// numbers of the largest size.
fn mutated(base: &[u8], seed: u64) -> Vec<u8> {
    let mut bytes = base.to_vec();
    for round in 0..=random(seed) % 3 {
        let r = |k: u64| random(seed.wrapping_mul(31) ^ (round * 8 + k)) as usize;
        let at = r(0) % bytes.len();
        let length = 1 + r(1) % 8.min(bytes.len() - at);
        match r(2) % 7 {
            0 => bytes[at] ^= 1 << (r(3) % 8),
            1 => bytes[at] = r(3) as u8,
            2 => {
                bytes.drain(at..at + length);
            }
            3 => {
                let again = bytes[at..at + length].to_vec();
                bytes.splice(at..at, again);
            }
            4 => {
                let other = r(3) % bytes.len();
                let end = (other + length).min(bytes.len());
                let to = at.min(bytes.len() - (end - other));
                bytes.copy_within(other..end, to);
            }
            5 => bytes.truncate(at),
            _ => {
                bytes.splice(at..at, [0xff, 0xff, 0xff, 0xff, 0x0f]);
            }
        }
        if bytes.is_empty() {
            break;
        }
    }
    bytes
}

/// Limits the length of every section to the input and sets the last to the rest, so that a change of
/// size does not stop at the first section's length.
fn with_lengths(bytes: &mut [u8]) {
    let mut at = 12;
    while at + 5 <= bytes.len() {
        let length =
            u32::from_le_bytes([bytes[at + 1], bytes[at + 2], bytes[at + 3], bytes[at + 4]]);
        let left = bytes.len() - at - 5;
        let length = if bytes[at] == 4 {
            left
        } else {
            left.min(length as usize)
        };
        bytes[at + 1..at + 5].copy_from_slice(&(length as u32).to_le_bytes());
        at += 5 + length;
    }
}

/// Encodings of programs of every shape.
fn bases() -> Vec<Vec<u8>> {
    let base = |n: u64| {
        let choices: Vec<u8> = (0..300).map(|k| random(n * 1000 + k) as u8).collect();
        encode(&program(&choices)).expect("within the limits")
    };
    (0..64).map(base).collect()
}

/// Decodes corrupted encodings, and counts those that are programs.
fn decoded_wrong(bases: &[Vec<u8>], numbers: Range<u64>) -> u64 {
    let wrong = numbers.map(|n| {
        let mut bytes = mutated(&bases[n as usize % bases.len()], n);
        if n.is_multiple_of(2) {
            with_lengths(&mut bytes);
        }
        u64::from(checked(&bytes).is_ok())
    });
    wrong.sum()
}

/// Oracle: no byte string makes decoding panic, hang or take more than 64 MiB; 800,000 are corrupted
/// programs, 200,000 are random bytes after a header.
#[test]
fn i11_a_million_wrong_byte_strings_panic_nowhere() {
    let bases = bases();
    let mut programs = decoded_wrong(&bases, 0..800_000);
    let mut refused = 800_000 - programs;
    let header = &bases[0][..12];
    for n in 0..200_000 {
        let mut bytes = header.to_vec();
        let small = random(n).is_multiple_of(2);
        bytes.extend((0..random(n ^ 77) % 200).map(|k| {
            let byte = random(n * 200 + k) as u8;
            if small { byte % 16 } else { byte }
        }));
        let skip = [0, 12, 9][n as usize % 3];
        match checked(&bytes[skip.min(bytes.len())..]) {
            Ok(_) => programs += 1,
            Err(_) => refused += 1,
        }
    }
    // Some corruptions yield another program; if none or all did, the test would be vacuous.
    assert!(refused > 500_000, "{refused}");
    assert!(programs > 10_000, "{programs}");
}

/// Oracle: as above, for thirty minutes or `LONG_RUN_MINUTES`:
/// `cargo test --workspace --test wire -- --ignored wrong_byte_strings --nocapture`.
#[test]
#[ignore = "a long run: half an hour"]
fn wrong_byte_strings_panic_nowhere_for_long() {
    const STRINGS: u64 = 1_000_000;
    let setting = std::env::var("LONG_RUN_MINUTES").ok();
    let minutes = setting.map_or(30, |text| text.parse().expect("a number of minutes"));
    let end = Instant::now() + Duration::from_secs(60 * minutes);
    let (bases, mut next, mut programs) = (bases(), STRINGS, 0);
    while Instant::now() < end {
        programs += decoded_wrong(&bases, next..next + STRINGS);
        next += STRINGS;
        println!(
            "{} mutated encodings, {programs} of them programs",
            next - STRINGS
        );
    }
}

/// Oracle: the limit of 64 MiB; these inputs announce the largest possible counts.
#[test]
fn i10_large_announcements_are_refused_before_anything_is_allocated() {
    let mut bytes = encode(&program(&[])).expect("within the limits");
    let entry = bytes
        .iter()
        .rposition(|b| *b == 4)
        .expect("the section of the kernel");
    bytes.truncate(entry + 5);
    // A kernel without name, parameters, results, locals and tables, whose blocks each announce 90,000
    // nodes; then the same with 8 MiB of locals, of parameters and of table elements.
    let announced = [0x90, 0xbf, 0x05];
    let blocks: Vec<u8> = [10].into_iter().chain(announced).collect();
    let mut nested = vec![0, 0, 0, 0, 0];
    nested.extend(announced);
    nested.extend(blocks.repeat(50));
    nested.resize(1 << 20, 10);
    let lists = (1..5).map(|list| {
        let mut body = vec![0; list];
        body.extend([0x80, 0x80, 0x80, 0x04]);
        body.resize(9 << 20, 0);
        body
    });
    for body in lists.chain([nested]) {
        let mut all = bytes.clone();
        all.extend_from_slice(&body);
        with_lengths(&mut all);
        let (result, max) = peak(|| decode(&all));
        result.expect_err("it is cut short or too large");
        assert!(max <= MAX_MEMORY, "{max} bytes were allocated at a time");
    }
    let (_, max) = peak(|| std::hint::black_box(vec![1_u8; MAX_MEMORY + 1]));
    assert!(max > MAX_MEMORY, "the count counts nothing: {max}");
}
