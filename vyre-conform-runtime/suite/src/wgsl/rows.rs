//! Rows of words in the comments of a shader.

use super::ROW;

/// A row: the input words of an invocation, and its output words.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WgslRow {
    /// The line of the file, counted from 1.
    pub line: u64,
    /// The input words.
    pub given: Vec<u32>,
    /// The expected words.
    pub expected: Vec<u32>,
}

/// A malformed row of a shader.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RowError {
    /// The line has another form.
    #[error("line {line}: write a row as `{ROW} 7 0x2 1.5f -> 3 -1`, with a word on each side")]
    Form {
        /// The line, counted from 1.
        line: u64,
    },
    /// The numbers of words differ from those of the first row.
    #[error(
        "line {line}: it has {} and {} words, and the first row has {} and {}",
        found[0],
        found[1],
        due[0],
        due[1]
    )]
    Width {
        /// The line, counted from 1.
        line: u64,
        /// Numbers of words on each side of the first row.
        due: [usize; 2],
        /// Numbers of words on each side of this row.
        found: [usize; 2],
    },
    /// There are no rows.
    #[error("the shader has no row: write `{ROW}`, words, `->` and words")]
    Empty,
}

/// The rows of a text.
pub(super) fn parse(text: &str) -> Result<Vec<WgslRow>, RowError> {
    let lines = (1..).zip(text.lines());
    let rows = lines.filter_map(|(line, text)| Some((line, text.strip_prefix(ROW)?)));
    let rows = rows.map(|(line, text)| row(text, line).ok_or(RowError::Form { line }));
    let rows: Vec<WgslRow> = rows.collect::<Result<_, _>>()?;
    let width = |row: &WgslRow| [row.given.len(), row.expected.len()];
    let due = rows.first().map(width).ok_or(RowError::Empty)?;
    match rows.iter().find(|row| width(row) != due) {
        None => Ok(rows),
        Some(row) => Err(RowError::Width {
            line: row.line,
            due,
            found: width(row),
        }),
    }
}

fn row(text: &str, line: u64) -> Option<WgslRow> {
    let (given, expected) = text.split_once(" -> ")?;
    let words = |text: &str| -> Option<Vec<u32>> {
        let words: Option<Vec<u32>> = text.split_ascii_whitespace().map(word).collect();
        words.filter(|words| !words.is_empty())
    };
    Some(WgslRow {
        line,
        given: words(given)?,
        expected: words(expected)?,
    })
}

/// A word: `0xff`, `255`, `-1`, or the bits of `1.5f`.
fn word(text: &str) -> Option<u32> {
    if let Some(digits) = text.strip_prefix("0x") {
        return u32::from_str_radix(digits, 16).ok();
    }
    if let Some(number) = text.strip_suffix('f') {
        return number.parse().ok().map(f32::to_bits);
    }
    let unsigned = text.parse().ok();
    unsigned.or_else(|| text.parse::<i32>().ok().map(|n| n as u32))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of a row, and IEEE 754 for the bits.
    #[test]
    fn words_are_decimal_hexadecimal_and_bits_of_floats() {
        let rows = parse("// prose -> no row\n//= 7 0x2 1.5f -> -1 -2f\n").expect("a row");
        let [row] = &rows[..] else {
            panic!("{rows:?}");
        };
        assert_eq!(row.line, 2);
        assert_eq!(row.given, [7, 2, 0x3fc0_0000]);
        assert_eq!(row.expected, [0xffff_ffff, 0xc000_0000]);
        // `0x1f` ends with `f` and is a number.
        assert_eq!(word("0x1f"), Some(31));
    }

    /// Oracle: the documentation of the errors.
    #[test]
    fn lines_that_are_no_rows_are_refused() {
        for text in [
            "//= 1 2",
            "//= -> 1",
            "//= 1 -> ",
            "//= 1 -> x",
            "//= 4294967296 -> 1",
        ] {
            assert_eq!(parse(text), Err(RowError::Form { line: 1 }), "{text}");
        }
        assert_eq!(parse("// 1 -> 2"), Err(RowError::Empty));
        let found = parse("//= 1 -> 2\n//= 1 2 -> 2");
        let expected = RowError::Width {
            line: 2,
            due: [1, 1],
            found: [2, 1],
        };
        assert_eq!(found, Err(expected));
    }
}
