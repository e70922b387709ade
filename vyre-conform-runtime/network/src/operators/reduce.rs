//! Reductions along axes, in the declared order of additions.

use super::lines::{self, HostFold};
use super::{Operator, Results, integers, row};
use crate::element::{Element, Kind};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::{Formula, Term};
use crate::tensor::Tensor;

pub(super) const ROWS: &[Operator] = &[
    row("ReduceL1", |n| reduce(n, L1)),
    row("ReduceL2", |n| reduce(n, L2)),
    row("ReduceLogSum", |n| {
        let after = Some("f32::log");
        reduce(n, Fold { after, ..SUM })
    }),
    row("ReduceLogSumExp", |n| {
        let before = Some(Preparation::Power);
        let after = Some("f32::log");
        reduce(
            n,
            Fold {
                before,
                after,
                ..SUM
            },
        )
    }),
    row("ReduceMax", |n| reduce(n, MAX)),
    row("ReduceMean", |n| reduce(n, MEAN)),
    row("ReduceMin", |n| reduce(n, MIN)),
    row("ReduceProd", |n| reduce(n, PRODUCT)),
    row("ReduceSum", |n| reduce(n, SUM)),
    row("ReduceSumSquare", |n| reduce(n, SQUARES)),
];

/// An op before the fold.
#[derive(Clone, Copy)]
enum Preparation {
    Size,
    Square,
    Power,
}

/// A reduction.
#[derive(Clone, Copy)]
pub(super) struct Fold {
    before: Option<Preparation>,
    /// Index of the op among those of `freduce_axis_strict`, which folds floats.
    floats: usize,
    /// Indices of the op among those of `reduce_axis_strict`, for i32 and u32.
    ints: [usize; 2],
    /// The float that a fold of nothing gives.
    nothing: f32,
    host: &'static HostFold,
    /// True if the result is divided by the number of elements.
    is_mean: bool,
    after: Option<&'static str>,
}

pub(super) const SUM: Fold = Fold {
    before: None,
    floats: 0,
    ints: [7, 0],
    nothing: 0.0,
    host: &lines::SUM,
    is_mean: false,
    after: None,
};
pub(super) const MEAN: Fold = Fold {
    is_mean: true,
    nothing: f32::NAN,
    ..SUM
};
pub(super) const L1: Fold = Fold {
    before: Some(Preparation::Size),
    ..SUM
};
pub(super) const L2: Fold = Fold {
    before: Some(Preparation::Square),
    after: Some("f32::sqrt"),
    ..SUM
};
pub(super) const SQUARES: Fold = Fold {
    before: Some(Preparation::Square),
    ..SUM
};
const PRODUCT: Fold = Fold {
    floats: 1,
    ints: [1, 1],
    nothing: 1.0,
    host: &HostFold {
        doubles: (1.0, |a, b| a * b),
        wides: (Some(1), |a, b| Some(a.saturating_mul(b))),
    },
    ..SUM
};
pub(super) const MAX: Fold = Fold {
    floats: 3,
    ints: [9, 3],
    nothing: f32::NEG_INFINITY,
    host: &HostFold {
        doubles: (f64::NEG_INFINITY, f64::max),
        wides: (None, |a, b| Some(a.max(b))),
    },
    ..SUM
};
pub(super) const MIN: Fold = Fold {
    floats: 2,
    ints: [8, 2],
    nothing: f32::INFINITY,
    host: &HostFold {
        doubles: (f64::INFINITY, f64::min),
        wides: (None, |a, b| Some(a.min(b))),
    },
    ..SUM
};

/// The axes of a reduction, ascending; none for no axis at all, where the node keeps its operand.
fn axes(n: &Lowering<'_, '_>, rank: usize) -> Result<Option<Vec<usize>>, NodeFault> {
    let is_sum = n.node.operator == "ReduceSum" && n.opset >= 13;
    let (given, keeps) = if n.opset >= 18 || is_sum {
        let keeps = n.int("noop_with_empty_axes", 0)? != 0;
        (n.optional_longs(1)?, keeps)
    } else {
        (n.ints("axes")?.map(<[i64]>::to_vec), false)
    };
    let given = given.unwrap_or_default();
    if given.is_empty() {
        return Ok((!keeps).then(|| (0..rank).collect()));
    }
    let all = given.iter().map(|axis| n.axis(*axis, rank));
    let mut all: Vec<usize> = all.collect::<Result<_, _>>()?;
    all.sort_unstable();
    if all.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(NodeFault::node(format!(
            "reduces an axis of {given:?} twice: name each once"
        )));
    }
    Ok(Some(all))
}

fn reduce(n: &mut Lowering<'_, '_>, fold: Fold) -> Results {
    let mut types = super::elementwise::NUMBERS.to_vec();
    if matches!(fold.floats, 2 | 3) {
        types.push(Element::Bool);
    }
    let x = n.typed(0, &types)?;
    let keepdims = n.int("keepdims", 1)? != 0;
    let Some(axes) = axes(n, x.shape.len())? else {
        let Fold { before, after, .. } = fold;
        let value = prepared(n, &x, before)?;
        return Ok(vec![finished(n, value, after)?]);
    };
    let kept = x
        .shape
        .iter()
        .enumerate()
        .filter_map(|(k, len)| match axes.contains(&k) {
            true if keepdims => Some(1),
            true => None,
            false => Some(*len),
        });
    let kept: Vec<usize> = kept.collect();
    Ok(vec![folded(n, &x, &axes, fold, &kept)?])
}

