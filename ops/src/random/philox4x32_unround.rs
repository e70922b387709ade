use super::philox4x32_round;
use crate::arithmetic::mul_hi;
use vyre_conform_runtime::vyre_op;

/// The counter before a round of Philox4x32 that gave these four words, with the same key.
///
/// The multipliers are odd, so each has an inverse modulo 2^32. The low half of a product gives back its word, and with
/// it the high half that was combined with the other words ([Salmon and
/// others](https://doi.org/10.1145/2063384.2063405), 2011: a round is a bijection).
#[vyre_op(
    laws(
        InverseOf(philox4x32_round),
        RightInjective,
    ),
    boundaries(
        ([0, 0, 0, 0], [0, 0]),
        ([u32::MAX; 4], [u32::MAX; 2]),
        ([0, 0, 0, 1], [0, 0]),
        ([0, 1, 0, 0], [0, 0]),
    ),
    classes(
        no_key = b[0] == 0 && b[1] == 0,
        keyed = b[0] != 0 || b[1] != 0,
    ),
    table(
        ([0, 0, 0, 0], [0, 0]) => [0, 0, 0, 0], "nothing was made of nothing",
        ([0, 0, 0, 0xD251_1F53], [0, 0]) => [1, 0, 0, 0], "one times the first multiplier"
            from "Random123, philox.h, PHILOX_M4x32_0",
        ([0, 0xCD9E_8D57, 0, 0], [0, 0]) => [0, 0, 1, 0], "one times the second"
            from "Random123, philox.h, PHILOX_M4x32_1",
        ([5, 0, 10, 0], [4, 8]) => [0, 1, 0, 2], "the key comes off the even words",
        ([0x3261_72A9, 0x3261_72A9, 0x2DAE_E0AD, 0x2DAE_E0AD], [0, 0]) => [u32::MAX, u32::MAX, u32::MAX, u32::MAX],
            "the round of all ones",
        ([0x2EFD_7704, 0xAD2D_4BA2, 0x3728_C377, 0xB37E_0218], [0xA409_3822, 0x299F_31D0])
            => [0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344],
            "the first round of the third known answer undone" from "Random123, tests/kat_vectors, philox4x32 10",
    ),
)]
pub const fn philox4x32_unround(a: [u32; 4], b: [u32; 2]) -> [u32; 4] {
    // The inverses of the multipliers.
    let first = a[3].wrapping_mul(0x991A_7CDB);
    let third = a[1].wrapping_mul(0x6D7C_AE67);
    [
        first,
        mul_hi(third, 0xCD9E_8D57) ^ a[0] ^ b[0],
        third,
        mul_hi(first, 0xD251_1F53) ^ a[2] ^ b[1],
    ]
}
