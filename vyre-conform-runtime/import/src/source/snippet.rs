//! Places as text, in the style of rustc.

use crate::SourcePlace;

/// A line of a file with a place underlined and labelled.
pub fn snippet(file: &str, text: &str, place: &SourcePlace, label: &str) -> String {
    let number = place.line.to_string();
    let margin = " ".repeat(number.len());
    let line = text.lines().nth(place.line as usize - 1).unwrap_or("");
    // Tabs would misalign the underline.
    let untabbed = line.replace('\t', " ");
    let before = " ".repeat(place.column as usize - 1);
    let marks = "^".repeat((place.end_column - place.column).max(1) as usize);
    let label = if label.is_empty() {
        String::new()
    } else {
        format!(" {label}")
    };
    format!(
        "{margin}--> {file}:{}:{}\n{margin} |\n{number} | {untabbed}\n{margin} | {before}{marks}{label}\n",
        place.line, place.column
    )
}
