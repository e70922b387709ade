//! Numbers in requests: their syntax, minima and maxima.

/// Number of generated inputs that every check of an engine needs before the engine reaches a level.
pub const ENGINE_INPUTS_REQUIRED: u64 = 16;

/// Maximal number of witnesses of a law or parity check: at 10^9 per second they take twelve days.
pub const MAX_WITNESSES: u64 = 1 << 50;

/// Maximal number of generated inputs per check of an engine: each has a plan, programs and words.
pub const MAX_ENGINE_INPUTS: u64 = 1 << 20;

/// Maximal number of random programs per trial of a backend.
pub const MAX_PROGRAMS: u64 = 1 << 20;

/// A count such as `1000000`, `1_000_000` or `1e6`.
pub fn count(text: &str) -> Option<u64> {
    let text = text.replace('_', "");
    match text.split_once(['e', 'E']) {
        Some((digits, exponent)) => {
            let power = 10u64.checked_pow(exponent.parse().ok()?)?;
            digits.parse::<u64>().ok()?.checked_mul(power)
        }
        None => text.parse().ok(),
    }
}

/// A seed in decimal, or in hexadecimal after `0x`, with optional underscores between digits.
pub fn seed(text: &str) -> Option<u64> {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(&hex.replace('_', ""), 16).ok(),
        None => text.replace('_', "").parse().ok(),
    }
}
