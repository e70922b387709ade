//! Activations: formulas of one operand and of attributes, each op rounded by itself.

use super::elementwise::{NUMBERS, extreme_of, float_extreme};
use super::functions::{composed as unary, erf_of, softplus, tanh};
use super::{Operator, Results, row, since};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::steps::{Formula, Term};

pub(super) const ROWS: &[Operator] = &[
    row("Celu", celu),
    row("Clip", clip),
    row("Elu", elu),
    since(20, "Gelu", gelu),
    row("HardSigmoid", |n| {
        let (alpha, beta) = (n.float("alpha", 0.2)?, n.float("beta", 0.5)?);
        unary(n, |f, x| hard_sigmoid(f, x, alpha, beta))
    }),
    since(14, "HardSwish", |n| {
        unary(n, |f, x| {
            let gate = hard_sigmoid(f, x, 1.0 / 6.0, 0.5);
            f.call("f32::mul", [x, gate])
        })
    }),
    row("LeakyRelu", |n| {
        let alpha = n.float("alpha", 0.01)?;
        unary(n, |f, x| {
            let scaled = f.call("f32::mul", [x, Term::float(alpha)]);
            where_negative(f, x, scaled, x)
        })
    }),
    row("PRelu", prelu),
    row("Relu", |n| {
        unary(n, |f, x| {
            float_extreme(f, "f32::max", [x, Term::float(0.0)])
        })
    }),
    row("Selu", selu),
    row("Sigmoid", |n| unary(n, sigmoid)),
    row("Shrink", shrink),
    row("Softplus", |n| unary(n, softplus)),
    row("Softsign", |n| {
        unary(n, |f, x| {
            let size = f.call("f32::abs", [x]);
            let sum = f.call("f32::add", [Term::float(1.0), size]);
            f.call("f32::div", [x, sum])
        })
    }),
    row("ThresholdedRelu", |n| {
        let alpha = n.float("alpha", 1.0)?;
        unary(n, |f, x| {
            let is_above = f.call("f32::gt", [x, Term::float(alpha)]);
            f.call("bool::select", [is_above, x, Term::float(0.0)])
        })
    }),
];

/// One term where `x` is less than zero, and another elsewhere.
fn where_negative(f: &mut Formula, x: Term, negative: Term, otherwise: Term) -> Term {
    let is_negative = f.call("f32::lt", [x, Term::float(0.0)]);
    f.call("bool::select", [is_negative, negative, otherwise])
}

/// A function by its name in a recurrent cell, with its parameters.
pub(super) fn named(
    f: &mut Formula,
    x: Term,
    (name, alpha, beta): (&str, Option<f32>, Option<f32>),
) -> Result<Term, NodeFault> {
    let one = Term::float(1.0);
    let scaled = |f: &mut Formula, x: Term, by: f32| f.call("f32::mul", [Term::float(by), x]);
    Ok(match name {
        "Affine" => {
            let x = scaled(f, x, alpha.unwrap_or(1.0));
            f.call("f32::add", [x, Term::float(beta.unwrap_or(0.0))])
        }
        "Elu" => {
            let power = power_less_one(f, x);
            let power = scaled(f, power, alpha.unwrap_or(1.0));
            where_negative(f, x, power, x)
        }
        "HardSigmoid" => hard_sigmoid(f, x, alpha.unwrap_or(0.2), beta.unwrap_or(0.5)),
        "LeakyRelu" => {
            let less = scaled(f, x, alpha.unwrap_or(0.01));
            where_negative(f, x, less, x)
        }
        "Relu" => float_extreme(f, "f32::max", [x, Term::float(0.0)]),
        "ScaledTanh" => {
            let x = scaled(f, x, beta.unwrap_or(1.0));
            let value = tanh(f, x);
            scaled(f, value, alpha.unwrap_or(1.0))
        }
        "Sigmoid" => sigmoid(f, x),
        "Softplus" => softplus(f, x),
        "Softsign" => {
            let size = f.call("f32::abs", [x]);
            let sum = f.call("f32::add", [one, size]);
            f.call("f32::div", [x, sum])
        }
        "Tanh" => tanh(f, x),
        "ThresholdedRelu" => {
            let is_above = f.call("f32::gt", [x, Term::float(alpha.unwrap_or(1.0))]);
            f.call("bool::select", [is_above, x, Term::float(0.0)])
        }
        other => {
            let reason = format!("has `{other}`, which is not supported");
            return Err(NodeFault::attribute("activations", reason));
        }
    })
}

/// `1 / (1 + exp(-x))`
fn sigmoid(f: &mut Formula, x: Term) -> Term {
    let minus = f.call("f32::neg", [x]);
    let power = f.call("f32::exp", [minus]);
    let sum = f.call("f32::add", [Term::float(1.0), power]);
    f.call("f32::div", [Term::float(1.0), sum])
}

/// `max(0, min(1, alpha * x + beta))`
fn hard_sigmoid(f: &mut Formula, x: Term, alpha: f32, beta: f32) -> Term {
    let scaled = f.call("f32::mul", [x, Term::float(alpha)]);
    let moved = f.call("f32::add", [scaled, Term::float(beta)]);
    let below = float_extreme(f, "f32::min", [moved, Term::float(1.0)]);
    float_extreme(f, "f32::max", [below, Term::float(0.0)])
}

