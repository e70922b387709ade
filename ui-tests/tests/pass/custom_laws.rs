//! Custom laws in every form.

use vyre_conform_runtime::vyre_op;

/// A limit that a law names.
pub const LIMIT: u32 = 0xFFFF_FFFE;

/// The next number, or the same at the end.
#[vyre_op(laws(
    Monotone,
    custom(grows, |g, x| x <= g(x) && g(x) >= x),
    custom(ends, |_f, x| !(LIMIT <= x) || _f(_f(x)) == u32::MAX),
    custom(wraps_once, |f, x| (f(x) == x.wrapping_add(1)) || f(x) == x),
    custom(at_run_time, |f, x| f(self::other(x)) == other(f(x)), at = run),
    Not(custom(stands, |f, a| f(f(f(a))) == f(a)), witness = 0),
))]
pub const fn next(a: u32) -> u32 {
    if a == u32::MAX { a } else { a.wrapping_add(1) }
}

/// Another function, which is not a `const fn`.
#[vyre_op(laws(Monotone))]
pub fn other(a: u32) -> u32 {
    a
}

/// Operands of several types.
#[vyre_op(laws(
    custom(by_parts, |f, a, n| f(f(a, n), n) == f(a, 0).wrapping_add(f(f(a, n), n))
        || f(a, 32) == f(a, half(64))),
    custom(keeps_zero, |f, n| f(0x0, n) == 0),
))]
pub const fn shifted(a: u64, n: u32) -> u64 {
    a << (n & 31)
}

/// Half.
#[vyre_op(laws(Monotone))]
pub const fn half(a: u32) -> u32 {
    a >> 1
}

/// Arrays and signs.
#[vyre_op(laws(
    custom(origin, |f, s| f([0, 0], s) == f([0, 0], 1)),
    custom(minus, |f, v| f(v, -1) == f(f(v, -1), 1)),
))]
pub const fn scaled(v: [u32; 2], s: i32) -> [u32; 2] {
    if s == 0 { [0, 0] } else { v }
}
