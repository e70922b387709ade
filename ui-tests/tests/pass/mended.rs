//! Code that refusals in `vyre-conform-macros/refusals` suggest, if it needs more than the operands.

use vyre_conform_runtime::{bound, vyre_op};

/// `arithmetic/pow`.
#[vyre_op(boundaries((65_536)))]
pub const fn mended_pow(a: u32) -> u32 {
    {
        let (mut p, mut x, mut n) = (1u32, a, 2);
        while n != 0 {
            bound!(32);
            if n & 1 == 1 {
                p = p.wrapping_mul(x);
            }
            x = x.wrapping_mul(x);
            n >>= 1;
        }
        p
    }
}

/// `loops/while_let`.
#[vyre_op(boundaries((u32::MAX)))]
pub const fn mended_while_let(mut a: u32) -> u32 {
    let mut turns = 0u32;
    loop {
        bound!(32);
        if let Some(next) = a.checked_add(1 << 31) {
            a = next;
        } else {
            break;
        }
        turns = turns.wrapping_add(1);
    }
    a ^ turns
}

/// `body/option_map`.
#[vyre_op(laws(Commutative))]
pub const fn mended_map(a: u32, b: u32) -> u32 {
    if let Some(sum) = a.checked_add(b) {
        sum ^ 1
    } else {
        0
    }
}

/// `body/macros`.
#[vyre_op(laws(Commutative))]
#[expect(
    clippy::match_like_matches_macro,
    reason = "it is what stands for the macro"
)]
pub const fn mended_matches(a: u32, b: u32) -> u32 {
    let is_small = match a ^ b {
        0..=9 => true,
        _ => false,
    };
    a ^ b ^ is_small as u32
}

/// `arithmetic/signed_arms`.
#[vyre_op(laws(RightIdentity(1)))]
pub const fn mended_arms(a: i32, b: i32) -> i32 {
    match b {
        0 => 0,
        d => {
            if let Some(q) = a.checked_div(d) {
                q
            } else {
                a
            }
        }
    }
}

/// `body/methods`.
#[vyre_op(boundaries((0), (u32::MAX)))]
pub const fn mended_isqrt(a: u32) -> u32 {
    {
        let (mut rest, mut root, mut bit) = (a, 0u32, 1u32 << 30);
        while bit != 0 {
            bound!(16);
            let next = root | bit;
            root >>= 1;
            if rest >= next {
                rest = rest.wrapping_sub(next);
                root |= bit;
            }
            bit >>= 2;
        }
        root
    }
}
