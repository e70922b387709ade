//! Images of more than 2^24 pixels on a device, and refused sizes.

use std::panic::catch_unwind;
use vyre_conform_harness::backends;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::valid::{Limits, validate_program};
use vyre_ops::engines::image;

/// A width that is not a power of two, and a number of pixels that ends within a line and exceeds the integers of a
/// 32-bit float.
const WIDTH: u32 = 4099;
const PIXELS: u32 = (1 << 24) + (1 << 19);

/// The lines, including the partial last one.
const HEIGHT: u32 = PIXELS.div_ceil(WIDTH);

/// The number of workgroups along an axis that every device supports.
const MAX_WORKGROUPS: u32 = 65_535;

/// Words without a pattern.
fn pixels() -> Vec<u32> {
    let mix = |i: u32| (i ^ i >> 7).wrapping_mul(0x9E37_79B9).rotate_left(i % 31);
    (0..PIXELS).map(mix).collect()
}

fn input(words: &[u32], pixels: Vec<u32>) -> Input {
    Input {
        columns: vec![words.to_vec(), pixels],
    }
}

/// lavapipe's output of a plan, without its guarded words, which must be unchanged.
fn lavapipe_output(plan: &Plan) -> Vec<u32> {
    let catalog = Catalog::linked().expect("a catalog");
    let groups = plan.launch.steps.iter().flat_map(|step| step.workgroups);
    assert!(groups.max() <= Some(MAX_WORKGROUPS));
    let programs = plan.programs.iter().map(|program| {
        let valid = validate_program(program.clone(), &catalog, &Limits::WEBGPU);
        valid.expect("a valid program")
    });
    let programs: Vec<_> = programs.collect();
    let adapters = backends::selected("llvmpipe").expect("lavapipe");
    let loaded = adapters.list[0]
        .load_programs(&programs)
        .expect("it compiles");
    let mut words = loaded.run(&plan.launch).expect("it runs").remove(0);
    let guard = words.split_off(plan.guards[0].first_word);
    assert!(guard.iter().all(|word| *word == 0x5AFE_C0DE), "{guard:x?}");
    words
}

/// A pixel of the image; 0 outside.
fn pixel_at(pixels: &[u32], [x, y]: [i64; 2]) -> u32 {
    let inside = (0..i64::from(WIDTH)).contains(&x) && (0..i64::from(HEIGHT)).contains(&y);
    let position = usize::try_from(y * i64::from(WIDTH) + x);
    let position = position.ok().filter(|_| inside);
    position
        .and_then(|position| pixels.get(position))
        .copied()
        .unwrap_or(0)
}

/// Every 997th pixel, and pixels at both ends.
fn sampled_pixels() -> impl Iterator<Item = (usize, [i64; 2])> {
    let len = (WIDTH * HEIGHT) as usize;
    let all = (0..len).step_by(997).chain(len - 5000..len);
    all.map(|i| {
        (
            i,
            [i as i64 % i64::from(WIDTH), i as i64 / i64::from(WIDTH)],
        )
    })
}

/// Oracle: sums by hand.
#[test]
#[ignore = "a long run: seconds"]
fn sums_of_a_large_image() {
    let pixels = pixels();
    let actual = lavapipe_output(&image::summed_area(&input(&[WIDTH], pixels.clone()), 256));
    let mut above = vec![0_u32; WIDTH as usize];
    let mut actual = actual.chunks(WIDTH as usize);
    for line in pixels.chunks(WIDTH as usize) {
        let mut sum = 0_u32;
        for (x, above) in above.iter_mut().enumerate() {
            sum = sum.wrapping_add(line.get(x).copied().unwrap_or(0));
            *above = above.wrapping_add(sum);
        }
        assert_eq!(actual.next(), Some(&above[..]));
    }
    assert_eq!(actual.next(), None);
}

/// Oracle: the pixels of a window by hand; a white image, whose means are white, with the largest window whose sum fits
/// a word.
#[test]
#[ignore = "a long run: seconds"]
fn means_of_a_large_image() {
    let pixels = pixels();
    let actual = lavapipe_output(&image::box_filter(&input(&[WIDTH, 2], pixels.clone()), 256));
    for (i, [x, y]) in sampled_pixels() {
        let lines = (y - 2).max(0)..=(y + 2).min(i64::from(HEIGHT) - 1);
        let columns = (x - 2).max(0)..=(x + 2).min(i64::from(WIDTH) - 1);
        let all = lines.flat_map(|y| columns.clone().map(move |x| [x, y]));
        let all: Vec<u32> = all.map(|place| pixel_at(&pixels, place) & 0xFF).collect();
        let mean = f64::from(all.iter().sum::<u32>()) / all.len() as f64;
        assert_eq!(actual[i], (mean + 0.5).floor() as u32, "{i}");
    }
    let white = vec![255; (WIDTH * HEIGHT) as usize];
    let actual = lavapipe_output(&image::box_filter(&input(&[WIDTH, 2047], white), 256));
    assert!(actual.iter().all(|mean| *mean == 255));
}

