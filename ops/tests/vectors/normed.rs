//! Normalised rows and recurrences, compared with their definitions in binary64, by other formulas.

use super::network::{assert_near, random, reference_result};

/// Oracle: the definitions in binary64: the variance as the mean of the squares less the square of the mean.
#[test]
fn normalised_rows_are_near_their_definitions() {
    let (rows, len, epsilon) = (7, 33, 0.125_f32);
    let (x, w, b) = (random(31, rows * len), random(32, len), random(33, len));
    let shape = [rows, len, epsilon.to_bits()];
    let (epsilon, count) = (f64::from(epsilon), f64::from(len));
    let (mut by_root, mut centred, mut shares) = (vec![], vec![], vec![]);
    for row in x.chunks(len as usize) {
        let mean = row.iter().copied().map(f64::from).sum::<f64>() / count;
        let squares = row.iter().map(|x| f64::from(*x).powi(2)).sum::<f64>() / count;
        let variance = squares - mean.powi(2);
        // Without subtracting the greatest first: binary64 does not overflow here.
        let all: f64 = row.iter().map(|x| f64::from(*x).exp()).sum();
        shares.extend(row.iter().map(|x| f64::from(*x).exp() / all));
        for ((x, w), b) in row.iter().zip(&w).zip(&b) {
            let [x, w, b] = [x, w, b].map(|x| f64::from(*x));
            by_root.push(x * w * (squares + epsilon).powf(-0.5));
            centred.push((x - mean) * w * (variance + epsilon).powf(-0.5) + b);
        }
    }
    for id in ["engine::softmax", "engine::softmax_lanes_256"] {
        assert_near(id, &reference_result(id, &shape, &[&x]), &shares);
    }
    for id in ["engine::rms_norm", "engine::rms_norm_lanes_256"] {
        assert_near(id, &reference_result(id, &shape, &[&x, &w]), &by_root);
    }
    for id in ["engine::layer_norm", "engine::layer_norm_lanes_256"] {
        assert_near(id, &reference_result(id, &shape, &[&x, &w, &b]), &centred);
    }
}

/// Oracle: the solution of the recurrence: the contribution of every earlier step, times the product of the later
/// factors.
#[test]
fn a_selective_scan_is_near_its_solution() {
    let [sequences, steps, channels, states] = [2_usize, 6, 3, 4];
    let shape = [sequences, steps, channels, states].map(|len| len as u32);
    let rows = (sequences * steps) as u32;
    let (wide, all) = (rows * shape[2], rows * shape[2] * shape[3]);
    let scaled = |seed: u32| {
        random(seed, all)
            .iter()
            .map(|x| x / 4.0)
            .collect::<Vec<_>>()
    };
    let (x, a, b, c) = (
        random(41, wide),
        scaled(42),
        scaled(43),
        random(44, rows * shape[3]),
    );
    let mut expected = vec![];
    for row in 0..sequences * steps {
        let first = row - row % steps;
        for channel in 0..channels {
            let position = |row: usize, state: usize| (row * channels + channel) * states + state;
            let mut sum = 0.0;
            for state in 0..states {
                for earlier in first..=row {
                    let since = (earlier + 1..=row).map(|row| f64::from(a[position(row, state)]));
                    let left = f64::from(b[position(earlier, state)])
                        * f64::from(x[earlier * channels + channel])
                        * since.product::<f64>();
                    sum += f64::from(c[row * states + state]) * left;
                }
            }
            expected.push(sum);
        }
    }
    let actual = reference_result("engine::selective_scan", &shape, &[&x, &a, &b, &c]);
    assert_near("engine::selective_scan", &actual, &expected);
}
