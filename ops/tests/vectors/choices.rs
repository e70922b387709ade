//! The greatest elements of rows and windows, and images by levels, with heaps and wider arithmetic.

use super::references::{column, for_each_input, generated, reference};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

const INPUTS: u64 = 42;

/// The first words of the shape.
fn shape<const N: usize>(columns: &[Vec<u32>]) -> [usize; N] {
    std::array::from_fn(|i| columns[0].get(i).map_or(0, |word| *word as usize))
}

/// Integers in the order of floats, -0 below +0; `None` for a NaN.
fn total_order_key(bits: u32) -> Option<u32> {
    let is_negative = bits >> 31 == 1;
    let number = if is_negative { !bits } else { bits | 1 << 31 };
    (!f32::from_bits(bits).is_nan()).then_some(number)
}

/// The places of a row's elements except for NaN, the greatest first; zeros are equal.
fn greatest_first(row: &[u32]) -> impl Iterator<Item = u32> + use<> {
    let number = |bits: u32| total_order_key(if bits == 1 << 31 { 0 } else { bits });
    let numbers = (0..).zip(row);
    let numbers = numbers.filter_map(|(k, bits)| Some((number(*bits)?, Reverse(k))));
    let mut heap: BinaryHeap<(u32, Reverse<u32>)> = numbers.collect();
    std::iter::from_fn(move || Some(heap.pop()?.1.0))
}

/// The words of a row of a table; missing words are +0.
fn row(table: &[u32], len: usize, row: usize) -> Vec<u32> {
    let index = (row * len..).take(len);
    index
        .map(|index| table.get(index).copied().unwrap_or(0))
        .collect()
}

/// Oracle: a heap of the standard library over the bits of floats as integers.
#[test]
fn greatest_elements_agree_with_a_heap() {
    for_each_input("argmax", INPUTS, |columns, output| {
        let [rows, len] = shape(columns);
        let places = (0..rows).map(|k| {
            let place = greatest_first(&row(&columns[1], len, k)).next();
            place.unwrap_or(len as u32)
        });
        assert!(places.eq(column(&output)));
    });
    for_each_input("top_k_rows", INPUTS, |columns, output| {
        let [rows, len, max] = shape(columns);
        let mut expected = vec![];
        for k in 0..rows {
            let places = greatest_first(&row(&columns[1], len, k));
            let places = places.chain(std::iter::repeat(len as u32));
            let records = (0..max as u32).zip(places);
            expected.extend(records.map(|(rank, place)| vec![k as u32, rank, place]));
        }
        assert_eq!(output, expected);
    });
}

/// Oracle: every element of the plane inside the window, by its bits as an integer.
#[test]
fn windows_have_their_greatest_element() {
    for_each_input("max_pool", 28, |columns, output| {
        let [planes, height, width, tall, wide, stride, padding] = shape(columns);
        let many = |len: usize, window: usize| match (len + 2 * padding).checked_sub(window) {
            Some(rest) => rest / stride + 1,
            None => 0,
        };
        let (lines, places) = (many(height, tall), many(width, wide));
        let mut expected = vec![];
        for plane in 0..planes {
            let position = |y: usize, x: usize| (plane * height + y) * width + x;
            for line in 0..lines {
                for place in 0..places {
                    let is_in = |x: usize, from: usize, len: usize| {
                        (from * stride..from * stride + len).contains(&(x + padding))
                    };
                    let inside = (0..height).filter(|y| is_in(*y, line, tall));
                    let inside = inside.flat_map(|y| (0..width).map(move |x| (y, x)));
                    let inside = inside.filter(|(_, x)| is_in(*x, place, wide));
                    let bits =
                        inside.map(|(y, x)| columns[1].get(position(y, x)).map_or(0, |b| *b));
                    let numbers = bits.filter_map(|bits| Some((total_order_key(bits)?, bits)));
                    let greatest = numbers.max().map_or(0x7FC0_0000, |(_, bits)| bits);
                    expected.push(vec![(plane * lines + line) as u32, place as u32, greatest]);
                }
            }
        }
        assert_eq!(output, expected);
    });
}

