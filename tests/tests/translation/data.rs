//! Tuples, arrays, tables and calls.

use super::{agrees, bodies};
use vyre_conform_runtime::elaborate::elaborate;
use vyre_conform_runtime::registry::{OpFn, op_ref};
use vyre_conform_runtime::vyre_fn;

const STEPS: [u32; 4] = [8, 8, 8, 6];
const SIGNED: [i32; 3] = [-1, i32::MIN, 7];
const FLAGS: [bool; 2] = [true, false];
const SEEDS: [u64; 16] = {
    let mut t = [0u64; 16];
    let mut i = 0;
    while i < 16 {
        t[i] = (1u64 << 36) / (16 + i as u64);
        i += 1;
    }
    t
};

#[vyre_fn]
const fn tables(a: u32, b: u32) -> u64 {
    let mut r = SEEDS[(a >> 28) as usize];
    let mut i = 0;
    while i < STEPS.len() {
        r = r.wrapping_shl(STEPS[i]) ^ STEPS[(b & 3) as usize] as u64;
        i += 1;
    }
    let sign = SIGNED[(a % 3) as usize];
    if FLAGS[(b & 1) as usize] {
        r ^ sign as u64
    } else {
        r
    }
}

#[vyre_fn]
fn split(a: u32) -> (u32, (bool, i32)) {
    (a >> 3, (a & 1 == 1, (a as i32) >> 2))
}

#[vyre_fn]
fn tuples(a: u32, b: u32) -> u32 {
    let x = split(a);
    let (n, flags) = split(b);
    let mut pair = (n, x.0);
    pair.1 = pair.0 ^ (x.1).1 as u32;
    pair.0 = if flags.0 { pair.1 } else { 5 };
    if x == (n, flags) {
        return 3;
    }
    pair.0.wrapping_mul(pair.1) ^ (x.1).0 as u32
}

#[vyre_fn]
fn differing(a: u32, b: u32) -> u32 {
    let (x, y) = ((a & 3, b & 3), (b & 1, a & 7));
    let tuples = (x != y) as u32 ^ ((x == y) as u32) << 1;
    let arrays = ([a, b, 1] != [a, a, 1]) as u32 ^ (([a, b] == [b, b & a]) as u32) << 1;
    tuples ^ arrays << 2
}

#[vyre_fn]
fn rotate(mut v: [u32; 4], n: u32) -> [u32; 4] {
    let mut i = 0;
    while i < 4 {
        v[i] = v[i].rotate_left(n);
        i += 1;
    }
    let first = v[0];
    v[0] = v[3];
    v[3] = first;
    v
}

#[vyre_fn]
fn arrays(a: [u32; 4], b: [u32; 2]) -> [u32; 4] {
    let mut sums = [0; 12];
    for i in 0..12usize {
        sums[i] = a[i & 3].wrapping_add(b[i & 1]).wrapping_add(i as u32);
    }
    let copy = sums;
    sums[3] = copy[11] ^ 1;
    let turned = rotate(a, b[0]);
    let chosen = if b[1] > 4 {
        turned
    } else {
        [copy[4], sums[3], b[0], 9]
    };
    let filled = [b[0] ^ 3; 10];
    [
        chosen[0] ^ filled[9],
        chosen[(b[0] & 3) as usize],
        [a[1], b[1]][(a[0] & 1) as usize],
        sums[3] ^ copy[3],
    ]
}

#[vyre_fn]
fn histogram(a: u64, b: u32) -> u32 {
    let mut counts = [0u32; 16];
    let mut rest = a;
    for _ in 0..16 {
        let digit = (rest & 15) as u32 as usize;
        counts[digit] = counts[digit].wrapping_add(b);
        rest >>= 4;
    }
    let mut best = 0usize;
    for i in 1..16 {
        if counts[i] > counts[best] {
            best = i;
        }
    }
    best as u32 ^ counts[best] << 4
}

#[vyre_fn]
fn indices(a: u32, b: u32) -> u32 {
    let n = (a & 7) as usize;
    let m = n.saturating_sub(2).min(6).max(1);
    let t = [1, 2, 4, 8, 16, 32, 64, b];
    let half = n / 2;
    t[m].wrapping_add(t[half ^ 1]).wrapping_add(t[n | 1]) ^ (n > m) as u32
}

#[vyre_fn]
fn deep(a: u32, b: u32) -> u32 {
    // Longer than one expression may nest.
    a.wrapping_add(b)
        .wrapping_mul(3)
        .wrapping_add(b)
        .wrapping_mul(5)
        .wrapping_add(b)
        .wrapping_mul(7)
        .wrapping_add(b)
        .wrapping_mul(9)
        .wrapping_add(b)
        .wrapping_mul(11)
        .wrapping_add(b)
        .wrapping_mul(13)
        .wrapping_add(b)
        .wrapping_mul(15)
        .wrapping_add(b)
        .wrapping_mul(17)
        .wrapping_add(b)
        .wrapping_mul(19)
        .wrapping_add(b)
        .wrapping_mul(21)
        .wrapping_add(b)
        .wrapping_mul(23)
        .wrapping_add(b)
        .wrapping_mul(25)
        .wrapping_add(b)
        .wrapping_mul(27)
        .wrapping_add(b)
        .wrapping_mul(29)
        .wrapping_add(b)
        .wrapping_mul(31)
        .wrapping_add(b)
        .wrapping_mul(33)
        .wrapping_add(b)
        .wrapping_mul(35)
        .wrapping_add(b)
        .wrapping_mul(37)
        .wrapping_add(b)
        .wrapping_mul(39)
        .wrapping_add(b)
        .wrapping_mul(41)
}

const MODULUS: u32 = 0x7FFF_FFFF;
const NOTHING: u32 = 0;
const BACK: i32 = -1;

#[vyre_fn]
const fn by_constants(a: u32, b: i32, c: u64) -> u64 {
    const THREE: i32 = -3;
    const WIDE: u64 = 0xFFFF_FFFB;
    let mut rest = a % MODULUS;
    rest /= u32::BITS;
    let signed = (b / THREE) ^ (b % THREE);
    (c % WIDE) ^ (c / WIDE) ^ (rest as u64) ^ (signed as u64)
}

// rustc's own lint rejects this unless it is allowed.
#[allow(unconditional_panic)]
#[vyre_fn]
fn by_nothing(a: u32) -> u32 {
    a % NOTHING
}

#[vyre_fn]
fn by_minus_one(a: i32) -> i32 {
    a / BACK
}

/// The problems in the elaboration of a function.
fn refused<M, F: OpFn<M>>(f: F) -> String {
    let bodies = bodies();
    let body = bodies[&(op_ref(f).key.id)()];
    let problems = elaborate(body, &|key| bodies.get(&key).copied());
    format!("{:?}", problems.map(|_| ()).expect_err("a division"))
}

/// Oracle: Rust's semantics: a constant that panics for some operand is refused, although the attribute sees no value
/// of a constant.
#[test]
fn constant_that_makes_division_panic_is_refused() {
    let nothing = refused(by_nothing);
    assert!(nothing.contains("this divides by zero"), "{nothing}");
    let back = refused(by_minus_one);
    assert!(back.contains("division by -1 overflows"), "{back}");
}

/// Oracle: rustc's code for the same function.
#[test]
fn data() {
    agrees(by_constants);
    agrees(tables);
    agrees(tuples);
    agrees(differing);
    agrees(rotate);
    agrees(arrays);
    agrees(histogram);
    agrees(indices);
    agrees(deep);
}