fn prepared(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    of: Option<Preparation>,
) -> Result<Value, NodeFault> {
    let mut f = Formula::default();
    let term = Term::Operand(0);
    let is_integer = x.element.is_integer();
    match of {
        None => return Ok(x.clone()),
        Some(_) if x.element.words() == 2 => return Err(of_64_bits(x.element)),
        Some(Preparation::Size) if x.element.kind() == Kind::Unsigned => return Ok(x.clone()),
        Some(Preparation::Size) if is_integer => f.call("i32::sabs", [term]),
        Some(Preparation::Square) if is_integer => f.call("i32::mul", [term, term]),
        Some(Preparation::Size) => f.call("f32::abs", [term]),
        Some(Preparation::Square) => f.call("f32::mul", [term, term]),
        Some(Preparation::Power) => f.call("f32::exp", [term]),
    };
    n.formula(f, &[x], x.element)
}

fn of_64_bits(element: Element) -> NodeFault {
    NodeFault::input(
        0,
        format!("is of {element}, and a machine computes with 32 bits: insert a Cast"),
    )
}

fn finished(
    n: &mut Lowering<'_, '_>,
    value: Value,
    after: Option<&'static str>,
) -> Result<Value, NodeFault> {
    match after {
        None => Ok(value),
        Some(_) if !value.element.is_float() => Err(NodeFault::input(
            0,
            format!("is of {}, and floats are supported", value.element),
        )),
        Some(op) => n.formula(Formula::of::<1>(op), &[&value], value.element),
    }
}

/// The fold along ascending axes, as a tensor of this shape.
pub(super) fn folded(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axes: &[usize],
    fold: Fold,
    shape: &[usize],
) -> Result<Value, NodeFault> {
    let x = prepared(n, x, fold.before)?;
    let count: usize = axes.iter().map(|axis| x.shape[*axis]).product();
    let order = n.order(Order::Strict, &[Order::TreeBinary])?;
    if count == 0 {
        let value = of_nothing(n, (x.element, shape), fold)?;
        return finished(n, value, fold.after);
    }
    // Neighbours are folded where they are, others are brought to the end.
    let are_neighbours = axes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let (x, inner) = match axes {
        [] => (x, 1),
        [first, ..] if are_neighbours => {
            let inner = x.shape[first + axes.len()..].iter().product();
            (x, inner)
        }
        _ => {
            let mut order: Vec<usize> = (0..x.shape.len()).filter(|k| !axes.contains(k)).collect();
            order.extend(axes);
            (n.permuted(&x, &order)?, 1)
        }
    };
    let outer = x.len() / count / usize::max(inner, 1);
    if x.element.words() == 2 {
        if fold.is_mean || fold.after.is_some() {
            return Err(of_64_bits(x.element));
        }
        return lines::folded(n, &x, [outer, count, inner], (fold.host, false, shape));
    }
    let id = match (x.element.is_float(), order) {
        (false, Order::Strict) => "engine::reduce_axis_strict",
        (false, _) => "engine::reduce_axis_tree",
        (true, Order::Strict) => "engine::freduce_axis_strict",
        (true, _) => "engine::freduce_axis_tree",
    };
    let op = match x.element.kind() {
        Kind::Float | Kind::Double => fold.floats,
        Kind::Signed => fold.ints[0],
        Kind::Unsigned | Kind::Truth => fold.ints[1],
    };
    let mut result = n.engine(id, &[outer, count, inner, op], &[&x], (x.element, shape))?;
    if fold.is_mean {
        result = divided(n, &result, count)?;
    }
    finished(n, result, fold.after)
}

/// The quotient by a number of elements.
pub(super) fn divided(
    n: &mut Lowering<'_, '_>,
    value: &Value,
    count: usize,
) -> Result<Value, NodeFault> {
    if !value.element.is_float() {
        return Err(NodeFault::input(0, "is of integers, whose mean is none"));
    }
    if count > 1 << 24 {
        return Err(NodeFault::node(format!(
            "divides by {count}, which no float is: cut the axis"
        )));
    }
    let mut f = Formula::default();
    f.call("f32::div", [Term::Operand(0), Term::float(count as f32)]);
    n.formula(f, &[value], value.element)
}

/// The result of a fold of nothing.
fn of_nothing(
    n: &mut Lowering<'_, '_>,
    (element, shape): (Element, &[usize]),
    fold: Fold,
) -> Result<Value, NodeFault> {
    let len = crate::tensor::elements(shape).map_err(integers::fault)?;
    if !element.is_float() {
        let Some(value) = fold.host.wides.0.filter(|_| element != Element::F64) else {
            return Err(NodeFault::node(format!(
                "folds nothing, of which {element} has no result: remove the node"
            )));
        };
        return integers::of_wides(n, (element, shape), Some(vec![value; len]));
    }
    let tensor = Tensor::new(element, shape, vec![fold.nothing.to_bits(); len]);
    n.constant(tensor.map_err(integers::fault)?)
}
