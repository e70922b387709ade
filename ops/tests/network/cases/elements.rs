//! Operators element by element.

use super::super::models::Attr;
use super::{Case, case, f, floats, int, ints, longs, truths};

const NAN: f32 = f32::NAN;
const INF: f32 = f32::INFINITY;

fn unary_case(operator: &'static str, x: &[f32], y: &[f32]) -> Case {
    case(operator, &[], [f(x)], [f(y)])
}

fn binary_case(operator: &'static str, [a, b]: [&[f32]; 2], y: &[f32]) -> Case {
    case(operator, &[], [f(a), f(b)], [f(y)])
}

fn comparison_case(operator: &'static str, expected: [bool; 4]) -> Case {
    let operands = [f(&[1.0, 2.0, 3.0, NAN]), f(&[2.0, 2.0, 1.0, NAN])];
    case(operator, &[], operands, [truths(&expected)])
}

pub(super) fn cases() -> Vec<Case> {
    [
        arithmetic(),
        functions(),
        activations(),
        logic(),
        conversions(),
    ]
    .concat()
}

fn arithmetic() -> Vec<Case> {
    let column = floats(&[2, 1], &[1.0, 2.0]);
    let table = floats(&[2, 2], &[4.0, 5.0, 5.0, 6.0]);
    vec![
        binary_case("Add", [&[1.0, 2.5], &[3.0, -2.5]], &[4.0, 0.0]),
        case("Add", &[], [column, f(&[3.0, 4.0])], [table]),
        case(
            "Add",
            &[],
            [ints(&[i32::MAX, 1]), ints(&[1])],
            [ints(&[i32::MIN, 2])],
        ),
        case(
            "Add",
            &[],
            [longs(&[1 << 40]), longs(&[1, 2])],
            [longs(&[(1 << 40) + 1, (1 << 40) + 2])],
        ),
        binary_case("Sub", [&[1.0], &[3.0]], &[-2.0]),
        binary_case("Mul", [&[1.5, NAN], &[-2.0, 1.0]], &[-3.0, NAN]),
        binary_case(
            "Div",
            [&[1.0, -1.0, 0.0], &[4.0, 0.0, 0.0]],
            &[0.25, -INF, NAN],
        ),
        case("Div", &[], [ints(&[-7, 7]), ints(&[2])], [ints(&[-3, 3])]),
        binary_case(
            "Pow",
            [&[2.0, 9.0, 2.0], &[3.0, 0.5, -1.0]],
            &[8.0, 3.0, 0.5],
        ),
        case("Pow", &[], [f(&[3.0, -3.0]), longs(&[2])], [f(&[9.0, 9.0])]),
        case(
            "Sum",
            &[],
            [f(&[1.0]), f(&[2.0, 3.0]), f(&[4.0])],
            [f(&[7.0, 8.0])],
        ),
        case("Mean", &[], [f(&[1.0]), f(&[2.0]), f(&[6.0])], [f(&[3.0])]),
        case(
            "Max",
            &[],
            [f(&[1.0, NAN, -0.0]), f(&[2.0, 1.0, 0.0])],
            [f(&[2.0, NAN, 0.0])],
        ),
        case("Max", &[], [ints(&[1, -5]), ints(&[0])], [ints(&[1, 0])]),
        case(
            "Min",
            &[],
            [f(&[1.0, NAN, 3.0]), f(&[2.0, 1.0, 0.5]), f(&[9.0])],
            [f(&[1.0, NAN, 0.5])],
        ),
    ]
}

fn functions() -> Vec<Case> {
    let one_radian = [0.0, 0.0];
    vec![
        unary_case("Abs", &[-1.5, 2.0], &[1.5, 2.0]),
        unary_case("Neg", &[-1.5, 2.0], &[1.5, -2.0]),
        case("Neg", &[], [ints(&[-1, 2])], [ints(&[1, -2])]),
        unary_case("Sqrt", &[9.0, 2.25, -1.0], &[3.0, 1.5, NAN]),
        unary_case("Reciprocal", &[4.0, -0.0], &[0.25, -INF]),
        unary_case("Exp", &[0.0, -INF, 1.0], &[1.0, 0.0, std::f32::consts::E]),
        unary_case(
            "Log",
            &[1.0, 0.0, 2.0],
            &[0.0, -INF, std::f32::consts::LN_2],
        ),
        unary_case("Floor", &[1.5, -1.5], &[1.0, -2.0]),
        unary_case("Ceil", &[1.5, -1.5], &[2.0, -1.0]),
        unary_case("Round", &[0.5, 1.5, 2.5, -2.5], &[0.0, 2.0, 2.0, -2.0]),
        unary_case("Sign", &[-3.0, 0.0, 5.0, NAN], &[-1.0, 0.0, 1.0, NAN]),
        unary_case("Sin", &[0.0], &[0.0]),
        unary_case("Cos", &one_radian, &[1.0, 1.0]),
        unary_case("Tan", &[0.0], &[0.0]),
        unary_case("Asin", &[1.0], &[std::f32::consts::FRAC_PI_2]),
        unary_case("Acos", &[0.0], &[std::f32::consts::FRAC_PI_2]),
        unary_case("Atan", &[1.0], &[std::f32::consts::FRAC_PI_4]),
    ]
}