/// `exp(x) - 1`, each step rounded.
fn power_less_one(f: &mut Formula, x: Term) -> Term {
    let power = f.call("f32::exp", [x]);
    f.call("f32::sub", [power, Term::float(1.0)])
}

fn elu(n: &mut Lowering<'_, '_>) -> Results {
    let alpha = n.float("alpha", 1.0)?;
    unary(n, |f, x| {
        let power = power_less_one(f, x);
        let scaled = f.call("f32::mul", [Term::float(alpha), power]);
        where_negative(f, x, scaled, x)
    })
}

/// `max(0, x) + min(0, alpha * (exp(x / alpha) - 1))`
fn celu(n: &mut Lowering<'_, '_>) -> Results {
    let alpha = n.float("alpha", 1.0)?;
    unary(n, |f, x| {
        let above = float_extreme(f, "f32::max", [x, Term::float(0.0)]);
        let part = f.call("f32::div", [x, Term::float(alpha)]);
        let power = power_less_one(f, part);
        let scaled = f.call("f32::mul", [Term::float(alpha), power]);
        let below = float_extreme(f, "f32::min", [scaled, Term::float(0.0)]);
        f.call("f32::add", [above, below])
    })
}

/// `gamma * (alpha * exp(x) - alpha)` below zero, `gamma * x` elsewhere; the defaults are those of ONNX.
fn selu(n: &mut Lowering<'_, '_>) -> Results {
    let alpha = n.float("alpha", 1.673_263_2)?;
    let gamma = n.float("gamma", 1.050_701)?;
    unary(n, |f, x| {
        let power = f.call("f32::exp", [x]);
        let scaled = f.call("f32::mul", [Term::float(alpha), power]);
        let below = f.call("f32::sub", [scaled, Term::float(alpha)]);
        let chosen = where_negative(f, x, below, x);
        f.call("f32::mul", [Term::float(gamma), chosen])
    })
}

/// `x - bias` above `lambd`, `x + bias` below `-lambd`, and 0 between.
fn shrink(n: &mut Lowering<'_, '_>) -> Results {
    let (bias, bound) = (n.float("bias", 0.0)?, n.float("lambd", 0.5)?);
    unary(n, |f, x| {
        let is_below = f.call("f32::lt", [x, Term::float(-bound)]);
        let is_above = f.call("f32::gt", [x, Term::float(bound)]);
        let more = f.call("f32::add", [x, Term::float(bias)]);
        let less = f.call("f32::sub", [x, Term::float(bias)]);
        let otherwise = f.call("bool::select", [is_above, less, Term::float(0.0)]);
        f.call("bool::select", [is_below, more, otherwise])
    })
}

/// Up to set 6 the slope is one of each channel.
fn prelu(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let mut slope = n.typed(1, &[x.element])?;
    if n.opset < 7 && slope.len() > 1 && x.shape.len() > 1 {
        let mut shape = vec![1; x.shape.len() - 1];
        shape[0] = slope.len();
        slope = n.reshaped(&slope, &shape)?;
    }
    let mut f = Formula::default();
    let scaled = f.call("f32::mul", [Term::Operand(0), Term::Operand(1)]);
    where_negative(&mut f, Term::Operand(0), scaled, Term::Operand(0));
    Ok(vec![n.formula(f, &[&x, &slope], x.element)?])
}

/// A bound of `Clip`, which up to set 10 is an attribute.
fn bound(
    n: &mut Lowering<'_, '_>,
    (k, name): (usize, &'static str),
    x: &Value,
) -> Result<Option<Value>, NodeFault> {
    if n.opset < 11 {
        return match n.any(name) {
            None => Ok(None),
            Some(_) => {
                let value = n.float(name, 0.0)?;
                n.scalar(value).map(Some)
            }
        };
    }
    if n.optional(k).is_none() {
        return Ok(None);
    }
    let bound = n.typed(k, &[x.element])?;
    if bound.len() != 1 {
        return Err(NodeFault::input(k, "is not one number: use Max and Min"));
    }
    n.reshaped(&bound, &[]).map(Some)
}

fn clip(n: &mut Lowering<'_, '_>) -> Results {
    let mut x = n.typed(0, &NUMBERS)?;
    for (k, name, is_greatest) in [(1, "min", true), (2, "max", false)] {
        if let Some(bound) = bound(n, (k, name), &x)? {
            x = extreme_of(n, [&x, &bound], is_greatest)?;
        }
    }
    Ok(vec![x])
}

/// `x / 2 * (1 + erf(x / sqrt(2)))`, or the approximation by tanh, which is an engine.
fn gelu(n: &mut Lowering<'_, '_>) -> Results {
    match n.text("approximate", "none")? {
        "tanh" => {
            let x = n.float_input(0)?;
            let result = (x.element, &*x.shape);
            Ok(vec![n.engine(
                "engine::gelu_tanh",
                &[x.len()],
                &[&x],
                result,
            )?])
        }
        "none" => unary(n, |f, x| {
            let root = Term::float(std::f32::consts::FRAC_1_SQRT_2);
            let part = f.call("f32::mul", [x, root]);
            let erf = erf_of(f, part);
            let sum = f.call("f32::add", [erf, Term::float(1.0)]);
            let half = f.call("f32::mul", [x, Term::float(0.5)]);
            f.call("f32::mul", [half, sum])
        }),
        other => Err(NodeFault::attribute(
            "approximate",
            format!("is `{other}`, and `none` and `tanh` are supported"),
        )),
    }
}
