use super::xxh64_round;
use vyre_conform_runtime::vyre_op;

/// The merge of one of the four accumulators of XXH64 into the hash of a long message ([xxHash
/// specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md), "XXH64 algorithm", step 3,
/// `mergeAccumulator`): a round of the accumulator from 0, an exclusive or, a product and a sum.
#[vyre_op(
    laws(
        LeftInjective,
        RightInjective,
        Not(Commutative, witness = (0, 1)),
        Not(Associative, witness = (0, 0, 1)),
        ZeroProduct(false, witness = (0x09D0_3DE3_A51B_4B69, 1)),
    ),
    boundaries(
        (0, 0),
        (0x76DE_09B8_467F_D7BB, 0),
        (u64::MAX, u64::MAX),
        (0, 0x8000_0000_0000_0000),
        (0x1_0000_0000, 0x1_0000_0000),
    ),
    classes(no_accumulator = b == 0, an_accumulator = b != 0),
    table(
        (0, 0) => 0x85EB_CA77_C2B2_AE63, "the fourth prime, which is added last" from "xxHash specification, PRIME64_4",
        (1, 0) => 0x2423_4429_489E_78EA, "the first prime and the fourth" from "xxHash specification, PRIME64_1",
        (0, 1) => 0x9D04_9A61_1F45_1521, "computed with integers of any length",
        (0x7F0E_345B_E364_9CD2, 1) => 0x85EB_CA77_C2B2_AE63, "the round of 0 and 1, which the exclusive or takes away",
        (0x76DE_09B8_467F_D7BB, 0) => 0, "what the product makes the negative fourth prime of",
        (u64::MAX, u64::MAX) => 0x2755_FD62_D36C_9DCB, "computed with integers of any length",
    ),
)]
pub const fn xxh64_merge_round(a: u64, b: u64) -> u64 {
    (a ^ xxh64_round(0, b))
        .wrapping_mul(0x9E37_79B1_85EB_CA87)
        .wrapping_add(0x85EB_CA77_C2B2_AE63)
}
