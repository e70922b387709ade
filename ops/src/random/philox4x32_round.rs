use crate::arithmetic::mul_hi;
use vyre_conform_runtime::vyre_op;

/// A round of Philox4x32 over a counter of four words with a key of two.
///
/// Salmon, Moraes, Dror and Shaw, [Parallel Random Numbers: As Easy as 1, 2, 3](https://doi.org/10.1145/2063384.2063405)
/// (2011); the multipliers are those of [Random123](https://github.com/DEShawResearch/random123). Philox4x32-10
/// is ten rounds, between which the key is bumped; the engine `philox_fill` has its published vectors.
#[vyre_op(
    laws(
        // InverseOf(philox4x32_unround) holds, since that op is undone by this one and both map a finite set to itself;
        // solvers cannot handle its products of products. Two words of the result contain the key, combined only by
        // exclusive or.
        RightInjective,
    ),
    boundaries(
        ([0, 0, 0, 0], [0, 0]),
        ([u32::MAX; 4], [u32::MAX; 2]),
        ([1, 0, 0, 0], [0, 0]),
        ([0, 0, 1, 0], [0, 0]),
    ),
    classes(
        no_key = b[0] == 0 && b[1] == 0,
        keyed = b[0] != 0 || b[1] != 0,
    ),
    table(
        ([0, 0, 0, 0], [0, 0]) => [0, 0, 0, 0], "of nothing comes nothing",
        ([1, 0, 0, 0], [0, 0]) => [0, 0, 0, 0xD251_1F53], "word 0 times the first multiplier, whose low half goes last"
            from "Random123, philox.h, PHILOX_M4x32_0",
        ([0, 0, 1, 0], [0, 0]) => [0, 0xCD9E_8D57, 0, 0], "word 2 times the second, whose low half goes second"
            from "Random123, philox.h, PHILOX_M4x32_1",
        ([0, 1, 0, 2], [4, 8]) => [5, 0, 10, 0], "the odd words meet the key",
        ([u32::MAX, u32::MAX, u32::MAX, u32::MAX], [0, 0]) => [0x3261_72A9, 0x3261_72A9, 0x2DAE_E0AD, 0x2DAE_E0AD],
            "the high half of (2^32 - 1) m is m - 1, the low half -m",
        ([0x243F_6A88, 0x85A3_08D3, 0x1319_8A2E, 0x0370_7344], [0xA409_3822, 0x299F_31D0])
            => [0x2EFD_7704, 0xAD2D_4BA2, 0x3728_C377, 0xB37E_0218],
            "the first round of the third known answer, by Python's integers; ten of them give the published words",
    ),
)]
pub const fn philox4x32_round(a: [u32; 4], b: [u32; 2]) -> [u32; 4] {
    [
        mul_hi(a[2], 0xCD9E_8D57) ^ a[1] ^ b[0],
        a[2].wrapping_mul(0xCD9E_8D57),
        mul_hi(a[0], 0xD251_1F53) ^ a[3] ^ b[1],
        a[0].wrapping_mul(0xD251_1F53),
    ]
}
