//! Casts, lanes and choices.

use vyre_conform_scripts::planted::{Fault, fault};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "casts_signed.vir",
        "an i32 is extended by zeros to 64 bits",
        "vec2<u32>(u32($a), u32($a >> 31u))",
        "vec2<u32>(u32($a), u32($a) >> 31u)",
    ),
    fault(
        "casts_signed.vir",
        "an i32 is extended by zeros to 128 bits",
        "vec4<u32>(u32($a), $sign, $sign, $sign)",
        "vec4<u32>(u32($a), $sign, 0u, 0u)",
    ),
    fault(
        "casts_low.vir",
        "a u64 is cut to its high word",
        "i32($a.x)",
        "i32($a.y)",
    ),
    fault(
        "casts_bools.vir",
        "a u32 is true where its lowest bit is set",
        "u32($a[0u] != 0u)",
        "$a[0u] & 1u",
    ),
    fault(
        "casts_bools.vir",
        "all words decide whether a u64 is true",
        "any($b[0u] != ",
        "all($b[0u] != ",
    ),
    fault("casts_truths.vir", "true is -1", "i32($b)", "-i32($b)"),
    fault(
        "casts_vectors.vir",
        "the halves of a u128 change places",
        ".xy",
        ".zw",
    ),
    fault(
        "lanes_order.vir",
        "one equal lane makes two vectors equal",
        "all($p == vec2",
        "any($p == vec2",
    ),
    fault(
        "lanes_order.vir",
        "two vectors differ where all lanes do",
        "any($q != ",
        "all($q != ",
    ),
    fault(
        "lanes_order.vir",
        "the smaller of lanes is the larger",
        "min($q, ",
        "max($q, ",
    ),
    fault(
        "select_arms.vir",
        "the values of a choice change places",
        "select(20u, 10u, ",
        "select(10u, 20u, ",
    ),
    fault(
        "select_arms.vir",
        "the values of a choice of vectors change places",
        "select(vec2<u32>(3u, 4u), vec2<u32>(1u, 2u), ",
        "select(vec2<u32>(1u, 2u), vec2<u32>(3u, 4u), ",
    ),
    fault(
        "choices.vir",
        "a condition is the other one",
        "$a > $b",
        "$a < $b",
    ),
    fault(
        "divide_wide.vir",
        "a quotient of 64 bits lacks its last bit",
        "vec2<u32>(q + u32(more), first)",
        "vec2<u32>(q, first)",
    ),
];
