//! Parity by digests, compared with parity word by word, and with one wrong bit in 2^32 results.

use super::{devices, op};
use ValueType::{I32, U32};
use std::ops::Range;
use std::sync::atomic::{AtomicU32, Ordering};
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::generate::{self, Source, Width, Witnesses, exhaustive};
use vyre_conform_runtime::registry::{OpRef, op_ref, op_ref_exact};
use vyre_conform_spec::ValueType;
use vyre_conform_suite::backend::digest::{
    BLOCK_CASES, Digest, DigestReference, ExpectedDigests, HostDigest, MemoryDigests,
    parity_by_digest, reference,
};
use vyre_conform_suite::backend::{Backend, LoadedOp, ParityError};
use vyre_conform_suite::failing::Tally;

const KEY: u64 = 0x0123_4567_89ab_cdef;

fn find(
    loaded: &dyn LoadedOp,
    op: &OpRef,
    source: &dyn Source,
    range: Range<u64>,
    expected: &dyn ExpectedDigests,
) -> Tally {
    let op = DigestReference::unregistered(op);
    parity_by_digest(loaded, op, source, range, KEY, expected, 2)
        .expect("the device digests a product")
        .expect("a result")
}

/// Oracle: the digests of the CPU reference, on ranges that start and end within blocks, cross 2^32,
/// and have results of one, two and four words.
#[test]
fn device_digests_equal_reference_digests() {
    let narrow = op_ref(|a: u32| a.rotate_left(7) ^ 0x55);
    let wide = op_ref(|a: u32| u64::from(a) << 3);
    let lanes = op_ref(|a: i32| [a as u32, 1, !a as u32, 0]);
    let ops = [
        (
            &narrow,
            U32,
            "fn f(a: u32) -> u32 { return ((a << 7u) | (a >> 25u)) ^ 0x55u; }",
        ),
        (
            &wide,
            U32,
            "fn f(a: u32) -> vec2<u32> { return vec2<u32>(a << 3u, a >> 29u); }",
        ),
        (
            &lanes,
            I32,
            "fn f(a: i32) -> vec4<u32> { return vec4<u32>(u32(a), 1u, u32(~a), 0u); }",
        ),
    ];
    let (block, top) = (BLOCK_CASES, 1u64 << 32);
    let ranges = [7..block / 2, block - 3000..3 * block + 5, top - 10..top];
    for device in devices() {
        for (reference, ty, text) in &ops {
            let loaded = device.load(&op(reference, "f", text)).unwrap();
            let source = exhaustive(&[*ty], Width::Full).unwrap();
            for range in ranges.clone() {
                let cases = range.end - range.start;
                let actual = find(
                    &*loaded,
                    reference,
                    &*source,
                    range,
                    &MemoryDigests::default(),
                );
                assert_eq!((actual.cases, actual.failures), (cases, 0), "{actual:?}");
            }
        }
        let stream = Witnesses::new(&[U32], 5, u64::MAX);
        let loaded = device.load(&op(&narrow, "f", ops[0].2)).unwrap();
        let actual = find(
            &*loaded,
            &narrow,
            &stream,
            top - 9..top + 9,
            &MemoryDigests::default(),
        );
        assert_eq!((actual.cases, actual.failures), (18, 0), "{actual:?}");
    }
}

/// Oracle: the planted fault, one bit of one result of 2^32: the last inputs of a block, its first,
/// and one within; only the blocks around them are run, because every block is digested for itself.
#[test]
fn one_wrong_bit_is_found_and_shown() {
    let count = op_ref(u32::count_ones);
    let source = exhaustive(&[U32], Width::Full).unwrap();
    for device in devices() {
        for bad in [0x8000_0000u32, 0x7fff_ffff, 0x1234_5678] {
            let text = format!(
                "fn f(a: u32) -> u32 {{ return countOneBits(a) ^ (u32(a == {bad}u) << 3u); }}"
            );
            let loaded = device.load(&op(&count, "f", &text)).unwrap();
            let first = u64::from(bad) / BLOCK_CASES - 1;
            let range = first * BLOCK_CASES..(first + 3) * BLOCK_CASES;
            let actual = find(&*loaded, &count, &*source, range, &MemoryDigests::default());
            assert_eq!((actual.cases, actual.failures), (3 * BLOCK_CASES, 1));
            let mismatch = actual.first.expect("a mismatch");
            assert_eq!(mismatch.case, u64::from(bad));
            assert_eq!(mismatch.inputs, [Value::of(bad)]);
            assert_eq!(mismatch.found(), Some(&[bad.count_ones() ^ 8][..]));
        }
    }
}

