//! Packing and unpacking (<https://www.w3.org/TR/WGSL/#pack-builtin-functions>).

use super::value::Words;
use naga::MathFunction as F;

/// A packing or unpacking function; `None` for other functions.
pub(super) fn packed(fun: F, words: &[u32]) -> Option<Words> {
    let float = |k: usize| f32::from_bits(words.get(k).copied().unwrap_or(0));
    let pack = |lanes: usize, bits: u32, each: &dyn Fn(usize) -> u32| {
        let mask = u32::MAX >> (32 - bits);
        let all = (0..lanes).map(|k| (each(k) & mask) << (k as u32 * bits));
        Words::from_elem(all.fold(0, |a, b| a | b), 1)
    };
    let snorm =
        |k: usize, most: f32| (0.5 + most * float(k).clamp(-1.0, 1.0)).floor() as i32 as u32;
    let unorm = |k: usize, most: f32| (0.5 + most * float(k).clamp(0.0, 1.0)).floor() as u32;
    let half = |k: usize| half::f16::from_f32(float(k)).to_bits().into();
    let word = |k: usize| words.get(k).copied().unwrap_or(0);
    Some(match fun {
        F::Pack4x8snorm => pack(4, 8, &|k| snorm(k, 127.0)),
        F::Pack4x8unorm => pack(4, 8, &|k| unorm(k, 255.0)),
        F::Pack2x16snorm => pack(2, 16, &|k| snorm(k, 32767.0)),
        F::Pack2x16unorm => pack(2, 16, &|k| unorm(k, 65535.0)),
        F::Pack2x16float => pack(2, 16, &half),
        F::Pack4xI8 | F::Pack4xU8 => pack(4, 8, &word),
        F::Pack4xI8Clamp => pack(4, 8, &|k| (word(k) as i32).clamp(-128, 127) as u32),
        F::Pack4xU8Clamp => pack(4, 8, &|k| word(k).min(255)),
        _ => return unpacked(fun, word(0)),
    })
}

fn unpacked(fun: F, word: u32) -> Option<Words> {
    let byte = |k: u32| (word >> (8 * k)) as u8;
    let short = |k: u32| (word >> (16 * k)) as u16;
    let signed_byte = |k: u32| byte(k) as i8;
    let floats = |n: u32, each: &dyn Fn(u32) -> f32| (0..n).map(|k| each(k).to_bits()).collect();
    Some(match fun {
        F::Unpack4x8snorm => floats(4, &|k| (f32::from(signed_byte(k)) / 127.0).max(-1.0)),
        F::Unpack4x8unorm => floats(4, &|k| f32::from(byte(k)) / 255.0),
        F::Unpack2x16snorm => floats(2, &|k| (f32::from(short(k) as i16) / 32767.0).max(-1.0)),
        F::Unpack2x16unorm => floats(2, &|k| f32::from(short(k)) / 65535.0),
        F::Unpack2x16float => floats(2, &|k| half::f16::from_bits(short(k)).to_f32()),
        F::Unpack4xI8 => (0..4).map(|k| i32::from(signed_byte(k)) as u32).collect(),
        F::Unpack4xU8 => (0..4).map(|k| byte(k).into()).collect(),
        _ => return None,
    })
}

/// A dot product of packed bytes.
pub(super) fn packed_dot(fun: F, a: u32, b: u32) -> Option<u32> {
    let byte = |word: u32, k: u32| (word >> (8 * k)) as u8;
    let each = |f: &dyn Fn(u8, u8) -> i32| (0..4).map(|k| f(byte(a, k), byte(b, k))).sum::<i32>();
    match fun {
        F::Dot4I8Packed => Some(each(&|x, y| i32::from(x as i8) * i32::from(y as i8)) as u32),
        F::Dot4U8Packed => Some(each(&|x, y| i32::from(x) * i32::from(y)) as u32),
        _ => None,
    }
}
