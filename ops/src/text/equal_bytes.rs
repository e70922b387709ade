use vyre_conform_runtime::vyre_op;

/// A byte of ones for each of four packed bytes that are equal, a byte of zeros for the others.
///
/// `__vcmpeq4` of the [CUDA Math API](https://docs.nvidia.com/cuda/cuda-math-api/cuda_math_api/group__CUDA__MATH__INTRINSIC__SIMD.html).
#[vyre_op(
    laws(
        Commutative,
        SelfInverse(0xFFFF_FFFF),
        // The result is a mask, not a byte that can be compared again.
        Not(Associative, witness = (1, 1, u32::MAX)),
        ZeroProduct(false, witness = (0x0101_0101, 0x0202_0202)),
        Not(LeftMonotone, witness = (0, 1, 0)),
    ),
    boundaries(
        (0, 0),
        (0x0102_0304, 0x0102_0304),
        (0x0101_0101, 0x0101_0100),
        (0x8080_8080, 0),
        (0x8000_8000, 0x0080_0080),
        (0x6100_6100, 0x6100_6161),
        (u32::MAX, 0),
    ),
    classes(
        all = a == b,
        none = equal_bytes(a, b) == 0,
        some = a != b && equal_bytes(a, b) != 0,
    ),
    table(
        (0x6463_6261, 0x6463_6261) => 0xFFFF_FFFF, "four equal bytes",
        (0x6463_6261, 0x6162_6364) => 0, "none is equal to that at its own place",
        (0x6463_6261, 0x6161_6161) => 0xFF, "the first",
        (0x6463_6261, 0x6262_6262) => 0xFF00, "the second",
        (0x6463_6261, 0x6363_6363) => 0xFF_0000, "the third",
        (0x6463_6261, 0x6464_6464) => 0xFF00_0000, "the last",
        (0x0101_0101, 0x0101_0100) => 0xFFFF_FF00, "a difference of one leaves the byte above it alone",
        (0x8080_8080, 0) => 0, "the highest bits count",
        (0x0180_0180, 0x8001_8001) => 0, "and do not cancel the lowest ones",
        (0x7F7F_7F7F, 0xFFFF_FFFF) => 0, "the highest bits alone differ",
        (0x6463_6261, 0x6463_62E0) => 0xFFFF_FF00, "lowest and highest bit of a byte differ, and no carry goes up",
        (0x6463_6241, 0x6463_6201) => 0xFFFF_FF00, "each bit of a byte counts",
        (0x6463_6261, 0x6400_0061) => 0xFF00_00FF, "the first and the last",
    ),
    alternates(
        byte_by_byte: wgsl = "
fn equal_bytes(a: u32, b: u32) -> u32 {
    var out = 0u;
    for (var i = 0u; i < 32u; i += 8u) {
        out |= select(0u, 0xFFu << i, ((a >> i) & 0xFFu) == ((b >> i) & 0xFFu));
    }
    return out;
}",
    ),
)]
pub const fn equal_bytes(a: u32, b: u32) -> u32 {
    let differ = a ^ b;
    // Adding all ones to seven bits carries into bit 7 unless they are zero.
    let carry = (differ & 0x7F7F_7F7F).wrapping_add(0x7F7F_7F7F);
    let equal = !(carry | differ) & 0x8080_8080;
    (equal >> 7).wrapping_mul(0xFF)
}
