//! Bodies of realistic size: the strict floats of the op library. Their results are tested there.

use super::agrees;
use vyre_ops::float::soft::{bfloat16, binary16, binary32};

/// Oracle: rustc's code for the same functions.
#[test]
fn soft_floats_agree_in_the_interpreter() {
    agrees(binary32::add);
    agrees(binary32::mul);
    agrees(binary32::div);
    agrees(binary32::sqrt);
    agrees(binary32::fma);
    agrees(binary32::log);
    agrees(binary32::pow);
    agrees(binary16::fma);
    agrees(bfloat16::to_i32_nearest);
}
