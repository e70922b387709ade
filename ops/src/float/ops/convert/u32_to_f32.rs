use crate::float::soft::binary32 as soft;
use vyre_conform_runtime::vyre_op;

/// The nearest number to an integer, ties to even.
#[vyre_op(
    lower = soft::from_u32,
    native(
        wgsl = "
fn native_to_f32(a: u32) -> u32 {
    return bitcast<u32>(f32(a));
}",
    ),
    laws(Monotone),
    boundaries(16_777_216, 16_777_217, 33_554_433),
    classes(
        zero = a == 0,
        exact = a <= 16_777_216 && a != 0,
        rounded = a > 16_777_216,
    ),
    table(
        u32::MAX => 4294967296.0, "2^32 - 1 is nearest to 2^32",
        16_777_217 => 16777216.0, "a tie, and 2^24 is even",
        16_777_219 => 16777220.0, "a tie, and 2^24 + 4 is even",
        4_294_967_168 => 4294967296.0, "half way between 2^32 - 256 and 2^32, which is even",
        0 => 0.0, "zero is positive",
        1 => 1.0, "exact",
    ),
)]
pub fn to_f32(a: u32) -> f32 {
    a as f32
}
