//! Comparison of a function with its oracle.

use std::fmt::LowerHex;

/// The first case for which two functions differ.
pub(crate) fn difference<C: Copy, R: PartialEq + LowerHex>(
    cases: impl Iterator<Item = C>,
    function: impl Fn(C) -> R,
    oracle: impl Fn(C) -> R,
) -> Option<(C, R, R)> {
    cases
        .map(|case| (case, function(case), oracle(case)))
        .find(|(_, outcome, expected)| outcome != expected)
}

/// A case with the patterns in hexadecimal.
pub(crate) trait Hex {
    fn hex(&self) -> String;
}

impl Hex for u32 {
    fn hex(&self) -> String {
        format!("{self:08x}")
    }
}

impl Hex for (u32, u32) {
    fn hex(&self) -> String {
        format!("{:08x}, {:08x}", self.0, self.1)
    }
}

impl Hex for (u32, u32, u32) {
    fn hex(&self) -> String {
        format!("{:08x}, {:08x}, {:08x}", self.0, self.1, self.2)
    }
}

/// Panics with the first case for which a function differs from its oracle.
#[track_caller]
pub(crate) fn agree<C: Copy + Hex, R: PartialEq + LowerHex>(
    name: &str,
    cases: impl Iterator<Item = C>,
    function: impl Fn(C) -> R,
    oracle: impl Fn(C) -> R,
) {
    if let Some((case, outcome, expected)) = difference(cases, function, oracle) {
        panic!(
            "{name}({}) = {outcome:08x}, but the oracle says {expected:08x}",
            case.hex()
        );
    }
}
