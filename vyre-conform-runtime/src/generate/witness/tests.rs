use super::*;

const TYPES: [ValueType; 4] = [
    ValueType::U32,
    ValueType::U64,
    ValueType::Bool,
    ValueType::Vec4U32,
];

const FLOATS: [ValueType; 4] = [
    ValueType::F32,
    ValueType::F16,
    ValueType::BF16,
    ValueType::F32,
];

/// Oracle: `word`, the definition of the stream, one word at a time.
#[test]
fn columns_follow_the_definition() {
    TYPES_AND_FLOATS.into_iter().for_each(columns_follow);
}

const TYPES_AND_FLOATS: [[ValueType; 4]; 2] = [TYPES, FLOATS];

fn columns_follow(types: [ValueType; 4]) {
    for (seed, start) in [(0, 0), (0xdead_beef_0123_4567, 890), (7, (3 << 32) - 70)] {
        let source = Witnesses::new(&types, seed, u64::MAX);
        let mut block = Block::new(&types, 1500);
        source.fill(start, &mut block);
        let mut columns = block.columns.iter();
        for (operand, ty) in types.iter().enumerate() {
            for lane in 0..ty.words() {
                let column = columns.next().expect("a column a word");
                for (i, found) in column.iter().enumerate() {
                    let expected = word(seed, start + i as u64, operand as u32, lane as u32, *ty);
                    assert_eq!(*found, expected, "operand {operand} lane {lane} case {i}");
                }
            }
        }
    }
}

/// Oracle: the WGSL text rewritten in Python with arbitrary-precision integers, and run. The stream is
/// part of the meaning of certificates: it never changes.
#[test]
fn the_stream_is_pinned() {
    let (seed, start) = (0x0123_4567_89ab_cdef, (5 << 32) + 500);
    let mut digest = 0;
    for case in start..start + 2048 {
        for (operand, ty) in TYPES.iter().enumerate() {
            for lane in 0..ty.words() {
                digest = hash(digest ^ word(seed, case, operand as u32, lane as u32, *ty));
            }
        }
    }
    assert_eq!(digest, 0x6fe7_d7a9);
    let at = |case| [0, 1].map(|operand| word(1, case, operand, 0, ValueType::U32));
    assert_eq!(at(0), [0x6adb_34bb, 0xdbdd_9d99]);
    assert_eq!(at(896), [0x15f1, 0x85]);
    assert_eq!(at(1023), [0x60, 0xf6f8_0000]);
}

/// Oracle: naga, an independent WGSL front end.
#[test]
fn the_wgsl_twin_parses() {
    let module = naga::front::wgsl::parse_str(WGSL).expect("WGSL");
    assert_eq!(module.functions.len(), 8);
}

/// Oracle: the list in docs/spec/laws.md#edge-values, which witness streams are biased to.
#[test]
fn mixture_covers_the_documented_edges() {
    let types = [ValueType::U32; 3];
    let source = Witnesses::new(&types, 1, 1 << 20);
    let mut block = Block::new(&types, 1 << 20);
    source.fill(0, &mut block);
    let [a, b, c] = block.columns.as_slice() else {
        panic!("three columns")
    };
    let count =
        |p: &dyn Fn(u32, u32, u32) -> bool| (0..a.len()).filter(|i| p(a[*i], b[*i], c[*i])).count();
    for k in 0..32 {
        for v in [1u32 << k, (1 << k) - 1, (1 << k) + 1, !(1u32 << k)] {
            assert!(count(&|a, _, _| a == v) > 50, "{v:#x} is rare");
        }
    }
    for v in (0..256).chain([u32::MAX, 0xff00_ff00, 0x00ff_ffff]) {
        assert!(count(&|_, b, _| b == v) > 10, "{v:#x} is rare");
    }
    assert!(count(&|a, b, _| a == b) > 5_000);
    assert!(count(&|_, b, c| b == c) > 5_000);
    assert!(count(&|a, b, c| a == b && b == c) > 300);
    assert!(count(&|a, b, _| a == !b) > 1_000);
    assert!(count(&|a, b, _| b == a.wrapping_add(1)) > 1_000);
    assert!(count(&|_, b, c| b == 1 << 16 && c == 1 << 16) > 1);
}

/// Oracle: docs/spec/laws.md#traps: pairs must not repeat after 2^32 cases.
#[test]
fn the_high_half_of_the_number_changes_the_cases() {
    let at = |case, operand| word(5, case, operand, 0, ValueType::U32);
    let same = (0..10_000u64).filter(|n| at(*n, 0) == at(n + (1 << 32), 0));
    assert!(same.count() < 200);
    let pairs = (0..10_000u64)
        .filter(|n| (at(*n, 0), at(*n, 1)) == (at(n + (1 << 32), 0), at(n + (1 << 32), 1)));
    assert!(pairs.count() < 20);
}
