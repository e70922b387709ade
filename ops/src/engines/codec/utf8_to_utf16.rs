use super::utf8::{Text, given};
use crate::engines::dispatches::Dispatches;
use crate::engines::grid::{self, Grid};
use crate::engines::{text, tiles};
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{AtomicOp, Kernel, Operand, Program, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Bytes of the text per invocation.
const PIECE: u32 = 16;

/// Input: one word, the number of bytes, and the bytes, packed. Output: for every code unit of the text in UTF-16 a
/// record `[0, index, unit]`. A text that is not well-formed UTF-8 gives the single record `[1, offset]` of the first
/// byte where a character should begin and none does.
///
/// [RFC 3629](https://www.rfc-editor.org/rfc/rfc3629), [RFC 2781, section
/// 2.1](https://www.rfc-editor.org/rfc/rfc2781#section-2.1). One dispatch counts the units of every piece and validates
/// its bytes, a scan gives every piece its place, and another dispatch writes the units, one per word.
#[vyre_engine(
    reference = reference,
    inputs = given::inputs,
    corpus = CORPUS,
)]
pub fn utf8_to_utf16(input: &Input, size: u32) -> Plan {
    let len = input.columns[0][0];
    let grid = Grid::over(len.div_ceil(PIECE), size);
    let mut d = Dispatches::new(|_, read| match [read[1][0], read[1][1]] {
        [text::NO_ERROR, count] => {
            let units = (0..).zip(read[0].iter().take(count as usize));
            units.map(|(i, unit)| vec![0, i, *unit]).collect()
        }
        [offset, _] => vec![vec![1, offset]],
    });
    let [items, stride, rounds] = grid.params();
    let params = d.given(&[items, stride, rounds, len]);
    let text = d.given(&input.columns[1]);
    let [counts, places] = [(); 2].map(|()| d.scratch(grid.items));
    // A byte begins at most one unit, or two if three bytes follow it.
    let units = d.output(len);
    let status = d.output_of(vec![text::NO_ERROR, 0]);
    let iterations = [grid.iterations(), PIECE.into()];
    let program = d.program(count(size));
    d.step(
        program,
        grid.groups,
        &[params, text, counts, status],
        &iterations,
    );
    tiles::scan_array(&mut d, size, grid.items, [counts, places], false);
    let program = d.program(write(size));
    let buffers = [params, text, places, units, status];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// For every byte of a piece: the code point that begins there, its number of units, and whether it is wrong.
fn each_of_piece(
    k: &mut Kernel,
    text: Text,
    piece: Var,
    mut found: impl FnMut(&mut Kernel, Var, [Var; 2], Var),
) {
    k.count("byte", 0, PIECE, |k, j| {
        let at = k.bind("at", piece * PIECE + j);
        k.when(at.less(text.len), |k| {
            let character = text.character(k, at);
            let two = character.length.equals(4);
            let units = k.bind("units", two.select(2, character.length.min(1)));
            found(k, at, [character.code, units], character.is_wrong);
        });
    });
}

fn count(size: u32) -> Program {
    let mut k = Kernel::new("utf16_count", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("text", Type::Bytes);
    let counts = k.read_write("counts", Type::U32);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, piece| {
        let wrong = k.variable("wrong", text::NO_ERROR);
        let sum = k.variable("sum", 0);
        let text = Text { bytes, len };
        each_of_piece(k, text, piece, |k, at, [_, units], is_wrong| {
            k.assign(wrong, wrong.min(is_wrong.select(at, text::NO_ERROR)));
            k.assign(sum, sum + units);
        });
        k.store(counts, piece, sum);
        k.when(wrong.differs(text::NO_ERROR), |k| {
            k.atomic(AtomicOp::Min, status, 0, wrong);
        });
    });
    k.finish()
}

fn write(size: u32) -> Program {
    let mut k = Kernel::new("utf16_write", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 4);
    let bytes = k.read_only("text", Type::Bytes);
    let places = k.read_only("places", Type::U32);
    let target = k.read_write("units", Type::U32);
    let status = k.read_write("status", Type::U32);
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let len = k.bind("len", params.at(3));
    grid::for_each(&mut k, grid, |k, piece| {
        let place = k.variable("place", places.at(piece));
        let text = Text { bytes, len };
        each_of_piece(k, text, piece, |k, _, [code, units], _| {
            let above = k.bind("above", code - 0x1_0000);
            let high = (above >> 10) + 0xD800;
            k.when(units.differs(0), |k| {
                k.store(target, place, units.equals(2).select(high, code));
            });
            k.when(units.equals(2), |k| {
                k.store(target, place + 1, (above & 0x3FF) + 0xDC00);
            });
            k.assign(place, place + units);
        });
        let is_last = (piece + 1).equals(grid[0]);
        k.when(is_last, |k| k.store(status, 1, place));
    });
    k.finish()
}

/// The standard library.
fn reference(input: &Input) -> Output {
    match std::str::from_utf8(&text::of(input)) {
        Ok(text) => units(text),
        Err(error) => vec![vec![1, error.valid_up_to() as u32]],
    }
}

fn units(text: &str) -> Output {
    let units = (0..).zip(text.encode_utf16());
    units.map(|(i, unit)| vec![0, i, unit.into()]).collect()
}

/// Published characters of both encodings.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "RFC 3629 section 7: A, not identical to, Alpha, full stop: 0041 2262 0391 002E",
        input: || text::input(b"\x41\xE2\x89\xA2\xCE\x91\x2E"),
        output: || of(&[0x41, 0x2262, 0x391, 0x2E]),
    },
    CorpusCase {
        source: "RFC 3629 section 7: the stump of a tree, 233B4; RFC 2781 section 2.1: D84C DFB4",
        input: || text::input(b"\xF0\xA3\x8E\xB4"),
        output: || of(&[0xD84C, 0xDFB4]),
    },
    CorpusCase {
        source: "RFC 2781 section 4: the hieroglyph 12345 and `=Ra`: D808 DF45 003D 0052 0061",
        input: || text::input("\u{12345}=Ra".as_bytes()),
        output: || of(&[0xD808, 0xDF45, 0x3D, 0x52, 0x61]),
    },
    CorpusCase {
        source: "Kuhn 5.2.1: paired surrogates are no UTF-8",
        input: || text::input(b"ab\xED\xA0\x80\xED\xB0\x80"),
        output: || vec![vec![1, 2]],
    },
];

fn of(units: &[u32]) -> Output {
    let units = (0..).zip(units);
    units.map(|(i, unit)| vec![0, i, *unit]).collect()
}
