//! Operators on elements of other types than float, and functions that are put together.

use super::super::models::Attr;
use super::{Case, case, f, int, ints};
use vyre_conform_network::{Element, Tensor};

pub(super) fn cases() -> Vec<Case> {
    [bits(), narrow(), conversions(), functions()].concat()
}

fn of(element: Element, values: &[i32]) -> Tensor {
    let words = values.iter().map(|x| *x as u32).collect();
    Tensor::new(element, &[values.len()], words).expect("a tensor")
}

fn of_floats(element: Element, values: &[f32]) -> Tensor {
    let words = values.iter().map(|x| x.to_bits()).collect();
    Tensor::new(element, &[values.len()], words).expect("a tensor")
}

fn u8s(values: &[i32]) -> Tensor {
    of(Element::U8, values)
}

fn bits() -> Vec<Case> {
    let left = ("direction", Attr::Text("LEFT"));
    vec![
        case(
            "BitShift",
            &[left],
            [u8s(&[129, 1]), u8s(&[1, 8])],
            [u8s(&[2, 0])],
        ),
        case("BitwiseAnd", &[], [u8s(&[12]), u8s(&[10])], [u8s(&[8])]),
        case("BitwiseOr", &[], [u8s(&[12]), u8s(&[10])], [u8s(&[14])]),
        case("BitwiseXor", &[], [u8s(&[12]), u8s(&[10])], [u8s(&[6])]),
        case("BitwiseNot", &[], [u8s(&[12])], [u8s(&[243])]),
        case(
            "Mod",
            &[],
            [ints(&[-7, 7, -6]), ints(&[3, -3, 3])],
            [ints(&[2, -2, 0])],
        ),
        case(
            "Mod",
            &[int("fmod", 1)],
            [
                f(&[-4.5, 7.0, 1e30, 1.0]),
                f(&[2.0, -4.0, 1.0, f32::INFINITY]),
            ],
            [f(&[-0.5, 3.0, f32::NAN, 1.0])],
        ),
        case(
            "Mod",
            &[int("fmod", 1)],
            [ints(&[-7, 7]), ints(&[3, -3])],
            [ints(&[-1, 1])],
        ),
    ]
}

fn narrow() -> Vec<Case> {
    let i8s = |values: &[i32]| of(Element::I8, values);
    let halves = |values: &[f32]| of_floats(Element::F16, values);
    vec![
        case("Add", &[], [u8s(&[200]), u8s(&[100])], [u8s(&[44])]),
        case("Mul", &[], [i8s(&[16]), i8s(&[8])], [i8s(&[-128])]),
        case("Max", &[], [i8s(&[-1]), i8s(&[1])], [i8s(&[1])]),
        case(
            "Less",
            &[],
            [u8s(&[200]), u8s(&[100])],
            [of(Element::Bool, &[0])],
        ),
        case(
            "Less",
            &[],
            [of(Element::U32, &[-1]), of(Element::U32, &[1])],
            [of(Element::Bool, &[0])],
        ),
        // 2049 is half way between two floats of 16 bits, and 2048 is the even one.
        case(
            "Add",
            &[],
            [halves(&[2048.0]), halves(&[1.0])],
            [halves(&[2048.0])],
        ),
        case(
            "Pow",
            &[],
            [ints(&[3, -2]), ints(&[4, 3])],
            [ints(&[81, -8])],
        ),
    ]
}

fn conversions() -> Vec<Case> {
    let i8s = |values: &[i32]| of(Element::I8, values);
    let halves = |values: &[f32]| of_floats(Element::F16, values);
    let to = |element: Element| [int("to", element.number())];
    vec![
        case(
            "Cast",
            &to(Element::U8),
            [f(&[300.5, -1.0])],
            [u8s(&[44, 255])],
        ),
        case(
            "Cast",
            &to(Element::F16),
            [f(&[1.0 / 3.0, 1e6])],
            [halves(&[0.333_251_95, f32::INFINITY])],
        ),
        case(
            "Cast",
            &to(Element::F8E4M3),
            [f(&[1.0625, 1000.0, f32::NAN, -0.0])],
            [of_floats(Element::F8E4M3, &[1.0, 448.0, f32::NAN, -0.0])],
        ),
        case(
            "Cast",
            &[int("to", Element::F8E5M2Fnuz.number()), int("saturate", 0)],
            [f(&[1.125, 1e9, -0.0, f32::exp2(-18.0)])],
            [of_floats(Element::F8E5M2Fnuz, &[1.0, f32::NAN, 0.0, 0.0])],
        ),
        case(
            "Cast",
            &to(Element::I8),
            [ints(&[129, -129])],
            [i8s(&[-127, 127])],
        ),
    ]
}

/// Numbers at which a function put together from others is exact.
fn functions() -> Vec<Case> {
    let one = |operator, x: &[f32], y: &[f32]| case(operator, &[], [f(x)], [f(y)]);
    let inf = f32::INFINITY;
    vec![
        one(
            "Tanh",
            &[0.0, -0.0, inf, -inf, 1e-20],
            &[0.0, -0.0, 1.0, -1.0, 1e-20],
        ),
        one("Sinh", &[0.0, -inf, 1e-20], &[0.0, -inf, 1e-20]),
        one("Cosh", &[0.0, -inf], &[1.0, inf]),
        one("Asinh", &[0.0, inf, -1e-20], &[0.0, inf, -1e-20]),
        one("Acosh", &[1.0, inf, 0.5], &[0.0, inf, f32::NAN]),
        one("Atanh", &[0.0, 1.0, -1.0, 2.0], &[0.0, inf, -inf, f32::NAN]),
        one(
            "Erf",
            &[0.0, 10.0, -inf, f32::NAN],
            &[0.0, 1.0, -1.0, f32::NAN],
        ),
        one("Gelu", &[0.0, 20.0], &[0.0, 20.0]),
        one("Mish", &[0.0, 100.0], &[0.0, 100.0]),
        case(
            "Shrink",
            &[("bias", Attr::Float(1.0))],
            [f(&[-2.0, 0.5, 2.0])],
            [f(&[-1.0, 0.0, 1.0])],
        ),
        case(
            "IsInf",
            &[int("detect_negative", 0)],
            [f(&[inf, -inf])],
            [of(Element::Bool, &[1, 0])],
        ),
    ]
}
