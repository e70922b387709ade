//! Ops on packed pixels, compared with floats of 64 bits, and with integers byte by byte.

use super::references::{column, generated, reference};
use vyre_conform_runtime::engine::Input;
use vyre_ops::hash::splitmix64;
use vyre_ops::image;

/// Two words whose bytes are arbitrary, or next to an end of the range.
fn words(n: u64) -> [[u8; 4]; 2] {
    let random = splitmix64(n);
    let ends = [0, 1, 127, 128, 254, 255];
    let byte = |k: usize| {
        let byte = random.to_le_bytes()[k];
        match n % 3 {
            0 => ends[usize::from(byte) % ends.len()],
            _ => byte,
        }
    };
    [0, 4].map(|from| std::array::from_fn(|k| byte(from + k)))
}

fn word(bytes: [u8; 4]) -> u32 {
    u32::from_le_bytes(bytes)
}

/// The results of a function of two bytes for each of four pairs.
fn map_bytes([a, b]: [[u8; 4]; 2], of: impl Fn(u8, u8) -> u8) -> u32 {
    word(std::array::from_fn(|k| of(a[k], b[k])))
}

/// A quotient of integers, rounded to the nearest one; ties do not occur.
fn rounded(value: u32, by: u32) -> u8 {
    let below = value / by;
    let nearest = if 2 * (value % by) > by {
        below + 1
    } else {
        below
    };
    u8::try_from(nearest).expect("a byte")
}

/// Oracle: the standard library, byte by byte.
#[test]
fn bytes_agree_with_the_standard_library() {
    for n in 0..300_000 {
        let pair = words(n);
        let [a, b] = pair.map(word);
        assert_eq!(image::min_bytes(a, b), map_bytes(pair, Ord::min));
        assert_eq!(image::max_bytes(a, b), map_bytes(pair, Ord::max));
        assert_eq!(image::abs_diff_bytes(a, b), map_bytes(pair, u8::abs_diff));
        let sum = image::saturating_add_bytes(a, b);
        assert_eq!(sum, map_bytes(pair, u8::saturating_add));
        let average = |x: u8, y: u8| u16::midpoint(x.into(), u16::from(y) + 1) as u8;
        assert_eq!(image::average_bytes(a, b), map_bytes(pair, average));
        let far = pair[0].iter().zip(&pair[1]);
        let far: u32 = far.map(|(x, y)| u32::from(x.abs_diff(*y))).sum();
        assert_eq!(image::sad_bytes(a, b), far);
        let [over, _] = words(n + 7).map(word);
        assert!(far <= image::sad_bytes(a, over) + image::sad_bytes(over, b));
        let under = splitmix64(n ^ 0x5EED) as u32;
        let lesser = image::min_bytes(image::blend_over(under, a), image::blend_over(under, b));
        let of_lesser = image::blend_over(under, image::min_bytes(a, b));
        assert_eq!(of_lesser, lesser);
        let [red, green, blue, alpha] = pair[0];
        assert_eq!(image::swap_red_blue(a), word([blue, green, red, alpha]));
    }
}

/// Oracle: the quotient and its remainder, for every pair of bytes.
#[test]
fn products_over_255_are_rounded_quotients() {
    for a in 0..256 {
        for b in 0..256 {
            let expected = rounded(a * b, 255);
            assert_eq!(image::mul_div_255(a, b), expected.into());
            let [a, b] = [a as u8, b as u8];
            let [below, over] = [[b, 255, 1, b], [0, 0, 0, a]].map(word);
            let rest = 255 - u32::from(a);
            let scaled = |byte: u8| rounded(u32::from(byte) * rest, 255);
            let sum = [scaled(b), scaled(255), scaled(1), scaled(b) + a];
            // A byte and its complement never exceed 255.
            assert_eq!(image::blend_over(over, below), word(sum));
            let pixel = word([b, 255, 0, a]);
            let opaque = word([expected, a, 0, a]);
            assert_eq!(image::premultiply(pixel), opaque);
        }
    }
}

/// Oracle: the quotient and its remainder, for every pair of bytes and every share.
#[test]
fn mixed_bytes_are_rounded_quotients() {
    for share in 0..256 {
        for a in 0..=255 {
            let others: [u8; 4] = std::array::from_fn(|k| (splitmix64(share) >> (8 * k)) as u8);
            let expected = others.map(|b| {
                let sum = u32::from(a) * (255 - share as u32) + u32::from(b) * share as u32;
                rounded(sum, 255)
            });
            let actual = image::lerp_bytes(word([a; 4]), word(others), share as u32);
            assert_eq!(actual, word(expected));
            let back = image::lerp_bytes(word(others), word([a; 4]), 255 - share as u32);
            assert_eq!(actual, back);
        }
    }
}

/// The transfer function of IEC 61966-2-1, from sRGB to linear light.
fn linear(encoded: f64) -> f64 {
    if encoded <= 0.04045 {
        encoded / 12.92
    } else {
        ((encoded + 0.055) / 1.055).powf(2.4)
    }
}

/// The inverse function.
fn encoded(linear: f64) -> f64 {
    if linear <= 0.003_130_8 {
        linear * 12.92
    } else {
        1.055 * linear.powf(1.0 / 2.4) - 0.055
    }
}

/// Oracle: the transfer functions in floats of 64 bits, for every number; none is near a tie.
#[test]
fn tables_of_srgb_are_its_transfer_functions() {
    for code in 0..256 {
        let expected = (linear(f64::from(code) / 255.0) * 65535.0).round();
        assert_eq!(f64::from(image::srgb8_to_linear16(code)), expected);
    }
    for number in 0..65_536 {
        let expected = (encoded(f64::from(number) / 65535.0) * 255.0).round();
        assert_eq!(f64::from(image::linear16_to_srgb8(number)), expected);
    }
}

