//! Stable sorts besides `radix_sort`.
//!
//! | engine | sorts |
//! |---|---|
//! | [`merge_sort`] | pairs by 32-bit keys, by comparisons |
//! | [`radix_sort_u64`] | pairs by 64-bit keys |

pub(crate) mod merge_sort;
mod radix_sort_u64;

pub use merge_sort::merge_sort;
pub use radix_sort_u64::radix_sort_u64;

use vyre_conform_runtime::engine::{Input, Output};

/// Keys with their positions as values.
fn numbered_keys(keys: &[u32]) -> Input {
    Input {
        columns: vec![keys.to_vec(), (0..keys.len() as u32).collect()],
    }
}

/// A record of key and value for every pair.
fn pairs(pairs: &[(u32, u32)]) -> Output {
    let record = |(key, value): &(u32, u32)| vec![*key, *value];
    pairs.iter().map(record).collect()
}
