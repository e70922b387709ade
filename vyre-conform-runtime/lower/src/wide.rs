//! Library functions for operations without a WGSL operator: 64-bit arithmetic on a `vec2<u32>` of low
//! and high word, and double-width products. Only functions in use are emitted.
//!
//! Products use 16-bit limbs and division is restoring, one quotient bit per step (Knuth, The Art of
//! Computer Programming, volume 2, section 4.3.1); before its last step the remainder is at most half
//! of the dividend, so doubling it never overflows. A shift by 32 minus an amount that may be 0 is
//! split into two shifts, because WGSL takes shift amounts modulo 32.

use std::collections::BTreeSet;

/// A function of the library: its name, its callees, and its text.
pub(super) struct Routine {
    pub(super) name: &'static str,
    pub(super) uses: &'static [&'static str],
    pub(super) text: &'static str,
}

/// Every function follows its callees.
const LIBRARY: &[Routine] = &[
    Routine {
        name: "i32_magnitude",
        uses: &[],
        text: "fn i32_magnitude(a: i32) -> u32 {
    return select(bitcast<u32>(a), 0u - bitcast<u32>(a), a < 0i);
}",
    },
    Routine {
        name: "i32_div",
        uses: &["i32_magnitude"],
        text: "fn i32_div(a: i32, b: i32) -> i32 {
    let safe = select(i32_magnitude(b), 1u, b == 0i);
    let quotient = select(i32_magnitude(a) / safe, 0u, b == 0i);
    return bitcast<i32>(select(quotient, 0u - quotient, (a ^ b) < 0i));
}",
    },
    Routine {
        name: "i32_rem",
        uses: &["i32_magnitude"],
        text: "fn i32_rem(a: i32, b: i32) -> i32 {
    let safe = select(i32_magnitude(b), 1u, b == 0i);
    let rest = i32_magnitude(a) % safe;
    return bitcast<i32>(select(rest, 0u - rest, a < 0i));
}",
    },
    Routine {
        name: "mul_wide",
        uses: &[],
        text: "fn mul_wide(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xffffu;
    let a1 = a >> 16u;
    let b0 = b & 0xffffu;
    let b1 = b >> 16u;
    let cross = a0 * b1;
    let middle = a1 * b0 + (cross & 0xffffu) + ((a0 * b0) >> 16u);
    return vec2<u32>(a * b, a1 * b1 + (cross >> 16u) + (middle >> 16u));
}",
    },
    // For words below 2^27, in limbs of 12 and 15 bits, so that no sum needs a carry.
    Routine {
        name: "mul_wide_27",
        uses: &[],
        text: "fn mul_wide_27(a: u32, b: u32) -> vec2<u32> {
    let a0 = a & 0xfffu;
    let a1 = a >> 12u;
    let b0 = b & 0xfffu;
    let b1 = b >> 12u;
    let middle = a1 * b0 + a0 * b1 + ((a0 * b0) >> 12u);
    return vec2<u32>(a * b, (a1 * b1 + (middle >> 12u)) >> 8u);
}",
    },
    Routine {
        name: "mul_high",
        uses: &["mul_wide"],
        text: "fn mul_high(a: u32, b: u32) -> u32 {
    return mul_wide(a, b).y;
}",
    },
    Routine {
        name: "u64_add",
        uses: &[],
        text: "fn u64_add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    let carry = u32(low < a.x);
    return vec2<u32>(low, a.y + b.y + carry);
}",
    },
    Routine {
        name: "u64_sub",
        uses: &[],
        text: "fn u64_sub(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let borrow = u32(a.x < b.x);
    return vec2<u32>(a.x - b.x, a.y - b.y - borrow);
}",
    },
    Routine {
        name: "u64_mul",
        uses: &["mul_wide"],
        text: "fn u64_mul(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = mul_wide(a.x, b.x);
    return vec2<u32>(low.x, low.y + a.x * b.y + a.y * b.x);
}",
    },
    Routine {
        name: "u64_mul_high",
        uses: &["mul_wide", "u64_add"],
        text: "fn u64_mul_high(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = mul_wide(a.x, b.x);
    let first = u64_add(mul_wide(a.x, b.y), vec2<u32>(low.y, 0u));
    let second = u64_add(mul_wide(a.y, b.x), vec2<u32>(first.x, 0u));
    let carried = u64_add(vec2<u32>(first.y, 0u), vec2<u32>(second.y, 0u));
    return u64_add(mul_wide(a.y, b.y), carried);
}",
    },
    Routine {
        name: "u64_lt",
        uses: &[],
        text: "fn u64_lt(a: vec2<u32>, b: vec2<u32>) -> bool {
    return a.y < b.y || (a.y == b.y && a.x < b.x);
}",
    },
    Routine {
        name: "u64_min",
        uses: &["u64_lt"],
        text: "fn u64_min(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return select(b, a, u64_lt(a, b));
}",
    },
    Routine {
        name: "u64_max",
        uses: &["u64_lt"],
        text: "fn u64_max(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return select(a, b, u64_lt(a, b));
}",
    },
    Routine {
        name: "u64_shl",
        uses: &[],
        text: "fn u64_shl(a: vec2<u32>, n: u32) -> vec2<u32> {
    let k = n & 31u;
    let low = a.x << k;
    let high = (a.y << k) | ((a.x >> 1u) >> (31u - k));
    return select(vec2<u32>(low, high), vec2<u32>(0u, low), (n & 32u) != 0u);
}",
    },
    Routine {
        name: "u64_shr",
        uses: &[],
        text: "fn u64_shr(a: vec2<u32>, n: u32) -> vec2<u32> {
    let k = n & 31u;
    let high = a.y >> k;
    let low = (a.x >> k) | ((a.y << 1u) << (31u - k));
    return select(vec2<u32>(low, high), vec2<u32>(high, 0u), (n & 32u) != 0u);
}",
    },
    Routine {
        name: "u64_rotate_left",
        uses: &["u64_shl", "u64_shr"],
        text: "fn u64_rotate_left(a: vec2<u32>, n: u32) -> vec2<u32> {
    return u64_shl(a, n) | u64_shr(a, 64u - n);
}",
    },
    Routine {
        name: "u64_rotate_right",
        uses: &["u64_shl", "u64_shr"],
        text: "fn u64_rotate_right(a: vec2<u32>, n: u32) -> vec2<u32> {
    return u64_shr(a, n) | u64_shl(a, 64u - n);
}",
    },
    Routine {
        name: "u64_count_ones",
        uses: &[],
        text: "fn u64_count_ones(a: vec2<u32>) -> u32 {
    return countOneBits(a.x) + countOneBits(a.y);
}",
    },
    Routine {
        name: "u64_leading_zeros",
        uses: &[],
        text: "fn u64_leading_zeros(a: vec2<u32>) -> u32 {
    return select(countLeadingZeros(a.y), 32u + countLeadingZeros(a.x), a.y == 0u);
}",
    },
    Routine {
        name: "u64_trailing_zeros",
        uses: &[],
        text: "fn u64_trailing_zeros(a: vec2<u32>) -> u32 {
    return select(countTrailingZeros(a.x), 32u + countTrailingZeros(a.y), a.x == 0u);
}",
    },
    Routine {
        name: "u64_reverse_bits",
        uses: &[],
        text: "fn u64_reverse_bits(a: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(reverseBits(a.y), reverseBits(a.x));
}",
    },
    Routine {
        name: "swap_word_bytes",
        uses: &[],
        text: "fn swap_word_bytes(x: u32) -> u32 {
    return (x << 24u) | ((x & 0xff00u) << 8u) | ((x >> 8u) & 0xff00u) | (x >> 24u);
}",
    },
    Routine {
        name: "u64_swap_bytes",
        uses: &["swap_word_bytes"],
        text: "fn u64_swap_bytes(a: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(swap_word_bytes(a.y), swap_word_bytes(a.x));
}",
    },
    // A 16-bit digit of a quotient, by Knuth's algorithm D: divides `u` and the next digit of the
    // dividend by `d`, whose highest bit is set, with `u` less than `d`.
    Routine {
        name: "u64_digit",
        uses: &[],
        text: "fn u64_digit(u: u32, next: u32, d: u32) -> u32 {
    let d1 = d >> 16u;
    let d0 = d & 0xffffu;
    let q = u / max(d1, 1u);
    let r = u - q * d1;
    let over = (q > 0xffffu) | (q * d0 > ((r << 16u) | next));
    let less = q - u32(over);
    let rest = r + select(0u, d1, over);
    let again = (rest <= 0xffffu) & ((less > 0xffffu) | (less * d0 > ((rest << 16u) | next)));
    return less - u32(again);
}",
    },
    // Without loops or branches: CPU compilers take quadratic time in the number of loops, 3.4 s with
    // 28 divisions as loops over bits, and 0.5 s in this form. A divisor of more than a word divides
    // half of the dividend by its leading word, which is exact or one too great (Hacker's Delight,
    // 9-5).
    Routine {
        name: "u64_div_rem",
        uses: &["mul_wide", "u64_sub", "u64_lt", "u64_digit"],
        text: "fn u64_div_rem(a: vec2<u32>, b: vec2<u32>) -> vec4<u32> {
    let wide = b.y != 0u;
    let top = select(b.x, b.y, wide);
    let n = countLeadingZeros(top) & 31u;
    let d = (top << n) | ((select(0u, b.x, wide) >> 1u) >> (31u - n));
    let first = select(a.y / max(b.x, 1u), 0u, wide);
    let carried = a.y - first * b.x;
    let high = select((carried << n) | ((a.x >> 1u) >> (31u - n)), a.y >> 1u, wide);
    let low = select(a.x << n, (a.x >> 1u) | (a.y << 31u), wide);
    let q1 = u64_digit(high, low >> 16u, d);
    let q0 = u64_digit(((high << 16u) | (low >> 16u)) - q1 * d, low & 0xffffu, d);
    let whole = (q1 << 16u) + q0;
    let half = whole >> (31u - n);
    let q = select(whole, half - u32(half != 0u), wide);
    let product = mul_wide(q, b.x);
    let rest = u64_sub(a, vec2<u32>(product.x, product.y + q * b.y + first * b.x));
    let more = !u64_lt(rest, b);
    let quotient = vec2<u32>(q + u32(more), first);
    let left = select(rest, u64_sub(rest, b), more);
    return select(vec4<u32>(quotient, left), vec4<u32>(0u, 0u, 0u, 0u), all(b == vec2<u32>(0u, 0u)));
}",
    },
];

