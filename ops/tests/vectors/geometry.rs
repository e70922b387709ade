//! Predicates, compared with the crate robust, which computes them from floats without rounding, and with wider
//! integers.

use robust::{Coord, incircle, orient2d};
use vyre_ops::geometry;
use vyre_ops::hash::splitmix64;

/// A point of one word as two numbers.
fn point_of_word(point: u32) -> [i128; 2] {
    [point as u16 as i16, (point >> 16) as u16 as i16].map(i128::from)
}

/// A point of two lanes as two numbers.
fn point_of_lanes(point: [u32; 2]) -> [i128; 2] {
    point.map(|lane| i128::from(lane as i32))
}

/// A point for the crate: a float of 64 bits represents every coordinate exactly.
fn coordinates(point: [i128; 2]) -> Coord<f64> {
    let [x, y] = point.map(|number| number as f64);
    Coord { x, y }
}

fn sign_of(number: f64) -> i32 {
    i32::from(number > 0.0) - i32::from(number < 0.0)
}

/// Four points, in turn anywhere, near one another, on few lines, and at the ends of the range; coordinates have `bits`
/// bits.
fn points(n: u64, bits: u32) -> [[i64; 2]; 4] {
    let kind = n % 4;
    let max = (1_i64 << (bits - 1)) - 1;
    let number = |place: u64| {
        let random = splitmix64(n << 5 | place);
        let any = (random >> (64 - bits)) as i64 - max - 1;
        let small = (random >> 60) as i64 % 4;
        match kind {
            0 => any,
            1 => any / (1 << (bits - 5)),
            2 => small * (max / 3),
            _ => [-max - 1, -max, max - 1, max][small as usize],
        }
    };
    std::array::from_fn(|k| [2 * k as u64, 2 * k as u64 + 1].map(number))
}

fn word([x, y]: [i64; 2]) -> u32 {
    u32::from(x as u16) | u32::from(y as u16) << 16
}

/// Oracle: the crate robust. Reordering three points gives laws that solvers do not prove: a rotation preserves the
/// side.
#[test]
fn sides_agree_with_robust() {
    let mut observed = [0; 3];
    for n in 0..200_000 {
        let [a, b, c, _] = points(n, 16).map(word);
        let expected = [a, b, c].map(|point| coordinates(point_of_word(point)));
        let side = geometry::orient2d_i16(a, b, c);
        assert_eq!(
            side,
            sign_of(orient2d(expected[0], expected[1], expected[2])),
            "{n}"
        );
        assert_eq!(side, geometry::orient2d_i16(b, c, a), "{n}");
        assert_eq!(side, -geometry::orient2d_i16(b, a, c), "{n}");
        observed[(side + 1) as usize] += 1;
        let [a, b, c, _] = points(n, 32).map(|point| point.map(|number| number as u32));
        let expected = [a, b, c].map(|point| coordinates(point_of_lanes(point)));
        let side = geometry::orient2d(a, b, c);
        assert_eq!(
            side,
            sign_of(orient2d(expected[0], expected[1], expected[2])),
            "{n}"
        );
        assert_eq!(side, geometry::orient2d(b, c, a), "{n}");
        assert_eq!(side, -geometry::orient2d(b, a, c), "{n}");
    }
    assert!(observed.iter().all(|times| *times > 10_000), "{observed:?}");
}

/// Oracle: the crate robust; exchanging two points gives the opposite sign, which solvers do not prove.
#[test]
fn circles_agree_with_robust() {
    let mut observed = [0; 3];
    for n in 0..200_000 {
        let [a, b, c, d] = points(n, 16).map(word);
        let expected = [a, b, c, d].map(|point| coordinates(point_of_word(point)));
        let actual = geometry::incircle_i16(a, b, c, d);
        let exact = incircle(expected[0], expected[1], expected[2], expected[3]);
        assert_eq!(actual, sign_of(exact), "{n}");
        assert_eq!(actual, -geometry::incircle_i16(b, a, c, d), "{n}");
        assert_eq!(actual, -geometry::incircle_i16(a, b, d, c), "{n}");
        assert_eq!(actual, geometry::incircle_i16(b, c, a, d), "{n}");
        assert_eq!(geometry::incircle_i16(a, a, b, c), 0, "{n}");
        observed[(actual + 1) as usize] += 1;
    }
    assert!(observed.iter().all(|times| *times > 10_000), "{observed:?}");
}

