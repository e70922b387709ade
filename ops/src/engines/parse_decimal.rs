use super::dispatches::Dispatches;
use super::edit_distance::{longest, texts};
use super::grid::{self, Grid};
use super::line_index::byte;
use super::shapes;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Kernel, Operand, Program, Type};
use vyre_conform_runtime::vyre_engine;

/// Input: for every field its end offset, ascending, and the bytes of all fields, packed. Output: for every field a
/// record of its index, the number at its start, the number of digits and of underscores read, and the reason for
/// stopping: 0 at the end of the field, 1 before any other byte, 2 before a digit with which the number would exceed 32
/// bits.
///
/// Underscores may appear anywhere among the decimal digits, as in [literals of
/// Rust](https://doc.rust-lang.org/reference/tokens.html#integer-literals), and before them. One invocation parses one
/// field.
#[vyre_engine(
    reference = reference,
    inputs = inputs,
    corpus = CORPUS,
)]
pub fn parse_decimal(input: &Input, size: u32) -> Plan {
    let ends = &input.columns[0];
    let grid = Grid::over(ends.len() as u32, size);
    let mut d = Dispatches::new(|input, read| {
        let fields = 0..input.columns[0].len();
        let record = |i: usize| {
            let words = read.iter().map(|words| words[i]);
            std::iter::once(i as u32).chain(words).collect()
        };
        fields.map(record).collect()
    });
    let params = d.given(&grid.params());
    let [ends_given, text] = [0, 1].map(|column| d.given(&input.columns[column]));
    let outputs = [(); 4].map(|()| d.output(grid.items));
    let program = d.program(parse(size));
    let buffers = [&[params, ends_given, text][..], &outputs].concat();
    let iterations = [grid.iterations(), longest(ends)];
    d.step(program, grid.groups, &buffers, &iterations);
    d.finish()
}

/// The greatest number that accepts a further digit, and the greatest digit that it accepts.
const MOST: u32 = u32::MAX / 10;
const LAST: u32 = u32::MAX % 10;

/// Reasons for stopping.
const OTHER_BYTE: u32 = 1;
const TOO_LARGE: u32 = 2;

fn parse(size: u32) -> Program {
    let mut k = Kernel::new("parse_decimal", [size, 1, 1]);
    let params = k.uniform("params", Type::U32, 3);
    let ends = k.read_only("ends", Type::U32);
    let text = k.read_only("text", Type::Bytes);
    let outputs = ["numbers", "digits", "underscores", "reasons"];
    let outputs = outputs.map(|name| k.read_write(name, Type::U32));
    let grid = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    grid::for_each(&mut k, grid, |k, field| {
        // Before field 0 the index wraps out of bounds, where a load returns zero.
        let at = k.variable("at", ends.at(field - 1));
        let end = k.bind("end", ends.at(field));
        let found = ["number", "digits", "underscores", "reason"].map(|name| k.variable(name, 0));
        let [number, digits, underscores, reason] = found;
        k.repeat(
            1 << 32,
            |k| {
                let letter = k.bind("letter", byte(text, at.into()));
                (at.less(end), letter)
            },
            |k, letter| {
                k.when(letter.equals(u32::from(b'_')), |k| {
                    k.assign(underscores, underscores + 1);
                    k.next_round();
                });
                let digit = k.bind("digit", letter - u32::from(b'0'));
                k.when(digit.at_least(10), |k| {
                    k.assign(reason, OTHER_BYTE);
                    k.leave_loop();
                });
                let last = number.equals(MOST) & digit.at_most(LAST);
                let fits = k.bind("fits", number.less(MOST) | last);
                k.when(!fits, |k| {
                    k.assign(reason, TOO_LARGE);
                    k.leave_loop();
                });
                k.assign(number, number * 10 + digit);
                k.assign(digits, digits + 1);
            },
            |k, _| k.assign(at, at + 1),
        );
        for (output, value) in outputs.into_iter().zip(found) {
            k.store(output, field, value);
        }
    });
    k.finish()
}

/// Bytes taken one by one, with the overflow of the standard library.
fn reference(input: &Input) -> Output {
    let fields = texts(&input.columns[0], &input.columns[1]);
    let record = |(i, field): (u32, Vec<u8>)| {
        let (mut number, mut digits, mut underscores) = (0_u32, 0, 0);
        for byte in field {
            let digit = u32::from(byte.wrapping_sub(b'0'));
            let longer = number
                .checked_mul(10)
                .and_then(|ten| ten.checked_add(digit));
            match (byte, longer) {
                (b'_', _) => underscores += 1,
                (b'0'..=b'9', Some(longer)) => (number, digits) = (longer, digits + 1),
                (b'0'..=b'9', None) => return vec![i, number, digits, underscores, TOO_LARGE],
                _ => return vec![i, number, digits, underscores, OTHER_BYTE],
            }
        }
        vec![i, number, digits, underscores, 0]
    };
    (0..).zip(fields).map(record).collect()
}

/// Fields as an input.
fn input(fields: &[Vec<u8>]) -> Input {
    let ends = fields.iter().scan(0, |end, field| {
        *end += field.len() as u32;
        Some(*end)
    });
    Input {
        columns: vec![ends.collect(), shapes::packed(&fields.concat())],
    }
}

/// Any number of fields: digits with underscores among them, numbers around the greatest one, other bytes at any
/// offset, and empty fields.
fn inputs(n: u64) -> Input {
    let field = |i: u32| {
        let random = |place: u32| shapes::random(n, i * 64 + place) >> 5;
        let around = u32::MAX.wrapping_add(random(0) % 5).wrapping_sub(2);
        let mut field = match random(1) % 4 {
            0 => around.to_string().into_bytes(),
            1 => format!("{}{}", u32::MAX / 10, random(0) % 10).into_bytes(),
            _ => {
                let digits = random(0) % 12;
                (0..digits)
                    .map(|j| b'0' + random(8 + j) as u8 % 10)
                    .collect()
            }
        };
        for j in 0..random(2) % 4 {
            let place = random(24 + j) as usize % (field.len() + 1);
            field.insert(place, b'_');
        }
        if random(3).is_multiple_of(3) {
            let place = random(4) as usize % (field.len() + 1);
            field.insert(place, b"/:-a\0\xff^`"[random(5) as usize % 8]);
        }
        field
    };
    let fields: Vec<Vec<u8>> = (0..shapes::length(n).min(2048)).map(field).collect();
    input(&fields)
}

/// Published examples.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "The Rust Reference, integer literals, examples: `123`, `98_222`, `0`, `1_000u32`",
        input: || input(&[&b"123"[..], b"98_222", b"0", b"1_000u32"].map(<[u8]>::to_vec)),
        output: || {
            vec![
                vec![0, 123, 3, 0, 0],
                vec![1, 98_222, 5, 1, 0],
                vec![2, 0, 1, 0, 0],
                vec![3, 1000, 4, 1, OTHER_BYTE],
            ]
        },
    },
    CorpusCase {
        source: "POSIX, strtoul: the characters behind the number are not taken, and none are where there is no number",
        input: || input(&[&b"42 apples"[..], b"apples", b""].map(<[u8]>::to_vec)),
        output: || {
            vec![
                vec![0, 42, 2, 0, OTHER_BYTE],
                vec![1, 0, 0, 0, OTHER_BYTE],
                vec![2, 0, 0, 0, 0],
            ]
        },
    },
];
