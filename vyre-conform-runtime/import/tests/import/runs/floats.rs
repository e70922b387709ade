//! Kernels with elementary functions, compared approximately with references in Rust.

use super::{assert_close, bits, dispatch, floats};

/// Oracle: the definition, in Rust.
#[test]
fn softmax_sums_to_one() {
    let logits = floats(40, 1);
    let out = dispatch(
        "softmax.wgsl",
        "softmax",
        [2, 1, 1],
        vec![bits(&logits), vec![0; 40], vec![20]],
    );
    let expected = logits.chunks(20).flat_map(|row| {
        let most = row.iter().copied().fold(f32::MIN, f32::max);
        let exponentials: Vec<f32> = row.iter().map(|x| (x - most).exp()).collect();
        let sum: f32 = exponentials.iter().sum();
        exponentials
            .into_iter()
            .map(move |e| e / sum)
            .collect::<Vec<_>>()
    });
    assert_close(&out[0], &expected.collect::<Vec<_>>());
}

/// Oracle: the definition, in Rust.
#[test]
fn layers_are_normalised() {
    let [x, gamma_beta] = [floats(24, 2), floats(24, 3)];
    let config = vec![12, 1e-5_f32.to_bits()];
    let contents = vec![bits(&x), bits(&gamma_beta), vec![0; 24], config];
    let out = dispatch("layer_norm.wgsl", "main", [2, 1, 1], contents);
    let expected = x.chunks(12).flat_map(|row| {
        let mean = row.iter().sum::<f32>() / 12.0;
        let variance = row.iter().map(|v| (v - mean) * (v - mean)).sum::<f32>() / 12.0;
        let inverse = 1.0 / (variance + 1e-5).sqrt();
        let scaled = row.iter().zip(gamma_beta.chunks(2));
        scaled
            .map(move |(v, gb)| (v - mean) * inverse * gb[0] + gb[1])
            .collect::<Vec<_>>()
    });
    assert_close(&out[0], &expected.collect::<Vec<_>>());
}

/// Oracle: attention in Rust, with the whole softmax.
#[test]
fn attention_weighs_values() {
    let [q, k, v] = [4, 5, 6].map(|seed| floats(24, seed));
    let contents = vec![bits(&q), bits(&k), bits(&v), vec![0; 24]];
    let out = dispatch("attention.wgsl", "attend", [3, 1, 1], contents);
    let mut expected = vec![];
    for row in 0..3 {
        let dot = |j: usize| (0..8).map(|d| q[row * 8 + d] * k[j * 8 + d]).sum::<f32>();
        let scores: Vec<f32> = (0..=row).map(|j| (dot(j) * 0.353_553_39).exp()).collect();
        let sum: f32 = scores.iter().sum();
        for d in 0..8 {
            let weighed = scores.iter().enumerate().map(|(j, s)| s * v[j * 8 + d]);
            expected.push(weighed.sum::<f32>() / sum);
        }
    }
    assert_close(&out[0], &expected);
}

/// Oracle: the discrete Fourier transform by its definition, in Rust.
#[test]
fn transform_is_the_discrete_fourier_transform() {
    let signal = floats(128, 7);
    let out = dispatch("fft.wgsl", "fft", [1, 1, 1], vec![bits(&signal)]);
    let mut expected = vec![];
    for k in 0..64 {
        let terms = signal.chunks(2).enumerate().map(|(n, z)| {
            let angle = -std::f64::consts::TAU * (k * n % 64) as f64 / 64.0;
            let (re, im) = (f64::from(z[0]), f64::from(z[1]));
            (
                re * angle.cos() - im * angle.sin(),
                re * angle.sin() + im * angle.cos(),
            )
        });
        let (re, im) = terms.fold((0.0, 0.0), |sum, z| (sum.0 + z.0, sum.1 + z.1));
        expected.extend([re as f32, im as f32]);
    }
    let found: Vec<f32> = super::numbers(&out[0]);
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-3, "{a} is not {b}");
    }
}

/// Oracle: the motion in Rust, and the layout of a particle by hand: position, mass, velocity and cell
/// in eight words.
#[test]
fn particles_fall_and_are_counted() {
    let sim = vec![0.125_f32.to_bits(), 2.0_f32.to_bits(), 0, 0, 3, 2, 2, 3];
    let particles = [
        [1.0, 3.0, 1.0, 1.0, 2.0, 1.0, 0.0],
        [5.5, 0.25, 3.5, 1.0, 8.0, -3.0, 0.0],
        [0.5, 2.0, 2.0, 1.0, -8.0, 0.0, 6.0],
    ];
    let words: Vec<u32> = particles
        .iter()
        .flat_map(|p| [bits(p), vec![9]].concat())
        .collect();
    let out = dispatch(
        "particles_grid.wgsl",
        "integrate",
        [1, 1, 1],
        vec![sim, words, vec![0; 12]],
    );
    let mut counts = vec![0; 12];
    for (k, p) in particles.iter().enumerate() {
        let mut v = [
            p[4] + 0.0 * 0.125,
            p[5] + -9.5 * 0.125,
            p[6] + 0.0 * 0.125_f32,
        ];
        let mut x = [0, 1, 2].map(|axis| p[axis] + v[axis] * 0.125);
        let size = [6.0, 4.0, 4.0];
        for axis in 0..3 {
            if x[axis] < 0.0 {
                (x[axis], v[axis]) = (-x[axis], v[axis] * -0.5);
            }
            if x[axis] > size[axis] {
                (x[axis], v[axis]) = (2.0 * size[axis] - x[axis], v[axis] * -0.5);
            }
        }
        let cell = [0, 1, 2]
            .map(|axis| (x[axis] / 2.0).floor().clamp(0.0, [2.0, 1.0, 1.0][axis]) as usize);
        let cell = cell[0] + 3 * (cell[1] + 2 * cell[2]);
        counts[cell] += 1;
        let expected = [bits(&x), bits(&[1.0]), bits(&v), vec![cell as u32]].concat();
        assert_eq!(out[0][8 * k..8 * k + 8], expected, "{k}");
    }
    assert_eq!(out[1], counts);
}

/// Oracle: the sphere before the camera, by hand.
#[test]
fn rays_hit_the_sphere_in_front() {
    let camera: Vec<f32> = (0..16)
        .map(|k| if k % 5 == 0 { 1.0 } else { 0.0 })
        .collect();
    let spheres = [0.0, 0.0, -5.0, 1.0, 0.0, 0.0, -9.0, 3.0];
    let out = dispatch(
        "ray_spheres.wgsl",
        "render",
        [1, 1, 1],
        vec![bits(&spheres), vec![0; 32], bits(&camera)],
    );
    let hits: Vec<u32> = out[0].chunks(2).map(|hit| hit[1]).collect();
    // The corners miss the near sphere; the four pixels in the middle hit it.
    assert_eq!(
        [hits[5], hits[6], hits[9], hits[10]],
        [1, 1, 1, 1].map(|_| hits[5])
    );
    assert_eq!(hits[0], u32::MAX);
    let direction = [0.25_f64, 0.25, -1.0];
    let length = direction.iter().map(|d| d * d).sum::<f64>().sqrt();
    let b = -5.0 / length;
    let near = b * b - 24.0;
    let expected = if near >= 0.0 { 0 } else { 1 };
    assert_eq!(hits[5], expected);
}
