use super::bool_to_vec4;
use vyre_conform_runtime::vyre_op;

/// True if any lane is not 0.
#[vyre_op(
    id = "vec4::cast_bool",
    laws(
        // All nonzero vectors become one value.
        Not(InverseOf(bool_to_vec4), witness = ([1, 0, 0, 0])),
        // Vectors have no order, so Monotone and Antitone do not apply. Bounded says nothing about a Bool beyond its
        // type.
    ),
    boundaries(([0, 0, 0, 0]), ([1, 0, 0, 0]), ([0, 0, 0, 0x8000_0000]), ([u32::MAX; 4])),
    classes(
        none = a[0] == 0 && a[1] == 0 && a[2] == 0 && a[3] == 0,
        first = a[0] != 0,
        last_only = a[3] != 0 && a[0] == 0 && a[1] == 0 && a[2] == 0,
    ),
    table(
        ([0, 0, 0, 0]) => false, "no lane is set",
        ([1, 0, 0, 0]) => true, "the first lane is enough",
        ([0, 0, 0, 0x8000_0000]) => true, "so is the last, by its highest bit",
        ([0, 1, 0, 0]) => true, "and each one between",
        ([0x0001_0000, 0, 0, 0]) => true, "the high half of the first lane counts",
        ([0, 0x0001_0000, 0, 0]) => true, "the high half of the second lane counts",
        ([0, 0, 0x0001_0000, 0]) => true, "the high half of the third lane counts",
        ([0x8000_0000, 0x8000_0000, 0, 0]) => true, "the first two lanes do not cancel each other",
        ([0, 0x8000_0000, 0x8000_0000, 0]) => true, "the middle lanes do not cancel each other",
        ([0, 0, 0x8000_0000, 0x8000_0000]) => true, "the last two lanes do not cancel each other",
    ),
    alternates(
        any_lane: wgsl = "fn vec4_to_bool(a: vec4<u32>) -> u32 { return select(0u, 1u, any(a != vec4<u32>(0u))); }",
    ),
)]
pub const fn vec4_to_bool(a: [u32; 4]) -> bool {
    (a[0] | a[1] | a[2] | a[3]) != 0
}