/// Oracle: JFIF and ITU-R BT.709 in floats of 64 bits. Weights of 16 bits add an error of less than a hundredth.
#[test]
fn colours_agree_with_floats() {
    let near = |actual: u8, expected: f64| {
        let expected = expected.clamp(0.0, 255.0);
        assert!(
            (f64::from(actual) - expected).abs() < 0.51,
            "{actual} {expected}"
        );
    };
    let steps = || (0..=255).step_by(5);
    for (red, green) in steps().flat_map(|red| steps().map(move |green| (red, green))) {
        for blue in steps() {
            let [r, g, b] = [red, green, blue].map(f64::from);
            let pixel = word([red, green, blue, 9]);
            let luma = 0.299 * r + 0.587 * g + 0.114 * b;
            let [y, cb, cr, alpha] = image::rgb_to_ycbcr(pixel).to_le_bytes();
            near(y, luma);
            near(cb, 128.0 + (b - luma) / 1.772);
            near(cr, 128.0 + (r - luma) / 1.402);
            assert_eq!((alpha, image::luma_601(pixel)), (9, y.into()));
            let luma = image::luma_709(pixel);
            near(luma as u8, 0.2126 * r + 0.7152 * g + 0.0722 * b);
            let [y, cb, cr] = [r, g - 128.0, b - 128.0];
            let [red, green, blue, alpha] = image::ycbcr_to_rgb(pixel).to_le_bytes();
            near(red, y + 1.402 * cr);
            near(green, y - (0.114 * 1.772 * cb + 0.299 * 1.402 * cr) / 0.587);
            near(blue, y + 1.772 * cb);
            assert_eq!(alpha, 9);
        }
    }
}

/// Oracle: the lossless conversion by its matrix, in exact fractions of a quarter, for eight-bit colours.
#[test]
fn orange_and_green_are_differences() {
    for n in 0..100_000 {
        let [bytes, _] = words(n);
        let [r, g, b, alpha] = bytes.map(i32::from);
        let outcome = image::ycocg_r([r, g, b, alpha].map(|lane| lane as u32));
        let [luma, orange, green, kept] = outcome.map(|lane| lane as i32);
        assert_eq!([orange, kept], [r - b, alpha]);
        // Each step takes a floor, which is off by at most one.
        assert!((4 * luma - (r + 2 * g + b)).abs() <= 4, "{bytes:?}");
        assert!((2 * green - (2 * g - r - b)).abs() <= 2, "{bytes:?}");
    }
}

/// Oracle: fields of bits, and the nearest fractions of 31 and 63, which a repeated field is next to.
#[test]
fn small_pixels_agree_with_fractions() {
    for small in 0..0x1_0000 {
        let [red, green, blue, alpha] = image::rgb565_unpack(small).to_le_bytes();
        let near = |actual: u8, field: u32, max: u32| {
            let field = field & max;
            let expected = f64::from(field * 255) / f64::from(max);
            assert!(
                (f64::from(actual) - expected).abs() < 1.0,
                "{actual} {expected}"
            );
        };
        near(red, small >> 11, 31);
        near(green, small >> 5, 63);
        near(blue, small, 31);
        assert_eq!(alpha, 255);
        assert_eq!(image::rgb565_pack(word([red, green, blue, alpha])), small);
    }
}

/// The width of an image, and its lines, including a partial last one.
fn lines(input: &Input) -> Vec<Vec<u32>> {
    let pixels = &input.columns[1];
    let width = (input.columns[0][0] as usize).clamp(1, pixels.len().max(1));
    let line = |line: &[u32]| {
        let mut line = line.to_vec();
        line.resize(width, 0);
        line
    };
    pixels.chunks(width).map(line).collect()
}

/// Oracle: every pixel of the rectangle or window individually, in wider integers.
#[test]
fn sums_and_means_agree_with_direct_summation() {
    for n in [0, 1, 2, 3, 4, 6, 8, 9, 10, 12, 14, 16, 17, 18, 19] {
        let input = generated("engine::summed_area", n);
        let image = lines(&input);
        let mut expected = vec![];
        for y in 0..image.len() {
            for x in 0..image[0].len() {
                let above = image[..=y].iter().flat_map(|line| &line[..=x]);
                expected.push(above.map(|pixel| u64::from(*pixel)).sum::<u64>() as u32);
            }
        }
        assert_eq!(
            column(&reference("engine::summed_area", &input)),
            expected,
            "{n}"
        );
        let mut input = generated("engine::box_filter", n);
        let radius = input.columns[0][1].min(4);
        input.columns[0][1] = radius;
        let image = lines(&input);
        let mut expected = vec![];
        for y in 0..image.len() as i64 {
            for x in 0..image[0].len() as i64 {
                let window = -i64::from(radius)..=i64::from(radius);
                let position = |v: i64, u: i64| {
                    let line = image.get(usize::try_from(y + v).ok()?)?;
                    line.get(usize::try_from(x + u).ok()?)
                };
                let all = window
                    .clone()
                    .flat_map(|v| window.clone().map(move |u| (v, u)));
                let observed: Vec<u32> = all
                    .filter_map(|(v, u)| Some(position(v, u)? & 0xFF))
                    .collect();
                let mean = f64::from(observed.iter().sum::<u32>()) / observed.len() as f64;
                expected.push((mean + 0.5).floor() as u32);
            }
        }
        assert_eq!(
            column(&reference("engine::box_filter", &input)),
            expected,
            "{n}"
        );
    }
}