/// Oracle: a wrong stored digest blames nobody: the reference is evaluated again; a correct stored digest is not
/// recomputed; and a wrong device is found nevertheless.
#[test]
fn known_digests_are_used_and_wrong_digests_blame_nobody() {
    struct FixedDigest(HostDigest, AtomicU32);
    impl ExpectedDigests for FixedDigest {
        fn digest(&self, block: u64) -> Option<HostDigest> {
            (block == 4).then_some(self.0)
        }
        fn store(&self, block: u64, _: HostDigest) {
            assert_ne!(block, 4, "it is known");
        }
        fn correct(&self, block: u64, _: HostDigest) -> Result<(), ParityError> {
            assert_eq!(block, 4);
            self.1.fetch_add(1, Ordering::Relaxed);
            Ok(())
        }
    }
    let count = op_ref(u32::count_ones);
    let text = "fn f(a: u32) -> u32 { return countOneBits(a); }";
    let source = exhaustive(&[U32], Width::Full).unwrap();
    let range = 4 * BLOCK_CASES..6 * BLOCK_CASES;
    let unregistered = DigestReference::unregistered(&count);
    let right = reference(
        unregistered,
        &*source,
        range.start..range.start + BLOCK_CASES,
        KEY,
    )
    .unwrap();
    for device in devices() {
        let loaded = device.load(&op(&count, "f", text)).unwrap();
        let run = |loaded: &dyn LoadedOp, expected: HostDigest| {
            let expected = FixedDigest(expected, AtomicU32::new(0));
            let range = range.clone();
            let outcome =
                parity_by_digest(loaded, unregistered, &*source, range, KEY, &expected, 2);
            (outcome.unwrap().unwrap(), expected.1.into_inner())
        };
        let (outcome, wrong) = run(&*loaded, right);
        assert!(outcome.passed() && wrong == 0, "{outcome:?}, {wrong}");
        let foreign = HostDigest::kept(Digest([1, 2, 3, 4]));
        let (outcome, wrong) = run(&*loaded, foreign);
        assert!(outcome.passed() && wrong == 1, "{outcome:?}, {wrong}");
        let bad = 4 * BLOCK_CASES + 77;
        let text = format!("fn f(a: u32) -> u32 {{ return countOneBits(a) ^ u32(a == {bad}u); }}");
        let faulty = device.load(&op(&count, "f", &text)).unwrap();
        for (known, corrections) in [(right, 0), (foreign, 1)] {
            let (outcome, wrong) = run(&*faulty, known);
            assert_eq!((outcome.failures, wrong), (1, corrections));
            assert_eq!(outcome.first.expect("a mismatch").case, bad);
        }
    }
}

/// Oracle: the definition of a tolerance: a digest cannot tell how far results are apart.
#[test]
fn an_op_with_a_tolerance_is_not_compared_by_digests() {
    let itself = op_ref(|a: f32| a).within(2);
    let source = exhaustive(&[ValueType::F32], Width::Full).unwrap();
    for device in devices() {
        let text = "fn f(a: u32) -> u32 { return a; }";
        let loaded = device.load(&op(&itself, "f", text)).unwrap();
        let known = MemoryDigests::default();
        let op = DigestReference::unregistered(&itself);
        let refused = parity_by_digest(&*loaded, op, &*source, 0..9, KEY, &known, 1);
        let message = refused.expect("it digests").unwrap_err().to_string();
        assert!(message.contains("compare them case by case"), "{message}");
    }
}

/// Oracle: the planted fault, one bit of one result, among pairs of floats of a witness stream whose numbers go
/// beyond 2^32.
#[test]
fn one_wrong_bit_among_pairs_of_witnesses_is_found() {
    let flipped = op_ref_exact(|a: f32, b: f32| f32::from_bits(a.to_bits() ^ b.to_bits()));
    let stream = Witnesses::new(&[ValueType::F32; 2], 11, u64::MAX);
    let (first, bad) = ((1 << 32) / BLOCK_CASES, (1u64 << 32) + 1_234_567);
    let inputs = generate::case(&stream, bad);
    let [a, b] = [inputs[0].words()[0], inputs[1].words()[0]];
    for device in devices() {
        let text = format!(
            "fn f(a: u32, b: u32) -> u32 {{ return a ^ b ^ (u32(a == {a}u && b == {b}u) << 31u); }}"
        );
        let loaded = device.load(&op(&flipped, "f", &text)).unwrap();
        let range = (first - 1) * BLOCK_CASES..(first + 2) * BLOCK_CASES;
        let actual = find(
            &*loaded,
            &flipped,
            &stream,
            range,
            &MemoryDigests::default(),
        );
        assert_eq!((actual.cases, actual.failures), (3 * BLOCK_CASES, 1));
        let mismatch = actual.first.expect("a mismatch");
        assert_eq!((mismatch.case, &mismatch.inputs), (bad, &inputs));
        assert_eq!(mismatch.found(), Some(&[a ^ b ^ 1 << 31][..]));
    }
}
