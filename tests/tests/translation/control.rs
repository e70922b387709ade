//! Control flow and scope.

use super::agrees;
use vyre_conform_runtime::{bound, vyre_fn};

#[vyre_fn]
fn shadowing(a: u32, b: u32) -> u32 {
    let x = a;
    let y = {
        let x = x ^ b;
        let x = x.wrapping_mul(3);
        x ^ 1
    };
    let x = x.wrapping_add(y);
    for x in 0..3u32 {
        let y = x;
        let _ = y;
    }
    x ^ y
}

#[vyre_fn]
const fn early_returns(a: u32, b: u32) -> u32 {
    if a == b {
        return 1;
    }
    if a > 100 {
        if b > 100 {
            return a ^ b;
        } else if b == 7 {
            return 9;
        }
    } else {
        return if b & 1 == 0 { b } else { !b };
    }
    let mut i = 0;
    while i < 8 {
        if a.wrapping_shr(i) & 15 == b & 15 {
            return i;
        }
        i += 1;
    }
    a
}

#[vyre_fn]
const fn nested_loops(a: u32, b: u32) -> u32 {
    let mut total = 0u32;
    let mut i = 0u32;
    while i < 6 {
        let mut j = 0u32;
        while j < 5 {
            if j == b & 7 {
                break;
            }
            if (i ^ j) & 1 == a & 1 {
                j = j.wrapping_add(1);
                continue;
            }
            total = total.wrapping_mul(7).wrapping_add(i ^ j);
            j += 1;
        }
        if total > a {
            i = i.wrapping_add(1);
            continue;
        }
        total ^= 5;
        i += 1;
    }
    total
}

#[vyre_fn]
fn ranges(a: u32, b: u64) -> u64 {
    let mut total = b;
    for i in 0..5 {
        total = total.wrapping_add(i);
    }
    for i in -3i32..=3 {
        if i == 2 {
            continue;
        }
        total ^= (i as u64).rotate_left(7);
        if (i.wrapping_mul(5) as u32) & a == 4 {
            break;
        }
    }
    for mut i in 3..=6u32 {
        i = i.wrapping_mul(a);
        total = total.rotate_left(3) ^ i as u64;
    }
    for _ in 0..3 {
        total = total.wrapping_mul(3);
    }
    for i in 250..253u64 {
        total ^= i << 13;
    }
    total
}

#[vyre_fn]
fn bounded(a: u32, b: u32) -> u32 {
    let mut n = a;
    let mut steps = 0u32;
    while n != 0 {
        bound!(32);
        n >>= 1;
        if n == b {
            break;
        }
        steps = steps.wrapping_add(1);
    }
    steps ^ n
}

#[vyre_fn]
fn greatest_common_divisor(a: u32, b: u32) -> u32 {
    let (mut x, mut y) = (a, b);
    loop {
        bound!(64);
        match x.checked_rem(y) {
            None => return x,
            Some(rest) => {
                x = y;
                y = rest;
            }
        }
    }
}

#[vyre_fn]
fn matched(a: u32, b: i32) -> u32 {
    const SEVEN: u32 = 7;
    let first = match a {
        0 => 5,
        1 | 2 => 6,
        SEVEN => 100,
        10..=20 => 8,
        // 32 is an edge, and not in any of these.
        21..32 => 11,
        n => n.wrapping_mul(3),
    };
    let second = match b {
        i32::MIN..=-1 => 1,
        0 => 2,
        1..=100 | 1000 => 3,
        _ => 4,
    };
    let third = if a > 4 { first } else { second };
    first ^ second << 8 ^ third << 16
}

#[vyre_fn]
fn late(a: u32, b: u32) -> i32 {
    let r;
    if a > b {
        r = -1;
    } else if a == b {
        r = 0;
    } else {
        let t = (a as i32) >> 1;
        r = t;
    }
    let pair: (u32, bool);
    pair = (a ^ b, a & 1 == 1);
    if pair.1 { r ^ pair.0 as i32 } else { r }
}

#[vyre_fn]
fn chained(a: u32, b: u32) -> u32 {
    let grade = if a < 10 {
        1
    } else if a < 100 {
        b
    } else if a < 1000 && b > 2 {
        let c = a.wrapping_mul(b);
        c ^ 3
    } else {
        4
    };
    let (low, high) = if grade > b { (b, grade) } else { (grade, b) };
    low.wrapping_mul(9) ^ high
}

#[vyre_fn]
fn let_else(a: u32, b: u32) -> u32 {
    let Some(q) = a.checked_div(b) else {
        return 1;
    };
    let Some(d) = q.checked_sub(5) else {
        return q;
    };
    d
}

#[vyre_fn]
fn opposites(a: u32, b: i32) -> u32 {
    let (c, d) = (a as i32, b as u32);
    let mut r = 0;
    // The branch is empty, so that the opposite condition is translated.
    if a == d {
    } else {
        r ^= 1;
    }
    if a != d {
    } else {
        r ^= 2;
    }
    if a < d {
    } else {
        r ^= 4;
    }
    if c > b {
    } else {
        r ^= 8;
    }
    if a <= d {
    } else {
        r ^= 16;
    }
    if c >= b {
    } else {
        r ^= 32;
    }
    r
}

/// Oracle: rustc's code for the same function.
#[test]
fn control_flow() {
    agrees(shadowing);
    agrees(early_returns);
    agrees(nested_loops);
    agrees(ranges);
    agrees(bounded);
    agrees(greatest_common_divisor);
    agrees(matched);
    agrees(late);
    agrees(chained);
    agrees(let_else);
    agrees(opposites);
}