/// Oracle: floats of 64 bits, which represent the numbers of pixels exactly.
#[test]
fn equalised_levels_agree_with_floats() {
    for_each_input("equalize", INPUTS, |columns, output| {
        let mut counts = [0_u32; 256];
        for pixel in &columns[0] {
            counts[(pixel % 256) as usize] += 1;
        }
        let all = columns[0].len() as f64;
        let darkest = counts.iter().find(|count| **count > 0);
        let darkest = f64::from(darkest.copied().unwrap_or(0));
        let levels = columns[0].iter().map(|pixel| {
            let level = pixel % 256;
            let below: u32 = counts[..=level as usize].iter().sum();
            if all > darkest {
                ((f64::from(below) - darkest) * 255.0 / (all - darkest)).round() as u32
            } else {
                level
            }
        });
        assert!(levels.eq(column(&output)));
    });
}

/// A word of an image by line and place; 0 outside.
fn pixel(image: &[u32], width: i64, [y, x]: [i64; 2]) -> u32 {
    let is_inside = (0..width).contains(&x) && y >= 0;
    let position = usize::try_from(y * width + x).ok();
    let actual = position
        .filter(|_| is_inside)
        .and_then(|position| image.get(position));
    actual.copied().unwrap_or(0)
}

/// The width of an image: the requested one, but neither 0 nor more than the number of pixels.
fn width(requested: u32, pixels: &[u32]) -> i64 {
    i64::from(requested).clamp(1, pixels.len().max(1) as i64)
}

/// The number of lines of an image, including a partial last one.
fn lines(image: &[u32], width: i64) -> i64 {
    image.chunks(width as usize).len() as i64
}

/// Oracle: the sum of every pixel by its definition, in integers of 128 bits; means in floats of 64 bits.
#[test]
fn filtered_images_agree_with_wider_arithmetic() {
    for n in [0, 1, 2, 3, 4, 6, 8, 9, 10, 12, 14, 15, 16, 17, 18] {
        let input = generated("engine::convolve", n);
        let output = reference("engine::convolve", &input);
        let [image, kernel] = [&input.columns[1], &input.columns[2]];
        let of = width(input.columns[0][0], image);
        let across = width(input.columns[0][1], kernel);
        let down = lines(kernel, across);
        let height = lines(image, of);
        let mut expected = vec![];
        for y in 0..height {
            for x in 0..of {
                let taps = (0..down).flat_map(|v| (0..across).map(move |u| [v, u]));
                let sum: u128 = taps
                    .map(|[v, u]| {
                        let weight = pixel(kernel, across, [v, u]);
                        let at = [y + down / 2 - v, x + across / 2 - u];
                        u128::from(weight) * u128::from(pixel(image, of, at))
                    })
                    .sum();
                expected.push(sum as u32);
            }
        }
        assert_eq!(column(&output), expected, "{n}");
    }
    for_each_input("halve", INPUTS, |columns, output| {
        let of = width(columns[0][0], &columns[1]);
        let height = lines(&columns[1], of);
        let half = |len: i64| (len / 2).max(len.min(1));
        let mut expected = vec![];
        for y in 0..half(height) {
            for x in 0..half(of) {
                let corners = [[0, 0], [0, 1], [1, 0], [1, 1]].map(|[v, u]| {
                    let at = [(2 * y + v).min(height - 1), (2 * x + u).min(of - 1)];
                    pixel(&columns[1], of, at).to_le_bytes().map(f64::from)
                });
                let mean =
                    |byte: usize| corners.map(|corner| corner[byte]).iter().sum::<f64>() / 4.0;
                let bytes = [0, 1, 2, 3].map(|byte| (mean(byte) + 0.5).floor() as u8);
                expected.push(u32::from_le_bytes(bytes));
            }
        }
        assert_eq!(column(&output), expected);
    });
}