fn activations() -> Vec<Case> {
    let alpha = |value| ("alpha", Attr::Float(value));
    let clip = |bounds: [Option<f32>; 2], expected: &[f32]| Case {
        inputs: [Some(f(&[-3.0, 0.5, NAN]))]
            .into_iter()
            .chain(bounds.map(|item| item.map(|x| floats(&[], &[x]))))
            .collect(),
        ..unary_case("Clip", &[], expected)
    };
    vec![
        unary_case("Relu", &[-1.0, 2.0, NAN], &[0.0, 2.0, NAN]),
        case(
            "LeakyRelu",
            &[alpha(0.5)],
            [f(&[-4.0, 4.0])],
            [f(&[-2.0, 4.0])],
        ),
        case(
            "PRelu",
            &[],
            [f(&[-4.0, 4.0]), f(&[0.25])],
            [f(&[-1.0, 4.0])],
        ),
        case(
            "ThresholdedRelu",
            &[alpha(2.0)],
            [f(&[1.0, 2.0, 2.5])],
            [f(&[0.0, 0.0, 2.5])],
        ),
        unary_case("Sigmoid", &[0.0, -INF, INF], &[0.5, 0.0, 1.0]),
        case(
            "HardSigmoid",
            &[alpha(0.5), ("beta", Attr::Float(0.5))],
            [f(&[-1.0, 0.0, 2.0])],
            [f(&[0.0, 0.5, 1.0])],
        ),
        unary_case("HardSwish", &[-4.0, 0.0, 4.0], &[-0.0, 0.0, 4.0]),
        case("Elu", &[alpha(2.0)], [f(&[-INF, 3.0])], [f(&[-2.0, 3.0])]),
        case("Celu", &[alpha(2.0)], [f(&[-INF, 3.0])], [f(&[-2.0, 3.0])]),
        case(
            "Selu",
            &[alpha(2.0), ("gamma", Attr::Float(3.0))],
            [f(&[-INF, 1.0])],
            [f(&[-6.0, 3.0])],
        ),
        unary_case("Softplus", &[0.0, -INF], &[std::f32::consts::LN_2, 0.0]),
        unary_case("Softsign", &[-1.0, 3.0], &[-0.5, 0.75]),
        case(
            "Gelu",
            &[("approximate", Attr::Text("tanh"))],
            [f(&[0.0])],
            [f(&[0.0])],
        ),
        clip([Some(-1.0), None], &[-1.0, 0.5, NAN]),
        clip([None, Some(0.0)], &[-3.0, 0.0, NAN]),
        clip([Some(-1.0), Some(0.25)], &[-1.0, 0.25, NAN]),
        clip([None, None], &[-3.0, 0.5, NAN]),
    ]
}

fn logic() -> Vec<Case> {
    let [a, b] = [
        truths(&[false, false, true, true]),
        truths(&[false, true, false, true]),
    ];
    let both = |operator, expected: [bool; 4]| {
        case(operator, &[], [a.clone(), b.clone()], [truths(&expected)])
    };
    vec![
        comparison_case("Equal", [false, true, false, false]),
        comparison_case("Less", [true, false, false, false]),
        comparison_case("LessOrEqual", [true, true, false, false]),
        comparison_case("Greater", [false, false, true, false]),
        comparison_case("GreaterOrEqual", [false, true, true, false]),
        case(
            "Less",
            &[],
            [ints(&[-1, 1]), ints(&[0])],
            [truths(&[true, false])],
        ),
        case(
            "Equal",
            &[],
            [longs(&[1 << 40, 3]), longs(&[1 << 40])],
            [truths(&[true, false])],
        ),
        both("And", [false, false, false, true]),
        both("Or", [false, true, true, true]),
        both("Xor", [false, true, true, false]),
        case(
            "Not",
            &[],
            [truths(&[true, false])],
            [truths(&[false, true])],
        ),
        case("IsNaN", &[], [f(&[NAN, 1.0])], [truths(&[true, false])]),
        case(
            "IsInf",
            &[],
            [f(&[INF, -INF, 1.0, NAN])],
            [truths(&[true, true, false, false])],
        ),
        case(
            "Where",
            &[],
            [truths(&[true, false]), f(&[1.0, 2.0]), f(&[9.0])],
            [f(&[1.0, 9.0])],
        ),
    ]
}

fn conversions() -> Vec<Case> {
    let to = |number| [int("to", number)];
    vec![
        case("Cast", &to(6), [f(&[1.9, -1.9])], [ints(&[1, -1])]),
        case(
            "Cast",
            &to(9),
            [f(&[0.0, -0.5, NAN])],
            [truths(&[false, true, true])],
        ),
        case(
            "Cast",
            &to(1),
            [ints(&[-3, 16_777_217])],
            [f(&[-3.0, 16_777_216.0])],
        ),
        case("Cast", &to(1), [truths(&[true, false])], [f(&[1.0, 0.0])]),
        case(
            "Cast",
            &to(1),
            [longs(&[1 << 40])],
            [f(&[1_099_511_627_776.0])],
        ),
        case("Cast", &to(7), [ints(&[-1])], [longs(&[-1])]),
        case("Cast", &to(9), [ints(&[0, -2])], [truths(&[false, true])]),
        case("Cast", &to(6), [truths(&[true])], [ints(&[1])]),
        case("CastLike", &[], [f(&[2.5]), ints(&[0])], [ints(&[2])]),
    ]
}
