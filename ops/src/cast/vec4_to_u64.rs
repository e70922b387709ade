use vyre_conform_runtime::vyre_op;

/// Lanes 0 and 1 as the low and the high word; the other two are dropped.
#[vyre_op(
    id = "vec4::cast_u64",
    laws(
        // Every u64 is a result, so no bound below the type's own holds.
        Not(Bounded(0, 0xFFFF_FFFF), witness = ([0, 1, 0, 0])),
        // Vectors have no order and no ops, and no cast leads back to four lanes: no other law applies.
    ),
    boundaries(([0, 0, u32::MAX, u32::MAX]), ([u32::MAX, u32::MAX, 0, 0]), ([0, 1, 2, 3])),
    classes(one_word = a[1] == 0, two_words = a[1] != 0),
    table(
        ([5, 0, 3, 4]) => 5, "lane 0 is the low word",
        ([0, 1, 3, 4]) => 0x1_0000_0000, "lane 1 is the high word",
        ([0, 0, 0xFFFF_FFFF, 0xFFFF_FFFF]) => 0, "the other two leave no trace",
        ([0x8000_0000, 0, 0, 0]) => 0x8000_0000, "bit 31 of the low word is no sign",
        ([0, 0x0001_0000, 0, 0]) => 0x1_0000_0000_0000, "the high half of the high word counts",
    ),
)]
pub const fn vec4_to_u64(a: [u32; 4]) -> u64 {
    (a[0] as u64) | ((a[1] as u64) << 32)
}
