//! Library functions for 128-bit arithmetic on a `vec4<u32>`, low word first.
//!
//! Sums carry from word to word. Shifts move words first and bits second; a shift by 32 minus an amount
//! that may be 0 is split into two shifts, because WGSL takes shift amounts modulo 32.

use super::wide::Routine;

/// Every function follows its callees.
pub(super) const LIBRARY: &[Routine] = &[
    Routine {
        name: "u128_add",
        uses: &["u64_add", "u64_lt"],
        text: "fn u128_add(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let low = u64_add(a.xy, b.xy);
    let carry = u32(u64_lt(low, a.xy));
    return vec4<u32>(low, u64_add(u64_add(a.zw, b.zw), vec2<u32>(carry, 0u)));
}",
    },
    Routine {
        name: "u128_sub",
        uses: &["u64_sub", "u64_lt"],
        text: "fn u128_sub(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    let borrow = u32(u64_lt(a.xy, b.xy));
    let high = u64_sub(u64_sub(a.zw, b.zw), vec2<u32>(borrow, 0u));
    return vec4<u32>(u64_sub(a.xy, b.xy), high);
}",
    },
    Routine {
        name: "u128_lt",
        uses: &["u64_lt"],
        text: "fn u128_lt(a: vec4<u32>, b: vec4<u32>) -> bool {
    return u64_lt(a.zw, b.zw) || (all(a.zw == b.zw) && u64_lt(a.xy, b.xy));
}",
    },
    Routine {
        name: "u128_min",
        uses: &["u128_lt"],
        text: "fn u128_min(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    return select(b, a, u128_lt(a, b));
}",
    },
    Routine {
        name: "u128_max",
        uses: &["u128_lt"],
        text: "fn u128_max(a: vec4<u32>, b: vec4<u32>) -> vec4<u32> {
    return select(a, b, u128_lt(a, b));
}",
    },
    Routine {
        name: "u128_shl",
        uses: &[],
        text: "fn u128_shl(a: vec4<u32>, n: u32) -> vec4<u32> {
    let two = select(a, vec4<u32>(0u, 0u, a.xy), (n & 64u) != 0u);
    let one = select(two, vec4<u32>(0u, two.xyz), (n & 32u) != 0u);
    let k = vec4<u32>(n & 31u);
    return (one << k) | ((vec4<u32>(0u, one.xyz) >> vec4<u32>(1u)) >> (vec4<u32>(31u) - k));
}",
    },
    Routine {
        name: "u128_shr",
        uses: &[],
        text: "fn u128_shr(a: vec4<u32>, n: u32) -> vec4<u32> {
    let two = select(a, vec4<u32>(a.zw, 0u, 0u), (n & 64u) != 0u);
    let one = select(two, vec4<u32>(two.yzw, 0u), (n & 32u) != 0u);
    let k = vec4<u32>(n & 31u);
    return (one >> k) | ((vec4<u32>(one.yzw, 0u) << vec4<u32>(1u)) << (vec4<u32>(31u) - k));
}",
    },
];
