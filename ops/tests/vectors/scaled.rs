//! Floats in few bits with a scale per block, compared with `rustc_apfloat` and by exact distances to the published
//! numbers.

use super::references::for_each_input;
use rustc_apfloat::ieee::{Float8E4M3FN, Single};
use rustc_apfloat::{Float, FloatConvert};
use vyre_conform_runtime::engine::Output;

const INPUTS: u64 = 40;

/// The numbers of NF4 (Dettmers et al., QLoRA, 2023, appendix E), as published.
const NF4: [f64; 16] = [
    -1.0,
    -0.6961928009986877,
    -0.5250730514526367,
    -0.39491748809814453,
    -0.28444138169288635,
    -0.18477343022823334,
    -0.09105003625154495,
    0.0,
    0.07958029955625534,
    0.16093020141124725,
    0.24611230194568634,
    0.33791524171829224,
    0.44070982933044434,
    0.5626170039176941,
    0.7229568362236023,
    1.0,
];

fn single(bits: u32) -> Single {
    Single::from_bits(bits.into())
}

/// The bits of a float; a NaN becomes the canonical one.
fn bits(x: Single) -> u32 {
    if x.is_nan() {
        0x7FC0_0000
    } else {
        x.to_bits() as u32
    }
}

/// A number of the table in binary32.
fn number(code: usize) -> Single {
    single((NF4[code] as f32).to_bits())
}

/// A number with magnitude at most 1, in units of 2^-120; smaller digits are truncated.
fn units(x: Single) -> i128 {
    let exact = f64::from(f32::from_bits(x.to_bits() as u32));
    (exact * 2_f64.powi(120)) as i128
}

/// The code of the nearest number of the table; a tie goes to the lower one.
fn nearest(x: Single) -> u32 {
    let [low, high] = [number(0), number(15)];
    let near = match x {
        _ if x.is_nan() => single(0),
        _ if x < low => low,
        _ if x > high => high,
        _ => x,
    };
    let distance = |code: &usize| (units(near) - units(number(*code))).abs();
    let code = (0..16).min_by_key(distance);
    code.expect("there are numbers") as u32
}

/// The nearest 8-bit float; numbers beyond the greatest give the greatest.
fn narrowed(x: Single) -> u32 {
    let greatest = single(448_f32.to_bits());
    let near = match x {
        _ if x.is_nan() => return 0x7F,
        _ if x > greatest => greatest,
        _ if x < -greatest => -greatest,
        _ => x,
    };
    let narrow: Float8E4M3FN = near.convert(&mut false).value;
    narrow.to_bits() as u32
}

/// The result of an engine that divides by a scale: the greatest magnitude divided by a number, and never 0.
fn quantized(columns: &[Vec<u32>], by: f32, code: fn(Single) -> u32) -> Output {
    let [len, block] = [columns[0][0], columns[0][1]].map(|word| word as usize);
    let (mut scales, mut codes) = (vec![], vec![]);
    let all: Vec<Single> = columns[1][..len].iter().copied().map(single).collect();
    for elements in all.chunks(block) {
        let magnitudes = elements.iter().filter(|x| !x.is_nan());
        let magnitudes = magnitudes.map(|x| x.to_bits() as u32 & 0x7FFF_FFFF);
        let greatest = magnitudes.max().unwrap_or(0).min(f32::MAX.to_bits());
        let quotient = (single(greatest) / single(by.to_bits())).value;
        let scale = if quotient.is_zero() {
            single(1_f32.to_bits())
        } else {
            quotient
        };
        scales.push(vec![0, scales.len() as u32, bits(scale)]);
        for x in elements {
            codes.push(vec![1, codes.len() as u32, code((*x / scale).value)]);
        }
    }
    [scales, codes].concat()
}

/// Oracle: `rustc_apfloat`, which implements the 8-bit floats, and exact distances.
#[test]
fn codes_denote_the_nearest_numbers() {
    for_each_input("quantize_f8e4m3", INPUTS, |columns, output| {
        assert_eq!(output, quantized(columns, 448.0, narrowed));
    });
    for_each_input("quantize_nf4", INPUTS, |columns, output| {
        assert_eq!(output, quantized(columns, 1.0, nearest));
    });
}

/// The result of an engine that multiplies by a scale.
fn dequantized(columns: &[Vec<u32>], number: fn(u32) -> Single) -> Output {
    let [len, block] = [columns[0][0], columns[0][1]].map(|word| word as usize);
    let codes = (0..).zip(&columns[1][..len]);
    let values = codes.map(|(position, code)| {
        let scale = single(columns[2][position as usize / block]);
        vec![position, bits((number(*code) * scale).value)]
    });
    values.collect()
}

/// Oracle: `rustc_apfloat`, and the published numbers.
#[test]
fn codes_decode_to_their_numbers() {
    for_each_input("dequantize_f8e4m3", INPUTS, |columns, output| {
        let number = |code: u32| {
            let narrow = Float8E4M3FN::from_bits(u128::from(code & 0xFF));
            narrow.convert(&mut false).value
        };
        assert_eq!(output, dequantized(columns, number));
    });
    for_each_input("dequantize_nf4", INPUTS, |columns, output| {
        assert_eq!(
            output,
            dequantized(columns, |code| number(code as usize % 16))
        );
    });
}
