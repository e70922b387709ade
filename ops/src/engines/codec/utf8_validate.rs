use super::utf8::{Text, given};
use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::text;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: one word, the number of bytes, and the bytes, packed. Output: one record, `[0, characters]` with the number
/// of characters of well-formed UTF-8, or `[1, offset]` of the first byte where a character should begin and none does.
///
/// [RFC 3629](https://www.rfc-editor.org/rfc/rfc3629); [the Unicode Standard, section
/// 3.9](https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-3/#G27288), table 3-7. The three bytes before
/// and after a byte decide its validity, so bytes need no order. An invocation validates four bytes.
#[vyre_engine(
    reference = reference,
    inputs = given::inputs,
    corpus = CORPUS,
)]
pub fn utf8_validate(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(4), size);
    let mut d = Dispatches::new(|_, read| match [read[0][0], read[0][1]] {
        [text::NO_ERROR, characters] => vec![vec![0, characters]],
        [offset, _] => vec![vec![1, offset]],
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let text = d.given(&input.columns[1]);
    let status = d.output_of(vec![text::NO_ERROR, 0]);
    let program = d.program(validate(size));
    let buffers = [params, text, status];
    d.step(program, grid.groups, &buffers, &[grid.iterations(), 4]);
    d.finish()
}

fn validate(size: u32) -> Program {
    let mut k = Kernel::new("utf8_validate", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("text", Type::Bytes);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    let text = Text { bytes, len };
    grid::for_each(&mut k, grid, |k, i| {
        let wrong = k.variable("wrong", text::NO_ERROR);
        let characters = k.variable("characters", 0);
        k.count("byte", 0, 4, |k, j| {
            let at = k.bind("at", i * 4 + j);
            k.when(at.less(len), |k| {
                let character = text.character(k, at);
                let here = character.is_wrong.select(at, text::NO_ERROR);
                k.assign(wrong, wrong.min(here));
                k.assign(characters, characters + character.length.min(1));
            });
        });
        k.when(wrong.differs(text::NO_ERROR), |k| {
            k.atomic(AtomicOp::Min, status, 0, wrong);
        });
        k.atomic(AtomicOp::Add, status, 1, characters);
    });
    k.finish()
}

/// The standard library.
fn reference(input: &Input) -> Output {
    match std::str::from_utf8(&text::of(input)) {
        Ok(text) => vec![vec![0, text.chars().count() as u32]],
        Err(error) => vec![vec![1, error.valid_up_to() as u32]],
    }
}

/// A text and its expected output.
macro_rules! judged {
    ($source:expr, $bytes:expr, $record:expr) => {
        CorpusCase {
            source: $source,
            input: || text::input($bytes),
            output: || vec![$record.to_vec()],
        }
    };
}

/// The bounds of table 3-7, and texts of Kuhn's stress test.
const CORPUS: &[CorpusCase] = &[
    judged!("Kuhn 1: the Greek word κόσμε", "κόσμε".as_bytes(), [0, 5]),
    judged!(
        "Kuhn 2.1: the first of each length",
        b"\0\xC2\x80\xE0\xA0\x80\xF0\x90\x80\x80",
        [0, 4]
    ),
    judged!(
        "Kuhn 2.2: the last of each length",
        b"\x7F\xDF\xBF\xEF\xBF\xBF\xF4\x8F\xBF\xBF",
        [0, 4]
    ),
    judged!(
        "Kuhn 2.3: beside the surrogates",
        b"\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBD",
        [0, 3]
    ),
    judged!("Kuhn 2.3.5: U+110000", b"\xF4\x90\x80\x80", [1, 0]),
    judged!("Kuhn 3.1.2: a continuation byte alone", b"a\xBF", [1, 1]),
    judged!("Kuhn 3.2.2: E0 and a space", b"\xE0 \xE1 ", [1, 0]),
    judged!(
        "Kuhn 3.3.2: two of three bytes, then the end",
        b"ab\xE0\xA0",
        [1, 2]
    ),
    judged!(
        "Kuhn 3.3.3: three of four bytes, then the end",
        b"\xF0\x90\x80",
        [1, 0]
    ),
    judged!("Kuhn 3.5: FE and FF", b"ab\xFE", [1, 2]),
    judged!(
        "Kuhn 4.1.1: an overlong slash of two bytes",
        b"abc\xC0\xAF",
        [1, 3]
    ),
    judged!(
        "Kuhn 4.1.2: an overlong slash of three bytes",
        b"abcd\xE0\x80\xAF",
        [1, 4]
    ),
    judged!(
        "Kuhn 4.1.3: an overlong slash of four bytes",
        b"abcde\xF0\x80\x80\xAF",
        [1, 5]
    ),
    judged!("Kuhn 4.2.2: U+07FF in three bytes", b"\xE0\x9F\xBF", [1, 0]),
    judged!(
        "Kuhn 4.2.3: U+FFFF in four bytes",
        b"\xF0\x8F\xBF\xBF",
        [1, 0]
    ),
    judged!("Kuhn 5.1.1: the surrogate U+D800", b"x\xED\xA0\x80", [1, 1]),
    judged!(
        "Kuhn 5.1.7: the surrogate U+DFFF",
        b"xy\xED\xBF\xBF",
        [1, 2]
    ),
    judged!(TRUNCATED, b"\xF1\x80\x80\xE1\x80\xC2\x62\x80\x63", [1, 0]),
    judged!(TRUNCATED, b"\x61\xC2\x62\x80", [1, 1]),
    judged!(TRUNCATED, b"\x61\xC2\xA2\x62\x80\x63\x80\xBF\x64", [1, 4]),
];

/// Sequences that are truncated or too long.
const TRUNCATED: &str = "The Unicode Standard, section 3.9, table 3-7: truncated sequences";
