//! Casts, lanes and choices.

use vyre_conform_scripts::planted::{Fault, fault};

pub(super) const FAULTS: &[Fault] = &[
    fault(
        "casts_signed.vir",
        "an i32 is extended by zeros to 64 bits",
        "= (u64)(i64)",
        "= (u64)(u32)",
    ),
    fault(
        "casts_signed.vir",
        "an i32 is extended by zeros to 128 bits",
        "a < 0 ? ~(u64)0 : 0",
        "0",
    ),
    fault(
        "casts_low.vir",
        "a u64 is cut to its high word",
        "*$r = (u32)$a;",
        "*$r = (u32)($a >> 32);",
    ),
    fault(
        "casts_bools.vir",
        "a u32 is true where its lowest bit is set",
        "= $a != 0;",
        "= ($a & 1u) != 0;",
    ),
    fault(
        "casts_bools.vir",
        "the low word decides whether a u64 is true",
        "= $a != 0;\n    *$r = $b != 0;",
        "= $a != 0;\n    *$r = (u32)$b != 0;",
    ),
    fault(
        "casts_bools.vir",
        "the last lane does not count for truth",
        "(a.x | a.y | a.z | a.w)",
        "(a.x | a.y | a.z)",
    ),
    fault(
        "casts_vectors.vir",
        "words of a vector change places in a u128",
        "(u64)a.x | ((u64)a.y << 32)",
        "(u64)a.y | ((u64)a.x << 32)",
    ),
    fault(
        "lanes_order.vir",
        "the first lanes decide equality",
        "a.x == b.x && a.y == b.y;",
        "a.x == b.x;",
    ),
    fault(
        "lanes_order.vir",
        "an operator takes another lane",
        "max_u32(a.w, b.w)",
        "max_u32(a.z, b.w)",
    ),
    fault(
        "lanes_order.vir",
        "a lane is another one",
        "2u, $q.z);",
        "2u, $q.y);",
    ),
    fault(
        "select_arms.vir",
        "the values of a choice change places",
        "$c ? 10u : 20u",
        "$c ? 20u : 10u",
    ),
    fault(
        "select_arms.vir",
        "the values of a choice of vectors change places",
        "$c ? make_vec2(1u, 2u) : make_vec2(3u, 4u)",
        "$c ? make_vec2(3u, 4u) : make_vec2(1u, 2u)",
    ),
];
