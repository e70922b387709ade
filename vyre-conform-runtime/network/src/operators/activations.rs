//! Activations: formulas of one operand and of attributes, each op rounded by itself.

use super::elementwise::float_extreme;
use super::{Operator, Results, row, since};
use crate::lowering::{Lowering, NodeFault};
use crate::steps::{Formula, Term};
use crate::tensor::Element;

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
    row("Softplus", |n| {
        unary(n, |f, x| {
            let power = f.call("f32::exp", [x]);
            let sum = f.call("f32::add", [power, Term::float(1.0)]);
            f.call("f32::log", [sum])
        })
    }),
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

fn unary(n: &mut Lowering<'_, '_>, of: impl FnOnce(&mut Formula, Term) -> Term) -> Results {
    let x = n.float_input(0)?;
    let mut formula = Formula::default();
    of(&mut formula, Term::Operand(0));
    Ok(vec![n.formula(formula, &[&x], Element::F32)?])
}

/// One term where `x` is less than zero, and another elsewhere.
fn where_negative(f: &mut Formula, x: Term, negative: Term, otherwise: Term) -> Term {
    let is_negative = f.call("f32::lt", [x, Term::float(0.0)]);
    f.call("bool::select", [is_negative, negative, otherwise])
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

fn prelu(n: &mut Lowering<'_, '_>) -> Results {
    let (x, slope) = (n.float_input(0)?, n.float_input(1)?);
    let mut f = Formula::default();
    let scaled = f.call("f32::mul", [Term::Operand(0), Term::Operand(1)]);
    where_negative(&mut f, Term::Operand(0), scaled, Term::Operand(0));
    Ok(vec![n.formula(f, &[&x, &slope], Element::F32)?])
}

fn clip(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    let mut operands = vec![x];
    let mut f = Formula::default();
    let mut result = Term::Operand(0);
    for (k, op) in [(1, "f32::max"), (2, "f32::min")] {
        if n.optional(k).is_some() {
            let bound = n.float_input(k)?;
            if bound.len() != 1 {
                return Err(NodeFault::input(k, "is not one number: use Max and Min"));
            }
            let bound = n.reshaped(&bound, &[])?;
            let number = Term::Operand(operands.len());
            operands.push(bound);
            result = float_extreme(&mut f, op, [result, number]);
        }
    }
    if f.calls.is_empty() {
        return Ok(operands);
    }
    let operands: Vec<_> = operands.iter().collect();
    Ok(vec![n.formula(f, &operands, Element::F32)?])
}

/// The approximation by tanh, which is an engine.
fn gelu(n: &mut Lowering<'_, '_>) -> Results {
    let x = n.float_input(0)?;
    match n.text("approximate", "none")? {
        "tanh" => {
            let result = (Element::F32, &*x.shape);
            Ok(vec![n.engine(
                "engine::gelu_tanh",
                &[x.len()],
                &[&x],
                result,
            )?])
        }
        other => Err(NodeFault::attribute(
            "approximate",
            format!(
                "is `{other}`, which needs erf, and only `tanh` is supported: export the model with it"
            ),
        )),
    }
}