fn library() -> impl DoubleEndedIterator<Item = &'static Routine> {
    LIBRARY.iter().chain(super::wide128::LIBRARY)
}

/// The texts of the functions in `used` and of their callees, callees first, each with its name
/// prefixed.
pub(super) fn texts(used: &BTreeSet<&'static str>, prefix: &str) -> Vec<String> {
    let mut needed = used.clone();
    for routine in library().rev() {
        if needed.contains(routine.name) {
            needed.extend(routine.uses);
        }
    }
    library()
        .filter(|routine| needed.contains(routine.name))
        .map(|routine| routine.named(prefix))
        .collect()
}

/// The names of the functions of the library.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    library().map(|routine| routine.name)
}

impl Routine {
    /// Its text, with its name and those of its callees prefixed.
    fn named(&self, prefix: &str) -> String {
        let calls = self.uses.iter().chain([&self.name]);
        calls.fold(self.text.to_owned(), |text, name| {
            let mut out = String::new();
            let mut rest = text.as_str();
            while let Some(position) = rest.find(name) {
                let (before, occurrence) = rest.split_at(position);
                let after = &occurrence[name.len()..];
                out.push_str(before);
                // A longer name may end in this one.
                if !before.ends_with(|c: char| c == '_' || c.is_ascii_alphanumeric())
                    && after.starts_with('(')
                {
                    out.push_str(prefix);
                }
                out.push_str(name);
                rest = after;
            }
            out + rest
        })
    }
}
