//! The first difference between outputs, in words.

use vyre_conform_runtime::engine::Output;

/// The first difference between two lists of records: its place and the records.
pub(super) fn first_difference(expected: &Output, found: &Output) -> Option<String> {
    let longest = expected.len().max(found.len());
    let k = (0..longest).find(|k| expected.get(*k) != found.get(*k))?;
    let text = |records: &Output| match records.get(k) {
        Some(record) => record_text(record),
        None => format!("absent ({} records)", records.len()),
    };
    Some(format!(
        "record {k}: expected {}, found {}",
        text(expected),
        text(found)
    ))
}

/// A record in decimal words.
pub(super) fn record_text(record: &[u32]) -> String {
    let words: Vec<String> = record.iter().map(u32::to_string).collect();
    format!("({})", words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the first difference of two short lists, hand-written.
    #[test]
    fn the_first_difference_is_named() {
        let one = vec![vec![1], vec![2, 3]];
        assert_eq!(first_difference(&one, &one.clone()), None);
        assert_eq!(
            first_difference(&one, &vec![vec![1], vec![2, 4]]).as_deref(),
            Some("record 1: expected (2, 3), found (2, 4)")
        );
        assert_eq!(
            first_difference(&one, &vec![vec![1]]).as_deref(),
            Some("record 1: expected (2, 3), found absent (1 records)")
        );
    }
}
