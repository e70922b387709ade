//! Reductions along axes, in the declared order of additions.

use super::{Operator, Results, row};
use crate::lowering::{Lowering, NodeFault, Value};
use crate::order::Order;
use crate::steps::{Formula, Term};
use crate::tensor::Element;

pub(super) const ROWS: &[Operator] = &[
    row("GlobalAveragePool", |n| pooled(n, MEAN)),
    row("GlobalMaxPool", |n| pooled(n, MAX)),
    row("ReduceL1", |n| {
        reduce(
            n,
            Fold {
                before: Some(Preparation::Size),
                ..SUM
            },
        )
    }),
    row("ReduceL2", |n| {
        reduce(
            n,
            Fold {
                before: Some(Preparation::Square),
                after: Some("f32::sqrt"),
                ..SUM
            },
        )
    }),
    row("ReduceLogSum", |n| {
        reduce(
            n,
            Fold {
                after: Some("f32::log"),
                ..SUM
            },
        )
    }),
    row("ReduceLogSumExp", |n| {
        reduce(
            n,
            Fold {
                before: Some(Preparation::Power),
                after: Some("f32::log"),
                ..SUM
            },
        )
    }),
    row("ReduceMax", |n| reduce(n, MAX)),
    row("ReduceMean", |n| reduce(n, MEAN)),
    row("ReduceMin", |n| {
        reduce(
            n,
            Fold {
                floats: 2,
                ints: Some(8),
                ..SUM
            },
        )
    }),
    row("ReduceProd", |n| {
        reduce(
            n,
            Fold {
                floats: 1,
                ints: None,
                ..SUM
            },
        )
    }),
    row("ReduceSum", |n| reduce(n, SUM)),
    row("ReduceSumSquare", |n| {
        reduce(
            n,
            Fold {
                before: Some(Preparation::Square),
                ..SUM
            },
        )
    }),
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
struct Fold {
    before: Option<Preparation>,
    /// The number of the op among those that `freduce_axis_strict` folds floats with.
    floats: usize,
    /// The same of `reduce_axis_strict` and integers of 32 bits.
    ints: Option<usize>,
    /// True if the result is divided by the number of elements.
    is_mean: bool,
    after: Option<&'static str>,
}

const SUM: Fold = Fold {
    before: None,
    floats: 0,
    ints: Some(7),
    is_mean: false,
    after: None,
};
const MEAN: Fold = Fold {
    ints: None,
    is_mean: true,
    ..SUM
};
const MAX: Fold = Fold {
    floats: 3,
    ints: Some(9),
    ..SUM
};

/// The axes of a reduction, ascending; none for no axis at all, where the node keeps its operand.
fn axes(n: &Lowering<'_, '_>, rank: usize) -> Result<Option<Vec<usize>>, NodeFault> {
    let is_operand = n.opset >= 18 || n.node.operator == "ReduceSum";
    let (given, keeps) = if is_operand {
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
    let of_ints = fold.ints.is_some() && fold.before.is_none() && fold.after.is_none();
    let types: &[Element] = if of_ints {
        &[Element::F32, Element::I32]
    } else {
        &[Element::F32]
    };
    let x = n.typed(0, types)?;
    let keepdims = n.int("keepdims", 1)? != 0;
    let Some(axes) = axes(n, x.shape.len())? else {
        return Ok(vec![x]);
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

/// All behind the dimension of channels, as axes of one element.
fn pooled(n: &mut Lowering<'_, '_>, fold: Fold) -> Results {
    let x = n.float_input(0)?;
    if x.shape.len() < 3 {
        return Err(NodeFault::input(
            0,
            "has no dimensions behind that of channels",
        ));
    }
    let axes: Vec<usize> = (2..x.shape.len()).collect();
    let mut shape = x.shape.clone();
    shape[2..].fill(1);
    Ok(vec![folded(n, &x, &axes, fold, &shape)?])
}

fn before(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    of: Option<Preparation>,
) -> Result<Value, NodeFault> {
    let mut f = Formula::default();
    let term = Term::Operand(0);
    match of {
        None => return Ok(x.clone()),
        Some(Preparation::Size) => f.call("f32::abs", [term]),
        Some(Preparation::Square) => f.call("f32::mul", [term, term]),
        Some(Preparation::Power) => f.call("f32::exp", [term]),
    };
    n.formula(f, &[x], Element::F32)
}

/// The fold along ascending axes, as a tensor of this shape.
fn folded(
    n: &mut Lowering<'_, '_>,
    x: &Value,
    axes: &[usize],
    fold: Fold,
    shape: &[usize],
) -> Result<Value, NodeFault> {
    let x = before(n, x, fold.before)?;
    let count: usize = axes.iter().map(|axis| x.shape[*axis]).product();
    if count == 0 {
        return Err(NodeFault::node(
            "reduces no elements, of which it has no result: remove the node",
        ));
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
    let order = n.order(Order::Strict, &[Order::TreeBinary])?;
    let (id, op) = match (x.element, order, fold.ints) {
        (Element::I32, Order::Strict, Some(op)) => ("engine::reduce_axis_strict", op),
        (Element::I32, _, Some(op)) => ("engine::reduce_axis_tree", op),
        (_, Order::Strict, _) => ("engine::freduce_axis_strict", fold.floats),
        _ => ("engine::freduce_axis_tree", fold.floats),
    };
    let mut result = n.engine(id, &[outer, count, inner, op], &[&x], (x.element, shape))?;
    if fold.is_mean {
        if count > 1 << 24 {
            return Err(NodeFault::node(format!(
                "divides by {count}, which no float is: cut the axis"
            )));
        }
        let mut f = Formula::default();
        f.call("f32::div", [Term::Operand(0), Term::float(count as f32)]);
        result = n.formula(f, &[&result], Element::F32)?;
    }
    match fold.after {
        None => Ok(result),
        Some(op) => n.formula(Formula::of::<1>(op), &[&result], Element::F32),
    }
}
