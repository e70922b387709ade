//! Matrix products, sparse and packed, and reductions, with the same operations in the same order as in
//! Rust.

use super::{bits, dispatch, floats, words};

/// Oracle: sums in the order of the kernel, in Rust.
#[test]
fn sums_agree_with_the_same_order_in_rust() {
    let src = floats(150, 1);
    let out = dispatch(
        "reduce_sum.wgsl",
        "main",
        [2, 1, 1],
        vec![bits(&src), vec![0; 2]],
    );
    let expected = [0, 1].map(|group| {
        let mut partial: Vec<f32> = (0..64)
            .map(|t| {
                let places = (group * 64 + t..150).step_by(128);
                places.fold(0.0, |sum, k| sum + src[k])
            })
            .collect();
        let mut stride = 32;
        while stride > 0 {
            (0..stride).for_each(|t| partial[t] += partial[t + stride]);
            stride /= 2;
        }
        partial[0].to_bits()
    });
    assert_eq!(out[0], expected);
}

/// Oracle: dot products in Rust, in the order of the kernel.
#[test]
fn matrices_are_multiplied() {
    let (m, n, k) = (5, 6, 7);
    let [a, b] = [floats(m * k, 2), floats(k * n, 3)];
    let dims = vec![m as u32, n as u32, k as u32, 0];
    let contents = vec![bits(&a), bits(&b), vec![0; m * n], dims];
    let out = dispatch("matmul_tiled.wgsl", "main", [2, 2, 1], contents);
    let expected: Vec<f32> = (0..m * n)
        .map(|p| {
            let (row, col) = (p / n, p % n);
            // The tile beyond the edge adds a zero.
            (0..8).fold(0.0, |sum, i| {
                sum + if i < k {
                    a[row * k + i] * b[i * n + col]
                } else {
                    0.0
                }
            })
        })
        .collect();
    assert_eq!(out[0], bits(&expected));
    let [a, b] = [floats(24, 4), floats(32, 5)];
    let out = dispatch(
        "matmul_vec4.wgsl",
        "main",
        [1, 1, 1],
        vec![bits(&a), bits(&b), vec![0; 12]],
    );
    let expected: Vec<f32> = (0..12)
        .map(|p| {
            let (row, lane) = (p / 4, p % 4);
            (0..2).fold(0.0, |acc, block| {
                let product =
                    |c: usize| b[16 * block + 4 * c + lane] * a[(row * 2 + block) * 4 + c];
                acc + (1..4).fold(product(0), |sum, c| sum + product(c))
            })
        })
        .collect();
    assert_eq!(out[0], bits(&expected));
}

/// Oracle: the weights unpacked in Rust.
#[test]
fn packed_weights_are_unpacked() {
    let quants = words(4 * 6, 6);
    let scales = floats(6, 7);
    let x = floats(64, 8);
    let blocks = quants.chunks(4).zip(&scales);
    let weights: Vec<u32> = blocks
        .flat_map(|(q, s)| [&[s.to_bits()], q].concat())
        .collect();
    let out = dispatch(
        "matmul_q4.wgsl",
        "gemv",
        [1, 1, 1],
        vec![weights, bits(&x), vec![0; 3], vec![64]],
    );
    let expected: Vec<f32> = (0..3)
        .map(|row| {
            (0..2).fold(0.0, |sum, block| {
                let q = &quants[(row * 2 + block) * 4..][..4];
                let part = (0..32).fold(0.0, |part, i| {
                    let nibble = q[i / 8] >> (4 * (i % 8)) & 15;
                    part + (nibble as i32 - 8) as f32 * x[block * 32 + i]
                });
                sum + part * scales[row * 2 + block]
            })
        })
        .collect();
    assert_eq!(out[0], bits(&expected));
}

/// Oracle: rows in Rust.
#[test]
fn sparse_rows_are_summed() {
    let row_ptr = vec![0, 2, 2, 5];
    let columns = vec![1, 3, 0, 2, 3];
    let [values, x] = [floats(5, 9), floats(4, 10)];
    let contents = vec![
        row_ptr.clone(),
        columns.clone(),
        bits(&values),
        bits(&x),
        vec![9; 3],
    ];
    let out = dispatch("spmv_csr.wgsl", "spmv", [1, 1, 1], contents);
    let expected: Vec<f32> = row_ptr
        .windows(2)
        .map(|w| {
            (w[0] as usize..w[1] as usize)
                .fold(0.0, |sum, k| sum + values[k] * x[columns[k] as usize])
        })
        .collect();
    assert_eq!(out[0], bits(&expected));
}

/// Oracle: the loop in Rust.
#[test]
fn convolutions_weigh_their_neighbours() {
    let (w, h) = (6_i32, 3_i32);
    let [image, weights] = [floats(18, 11), floats(28, 12)];
    let contents = vec![bits(&image), bits(&weights), vec![0; 18], vec![6, 3]];
    let out = dispatch("convolution.wgsl", "main", [1, 2, 1], contents);
    let expected: Vec<f32> = (0..18)
        .map(|p| {
            let (x, y) = (p % w, p / w);
            let sum = (0..25).fold(0.0, |sum, k| {
                let cx = (x + k % 5 - 2).clamp(0, w - 1);
                let cy = (y + k / 5 - 2).clamp(0, h - 1);
                sum + weights[k as usize] * image[(cy * w + cx) as usize]
            });
            f32::max(sum, 0.0)
        })
        .collect();
    assert_eq!(out[0], bits(&expected));
}

/// Oracle: the iteration in Rust.
#[test]
fn points_escape_as_in_rust() {
    let view = [
        (-0.5_f32).to_bits(),
        0.0_f32.to_bits(),
        0.375_f32.to_bits(),
        6,
        12,
    ];
    let view = [&view[..], &[0]].concat();
    let out = dispatch(
        "mandelbrot.wgsl",
        "main",
        [2, 2, 1],
        vec![view, vec![0; 36]],
    );
    let expected = (0..36_u32).map(|p| {
        let c = (
            -0.5 + ((p % 6) as f32 - 3.0) * 0.375,
            ((p / 6) as f32 - 3.0) * 0.375,
        );
        let (mut z, mut i) = ((0.0_f32, 0.0_f32), 0);
        while i != 12 && z.0 * z.0 + z.1 * z.1 <= 4.0 {
            z = (z.0 * z.0 - z.1 * z.1 + c.0, 2.0 * z.0 * z.1 + c.1);
            i += 1;
        }
        i
    });
    assert_eq!(out[0], expected.collect::<Vec<u32>>());
}
