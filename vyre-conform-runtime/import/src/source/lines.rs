//! Places of bytes in a text.

use crate::SourcePlace;
use naga::Span;

/// A text with the offsets of its lines.
#[derive(Debug, Default)]
pub(crate) struct Lines<'a> {
    text: &'a str,
    begins: Vec<usize>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        let begins = std::iter::once(0).chain(ends).collect();
        Self { text, begins }
    }

    /// The place of a span; `None` if the text is empty or does not contain the span.
    pub(crate) fn place(&self, span: Span) -> Option<SourcePlace> {
        let range = span.to_range().filter(|_| !self.text.is_empty())?;
        let line = self.begins.partition_point(|begin| *begin <= range.start);
        let begin = self.begins[line - 1];
        let before = self.text.get(begin..range.start)?;
        let rest = self.text.get(range.start..range.end.min(self.text.len()))?;
        let on_line = rest.split('\n').next().unwrap_or_default();
        let column = before.chars().count() as u32 + 1;
        Some(SourcePlace {
            line: line as u32,
            column,
            end_column: column + (on_line.chars().count() as u32).max(1),
            offset: range.start as u32,
            length: range.len() as u32,
        })
    }
}

/// The place of a span in a text.
pub(crate) fn place(text: &str, span: Span) -> Option<SourcePlace> {
    Lines::new(text).place(span)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: positions counted by hand.
    #[test]
    fn places_count_lines_and_characters() {
        let text = "a\n\u{e9}\u{e9} bc\nd";
        let at = |from, to| {
            let found = place(text, Span::new(from, to)).expect("a place");
            (found.line, found.column, found.end_column)
        };
        assert_eq!(at(0, 1), (1, 1, 2));
        assert_eq!(at(7, 9), (2, 4, 6));
        assert_eq!(at(7, 11), (2, 4, 6));
        assert_eq!(at(10, 99), (3, 1, 2));
        assert_eq!(place(text, Span::new(3, 4)), None);
        assert_eq!(place("", Span::new(0, 1)), None);
    }
}
