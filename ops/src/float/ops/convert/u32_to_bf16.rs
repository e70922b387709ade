use crate::float::soft::bfloat16 as soft;
use half::bf16;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::BFloat;
use vyre_conform_runtime::vyre_op;

/// The nearest number to an integer, ties to even.
#[vyre_op(
    lower = soft::from_u32,
    laws(Monotone),
    boundaries(256, 257, 0x4040_0000, 0x4040_0001),
    classes(
        zero = a == 0,
        exact = a <= 256 && a != 0,
        rounded = a > 256,
    ),
    table(
        257 => bf16::from_f32(256.0), "a tie, and 256 is even",
        259 => bf16::from_f32(260.0), "a tie, and 260 is even",
        0x4040_0000 => bf16::from_f32(1_073_741_824.0), "2^30 + 2^22 is a tie, and 2^30 is even",
        0x4040_0001 => bf16::from_f32(1_082_130_432.0), "one more is none, which the nearest binary32 number would not show",
        0 => bf16::ZERO, "zero is positive",
        u32::MAX => bf16::from_f32(4_294_967_296.0), "2^32 - 1 is nearest to 2^32",
        0x8080_0001 => bf16::from_f32(2_164_260_864.0), "above half way between 2^31 and 2^31 + 2^24",
    ),
)]
pub fn to_bf16(a: u32) -> bf16 {
    // The host has no conversion to this format that rounds once.
    bf16::from_bits(BFloat::from_u128(a.into()).value.to_bits() as u16)
}
