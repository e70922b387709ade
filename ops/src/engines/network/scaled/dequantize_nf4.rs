use super::quantize_nf4::NUMBERS;
use super::{codes, restored, restored_by};
use crate::engines::numbered;
use vyre_conform_runtime::engine::{CorpusCase, Input, Output, Plan};
use vyre_conform_runtime::ir::{Expr, Kernel, Operand, Type, Var};
use vyre_conform_runtime::vyre_engine;

/// Converts 4-bit NormalFloat codes to floats: the number in the table of `engine::quantize_nf4` times the scale of its
/// block, rounded.
///
/// Input: `[n, block]`; the codes, each the low 4 bits of a word; the scales as bits. Output: for every element a
/// record of its number and its bits.
///
/// (Dettmers, Pagnoni, Holtzman and Zettlemoyer, QLoRA, <https://arxiv.org/abs/2305.14314>, section 3 and the table of
/// appendix E)
///
/// # Panics
/// Panics if a block has no elements.
#[vyre_engine(
    reference = reference,
    inputs = generated,
    corpus = CORPUS,
    kind = tensor,
    additions = None,
)]
pub fn dequantize_nf4(input: &Input, size: u32) -> Plan {
    restored(input, size, "nf4_numbers", |k: &mut Kernel, code: Var| {
        let numbers = NUMBERS.map(|x| u64::from(x.to_bits())).to_vec();
        let numbers = k.table("numbers", Type::U32, numbers);
        Expr::table_element(numbers, Type::U32, code & 15).cast(Type::F32)
    })
}

/// The product of the standard library.
fn reference(input: &Input) -> Output {
    restored_by(input, |code| NUMBERS[code as usize % NUMBERS.len()])
}

fn generated(n: u64) -> Input {
    codes(n, u32::MAX)
}

fn of_codes(block: u32, codes: &[u32], scales: &[f32]) -> Input {
    let scales = scales.iter().map(|x| x.to_bits()).collect();
    Input {
        columns: vec![vec![codes.len() as u32, block], codes.to_vec(), scales],
    }
}

fn numbers(of: &[f32]) -> Output {
    numbered(of.iter().map(|x| x.to_bits()))
}

/// The published table, as the nearest binary32, and products computed by hand.
const CORPUS: &[CorpusCase] = &[
    CorpusCase {
        source: "Dettmers et al., QLoRA, 2023, appendix E: some numbers of the table, -1, -0.6961928009986877, 0, \
            0.07958029955625534 and 1, rounded to binary32",
        input: || of_codes(8, &[0, 1, 7, 8, 15], &[1.0]),
        output: || {
            let of = [
                -1.0,
                -0.696_192_800_998_687_7,
                0.0,
                0.079_580_299_556_255_34,
                1.0,
            ];
            numbers(&of.map(|x: f64| x as f32))
        },
    },
    CorpusCase {
        source: "By hand: the ends of the table times 3, and in the second block times -0.5",
        input: || of_codes(2, &[0, 15, 15, 7], &[3.0, -0.5]),
        output: || numbers(&[-3.0, 3.0, -0.5, -0.0]),
    },
    CorpusCase {
        source: "By hand: zero times infinity is NaN, and -1 times it -infinity; what stands above 4 bits is not read",
        input: || of_codes(2, &[7, 16], &[f32::INFINITY]),
        output: || numbers(&[f32::NAN, f32::NEG_INFINITY]),
    },
];
