//! Built-in functions of whole vectors and matrices.

use super::math;
use super::packing;
use super::value::Words;
use naga::{MathFunction, ScalarKind, TypeInner};

/// Functions of whole vectors and matrices.
pub(super) fn whole(
    fun: MathFunction,
    kind: ScalarKind,
    ty: &TypeInner,
    args: &[&[u32]],
) -> Option<Words> {
    use MathFunction as F;
    let one = |x: f32| Words::from_elem(x.to_bits(), 1);
    let floats = |k: usize| floats(args, k);
    Some(match fun {
        F::Dot if kind == ScalarKind::Float => one(dot(&floats(0), &floats(1))),
        F::Dot => {
            let products = args[0].iter().zip(args[1]).map(|(a, b)| a.wrapping_mul(*b));
            Words::from_elem(products.fold(0, u32::wrapping_add), 1)
        }
        F::Dot4I8Packed | F::Dot4U8Packed => {
            Words::from_elem(packing::packed_dot(fun, args[0][0], args[1][0])?, 1)
        }
        F::Length => one(length(&floats(0))),
        F::Distance => {
            let (a, b) = (floats(0), floats(1));
            one(length(
                &a.iter().zip(&b).map(|(a, b)| a - b).collect::<Vec<_>>(),
            ))
        }
        F::Normalize => {
            let a = floats(0);
            let scale = length(&a);
            words(a.into_iter().map(|x| x / scale).collect())
        }
        F::Cross => {
            let (a, b) = (floats(0), floats(1));
            let at = |i: usize, j: usize| a[i] * b[j] - a[j] * b[i];
            words(vec![at(1, 2), at(2, 0), at(0, 1)])
        }
        F::Transpose => {
            let TypeInner::Matrix { columns, rows, .. } = ty else {
                return None;
            };
            let (columns, rows) = (*columns as usize, *rows as usize);
            let places = (0..rows).flat_map(|r| (0..columns).map(move |c| c * rows + r));
            places.map(|k| args[0][k]).collect()
        }
        _ => return parts(fun, args).or_else(|| packing::packed(fun, args[0])),
    })
}

/// Reflections, and functions with several results.
fn parts(fun: MathFunction, args: &[&[u32]]) -> Option<Words> {
    use MathFunction as F;
    let floats = |k: usize| floats(args, k);
    Some(match fun {
        F::FaceForward => {
            let sign = if dot(&floats(1), &floats(2)) < 0.0 {
                1.0
            } else {
                -1.0
            };
            words(floats(0).into_iter().map(|x| sign * x).collect())
        }
        F::Reflect => {
            let (a, b) = (floats(0), floats(1));
            let twice = 2.0 * dot(&b, &a);
            words(a.iter().zip(&b).map(|(a, b)| a - twice * b).collect())
        }
        F::Modf => {
            let whole = floats(0).into_iter().map(f32::trunc);
            let fractions = floats(0).into_iter().map(|x| x - x.trunc());
            words(fractions.chain(whole).collect())
        }
        F::Frexp => {
            let parts: Vec<_> = floats(0).into_iter().map(math::frexp).collect();
            let fractions = parts.iter().map(|(fraction, _)| fraction.to_bits());
            fractions
                .chain(parts.iter().map(|(_, e)| *e as u32))
                .collect()
        }
        _ => return None,
    })
}

fn floats(args: &[&[u32]], k: usize) -> Vec<f32> {
    args[k].iter().map(|word| f32::from_bits(*word)).collect()
}

fn words(floats: Vec<f32>) -> Words {
    floats.into_iter().map(f32::to_bits).collect()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn length(a: &[f32]) -> f32 {
    match a {
        [one] => one.abs(),
        _ => dot(a, a).sqrt(),
    }
}

/// A product with at least one matrix, column by column.
pub(super) fn matrix_product(types: [&TypeInner; 2], a: &[u32], b: &[u32]) -> Option<Words> {
    let float = |words: &[u32], k: usize| f32::from_bits(words[k]);
    let size = |ty: &TypeInner| match ty {
        TypeInner::Matrix { columns, rows, .. } => Some((*columns as usize, *rows as usize)),
        _ => None,
    };
    let is_vector = |ty: &TypeInner| matches!(ty, TypeInner::Vector { .. });
    // Columns and rows of both sides; a vector is a column on the right and a row on the left.
    let (left, right) = match (size(types[0]), size(types[1])) {
        (Some(left), Some(right)) => (left, right),
        (Some(left), None) if is_vector(types[1]) => (left, (1, b.len())),
        (None, Some(right)) if is_vector(types[0]) => ((a.len(), 1), right),
        _ => return None,
    };
    let ((inner, rows), (columns, depth)) = (left, right);
    let each = (0..columns).flat_map(|c| (0..rows).map(move |r| (c, r)));
    let sums = each.map(|(c, r)| {
        let terms = (0..inner).map(|k| float(a, k * rows + r) * float(b, c * depth + k));
        terms.sum::<f32>().to_bits()
    });
    Some(sums.collect())
}