/// Oracle: integers of 128 bits.
#[test]
fn products_and_distances_agree_with_wider_integers() {
    for n in 0..200_000 {
        let [a, b, c, _] = points(n, 32).map(|point| point.map(|number| number as u32));
        let [[ax, ay], [bx, by]] = [a, b].map(point_of_lanes);
        let cross = geometry::cross(a, b) as i64;
        assert_eq!(i128::from(cross), ax * by - ay * bx);
        let manhattan = geometry::manhattan(a, b);
        assert_eq!(i128::from(manhattan), (ax - bx).abs() + (ay - by).abs());
        let over = geometry::manhattan(a, c) + geometry::manhattan(c, b);
        assert!(manhattan <= over, "{n}");
        let [a, b, ..] = points(n, 16).map(word);
        let [[ax, ay], [bx, by]] = [a, b].map(point_of_word);
        let squared = geometry::distance_squared_i16(a, b);
        assert_eq!(i128::from(squared), (ax - bx).pow(2) + (ay - by).pow(2));
    }
}

/// Oracle: barycentric coordinates in integers, none of which is negative; for corners on a line the ends of the
/// segment.
#[test]
fn triangle_tests_agree_with_barycentric_weights() {
    let cross = |[ax, ay]: [i128; 2], [bx, by]: [i128; 2]| ax * by - ay * bx;
    let from = |[ax, ay]: [i128; 2], [bx, by]: [i128; 2]| [bx - ax, by - ay];
    let mut inside = 0;
    for n in 0..200_000 {
        let words = points(n, 16).map(word);
        let [a, b, c, d] = words.map(point_of_word);
        let area = cross(from(a, b), from(a, c));
        let weights = [[a, b], [b, c], [c, a]].map(|[p, q]| cross(from(p, q), from(p, d)));
        let is_in = match area.signum() {
            0 => {
                let corners = [a, b, c];
                let within = |value: usize| {
                    let all = corners.map(|corner| corner[value]);
                    let ends = all.iter().min().zip(all.iter().max());
                    ends.is_some_and(|(min, max)| (*min..=*max).contains(&d[value]))
                };
                weights == [0; 3] && within(0) && within(1)
            }
            sign => weights.iter().all(|weight| weight * sign >= 0),
        };
        let [a, b, c, d] = words;
        assert_eq!(geometry::in_triangle_i16(a, b, c, d), u32::from(is_in));
        assert_eq!(geometry::in_triangle_i16(a, c, b, d), u32::from(is_in));
        inside += u32::from(is_in);
    }
    assert!(inside > 10_000, "{inside}");
}

/// The pixels up to (7, 7) that the three edges of a triangle cover.
fn covered(corners: [[i64; 2]; 3]) -> Vec<u32> {
    let [a, b, c] = corners.map(word);
    let edges = [(a, b), (b, c), (c, a)];
    let pixels = (0..8).flat_map(|y| (0..8).map(move |x| word([x, y])));
    pixels
        .filter(|pixel| {
            edges
                .iter()
                .all(|(from, to)| geometry::edge_covers_i16(*from, *to, *pixel) == 1)
        })
        .collect()
}

/// Oracle: Direct3D, Rasterization Rules, whose two triangles cover 15 and 10 pixels of a 5 by 5 square.
#[test]
fn pixels_of_triangles_follow_direct3d() {
    let upper = covered([[0, 0], [5, 0], [5, 5]]);
    let lower = covered([[0, 5], [0, 0], [5, 5]]);
    assert_eq!([upper.len(), lower.len()], [15, 10]);
    let mut combined = [upper, lower].concat();
    combined.sort_unstable();
    let square = (0..5).flat_map(|y| (0..5).map(move |x| word([x, y])));
    assert!(combined.into_iter().eq(square));
}
