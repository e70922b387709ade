//! Exact products, compared with integers of unlimited size.

use num_bigint::BigInt;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::engine::{EngineDef, Input};

/// Products are multiples of two to the power of minus this.
const UNIT: u32 = 298;

fn exact(catalog: &Catalog) -> &'static EngineDef {
    let actual = catalog.find_engine("engine::matmul_exact");
    actual.expect("an engine of the library")
}

/// A finite float as a multiple of 2^-149.
fn whole(x: f32) -> BigInt {
    let bits = x.to_bits();
    let (field, fraction) = (bits >> 23 & 255, bits & 0x7f_ffff);
    let magnitude = match field {
        0 => BigInt::from(fraction),
        _ => BigInt::from(fraction | 1 << 23) << (field - 1),
    };
    if x.is_sign_negative() {
        -magnitude
    } else {
        magnitude
    }
}

/// The bits of the float nearest to a magnitude in units of 2^-298, found by bisection over all floats: the last one
/// that is not greater, or the next one; a tie goes to the even one.
fn nearest(magnitude: &BigInt) -> u32 {
    let value = |bits: u32| match bits {
        // The number that would follow the greatest one.
        0x7f80_0000 => BigInt::from(1) << (UNIT + 128),
        _ => whole(f32::from_bits(bits)) << 149,
    };
    let (mut low, mut high) = (0u32, 0x7f80_0000u32);
    while high - low > 1 {
        let middle = low.midpoint(high);
        if value(middle) <= *magnitude {
            low = middle
        } else {
            high = middle
        }
    }
    if *magnitude >= value(high) {
        return high;
    }
    let (down, up) = (magnitude - value(low), value(high) - magnitude);
    match down.cmp(&up) {
        std::cmp::Ordering::Less => low,
        std::cmp::Ordering::Greater => high,
        std::cmp::Ordering::Equal => low + low % 2,
    }
}

/// The bits of an element by its definition.
fn element(pairs: &[(f32, f32)]) -> u32 {
    let infinite = |a: f32, b: f32| a.is_infinite() || b.is_infinite();
    let invalid =
        |a: f32, b: f32| a.is_nan() || b.is_nan() || infinite(a, b) && (a == 0.0 || b == 0.0);
    let negative = |a: f32, b: f32| a.is_sign_negative() != b.is_sign_negative();
    let infinities = pairs.iter().filter(|(a, b)| infinite(*a, *b));
    let signs: Vec<bool> = infinities.map(|(a, b)| negative(*a, *b)).collect();
    let both = signs.contains(&true) && signs.contains(&false);
    if both || pairs.iter().any(|(a, b)| invalid(*a, *b)) {
        return 0x7fc0_0000;
    }
    if let Some(negative) = signs.first() {
        return 0x7f80_0000 | u32::from(*negative) << 31;
    }
    let sum: BigInt = pairs.iter().map(|(a, b)| whole(*a) * whole(*b)).sum();
    if sum == BigInt::ZERO {
        let minus = |(a, b): &(f32, f32)| (*a == 0.0 || *b == 0.0) && negative(*a, *b);
        let minus = !pairs.is_empty() && pairs.iter().all(minus);
        return u32::from(minus) << 31;
    }
    let sign = u32::from(sum < BigInt::ZERO) << 31;
    nearest(&BigInt::from(sum.magnitude().clone())) | sign
}

/// Every element of a product by its definition.
fn expected_elements(input: &Input) -> Vec<Vec<u32>> {
    let [rows, columns, inner] = [0, 1, 2].map(|k| input.columns[0][k]);
    let operand = |k: usize, position: u32| f32::from_bits(input.columns[k][position as usize]);
    let mut records = vec![];
    for i in 0..rows {
        for j in 0..columns {
            let pair = |k: u32| (operand(1, i * inner + k), operand(2, k * columns + j));
            records.push(vec![
                i,
                j,
                element(&(0..inner).map(pair).collect::<Vec<_>>()),
            ]);
        }
    }
    records
}

/// Oracle: exact sums in integers of unlimited size, and the nearest float by comparing all of them.
#[test]
#[ignore = "a long run: seconds"]
fn exact_products_are_rounded_once() {
    let catalog = Catalog::linked().expect("the library");
    let def = exact(&catalog);
    let reference = def.reference.expect("it has one");
    let mut met = [0; 5];
    for n in 0..160 {
        let input = (def.inputs)(n);
        let expected = expected_elements(&input);
        for record in &expected {
            met[match record[2] & 0x7fff_ffff {
                0 => 0,
                1..0x80_0000 => 1,
                0x80_0000..0x7f80_0000 => 2,
                0x7f80_0000 => 3,
                _ => 4,
            }] += 1;
        }
        assert_eq!(reference(&input), expected, "input {n}");
    }
    // Zeros, subnormal numbers, normal ones, infinities and NaN.
    assert!(met.iter().all(|results| *results > 100), "{met:?}");
}

/// Oracle: the definition: ties go to even, a sum half a unit above the largest number is infinite, and a much lower
/// bit decides a tie.
#[test]
fn ties_and_the_largest_number_round_correctly() {
    let (max, tiny) = (f32::MAX, f32::from_bits(1));
    let half_unit = 2f32.powi(103);
    for (pairs, expected) in [
        (vec![(1.0, 1.0), (2f32.powi(-24), 1.0)], 1f32.to_bits()),
        (
            vec![(1.0, 1.0), (2f32.powi(-24), 1.0), (tiny, tiny)],
            0x3f80_0001,
        ),
        (
            vec![(1.0, 1.0), (2f32.powi(-24), 1.0), (-tiny, tiny)],
            0x3f80_0000,
        ),
        (vec![(max, 1.0), (half_unit, 1.0)], 0x7f80_0000),
        (
            vec![(max, 1.0), (half_unit, 1.0), (-tiny, tiny)],
            max.to_bits(),
        ),
        (vec![(max, max), (max, -max), (tiny, 1.0)], 1),
        (vec![(tiny, 0.5)], 0),
        (vec![(-tiny, 0.5)], 0x8000_0000),
        (vec![(tiny, 0.5), (tiny, tiny)], 1),
        (vec![(-0.0, 1.0), (0.0, -1.0)], 0x8000_0000),
        (vec![(-0.0, 1.0), (0.0, 1.0)], 0),
        (vec![(f32::INFINITY, 1.0), (max, max)], 0x7f80_0000),
        (
            vec![(f32::INFINITY, 1.0), (f32::NEG_INFINITY, 1.0)],
            0x7fc0_0000,
        ),
        (vec![(f32::INFINITY, 0.0), (1.0, 1.0)], 0x7fc0_0000),
        (vec![], 0),
    ] {
        assert_eq!(element(&pairs), expected, "{pairs:?}");
        let bits = |f: fn(&(f32, f32)) -> f32| pairs.iter().map(f).map(f32::to_bits).collect();
        let input = Input {
            columns: vec![
                vec![1, 1, pairs.len() as u32],
                bits(|(a, _)| *a),
                bits(|(_, b)| *b),
            ],
        };
        let catalog = Catalog::linked().expect("the library");
        let residues = catalog.find_engine("engine::matmul_exact_residues");
        for def in [exact(&catalog), residues.expect("an engine of the library")] {
            let actual = (def.reference.expect("it has one"))(&input);
            assert_eq!(actual, [vec![0, 0, expected]], "{pairs:?}");
            super::references::run_fault(&catalog, def, (&input, &actual), 1).expect("the kernel");
        }
    }
}