/// Oracle: the sum over a kernel, and the mean of four bytes, by hand.
#[test]
#[ignore = "a long run: seconds"]
fn a_large_image_is_convolved_and_halved() {
    let pixels = pixels();
    let mut of = input(&[WIDTH, 3], pixels.clone());
    let kernel: Vec<u32> = (1..=9).collect();
    of.columns.push(kernel.clone());
    let actual = lavapipe_output(&image::convolve(&of, 256));
    for (i, [x, y]) in sampled_pixels() {
        let taps = (0..).zip(&kernel).map(|(tap, weight)| {
            let place = [x + 1 - tap % 3, y + 1 - tap / 3];
            weight.wrapping_mul(pixel_at(&pixels, place))
        });
        assert_eq!(actual[i], taps.fold(0, u32::wrapping_add), "{i}");
    }
    let actual = lavapipe_output(&image::halve(&input(&[WIDTH], pixels.clone()), 256));
    let [width, height] = [WIDTH / 2, HEIGHT / 2].map(|len| len as usize);
    assert_eq!(actual.len(), width * height);
    for i in (0..actual.len())
        .step_by(97)
        .chain(actual.len() - 3000..actual.len())
    {
        let [x, y] = [2 * (i % width) as i64, 2 * (i / width) as i64];
        let four = [[x, y], [x + 1, y], [x, y + 1], [x + 1, y + 1]];
        let four = four.map(|place| pixel_at(&pixels, place).to_le_bytes());
        let mean = |byte: usize| {
            let sum: u32 = four.iter().map(|pixel| u32::from(pixel[byte])).sum();
            ((sum + 2) / 4) as u8
        };
        assert_eq!(actual[i], u32::from_le_bytes([0, 1, 2, 3].map(mean)), "{i}");
    }
}

/// Oracle: the formula of the engine in 64-bit integers, for its maximum number of pixels.
#[test]
#[ignore = "a long run: seconds"]
fn levels_of_a_large_image() {
    let mut pixels = pixels();
    pixels.truncate(1 << 24);
    let of = Input {
        columns: vec![pixels.clone()],
    };
    let actual = lavapipe_output(&image::equalize(&of, 256));
    let mut counts = [0_u64; 256];
    for pixel in &pixels {
        counts[(pixel & 0xFF) as usize] += 1;
    }
    let up_to = |level: usize| counts[..=level].iter().sum::<u64>();
    let darkest = *counts.iter().find(|count| **count > 0).expect("a pixel");
    let rest = pixels.len() as u64 - darkest;
    let levels: Vec<u32> = (0..256)
        .map(|level| (255 * up_to(level).saturating_sub(darkest) + rest / 2) / rest)
        .map(|level| level as u32)
        .collect();
    let expected = pixels.iter().map(|pixel| levels[(pixel & 0xFF) as usize]);
    assert!(expected.eq(actual));
}

/// Oracle: the documentation of the engines; the message names the limit.
#[test]
fn images_that_are_too_large_are_refused() {
    let text_of = |plan: fn(&Input, u32) -> Plan, words: &[u32], len: usize, parts: [&str; 2]| {
        // Zeros that are never read occupy no memory.
        let mut input = input(words, vec![0; len]);
        input.columns.push(vec![1]);
        let refused = catch_unwind(|| plan(&input, 64)).expect_err("it is too large");
        let message = refused.downcast_ref::<String>().expect("a text");
        assert!(parts.iter().all(|part| message.contains(part)), "{message}");
    };
    let window = [
        "4097 by 4097 pixels of the image, more than 16777216",
        "a smaller radius",
    ];
    text_of(image::box_filter, &[WIDTH, 2048], PIXELS as usize, window);
    let all = ["radius 4294967295 has 4100 by 4097", "more than 16777216"];
    text_of(image::box_filter, &[4100, u32::MAX], 4100 * 4097, all);
    let counted = ["16777217 pixels, and 16777216 at most", "in parts"];
    let equalize = |input: &Input, size| {
        let columns = vec![input.columns[1].clone()];
        image::equalize(&Input { columns }, size)
    };
    text_of(equalize, &[1], (1 << 24) + 1, counted);
    let many = ["32768 by 32769 pixels has more than 1073741824", "in parts"];
    text_of(image::summed_area, &[1 << 15], (1 << 30) + 1, many);
    text_of(image::halve, &[1 << 15], (1 << 30) + 1, many);
    let filled = [
        "1073741823 by 2 pixels has more than 1073741824",
        "in parts",
    ];
    text_of(image::convolve, &[(1 << 30) - 1, 1], 1 << 30, filled);
}
