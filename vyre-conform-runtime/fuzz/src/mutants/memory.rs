//! Mutants of buffers, local arrays, tables, and ids.

use super::expr::{Place, halves, joined};
use super::tree::rewrite;
use super::{SemanticMutant, expression, program};
use crate::memory::length;
use vyre_conform_ir::{
    Access, Axis, BufferId, Expr, ExprKind, Node, Operand, Program, Type, UnaryOp,
};

pub(super) const MUTANTS: &[SemanticMutant] = &[
    expression(
        "load-clamps",
        "A load out of bounds gives the last element.",
        |_, e| load(e, |buffer, index| index.min(length(buffer) - 1)),
    ),
    expression(
        "load-wraps",
        "A load out of bounds begins at the first element again.",
        |_, e| load(e, |buffer, index| index % length(buffer)),
    ),
    expression(
        "load-beyond-ones",
        "A load out of bounds gives all ones.",
        |_, e| {
            let ExprKind::Load(buffer, index) = &e.kind else {
                return None;
            };
            let inside = (**index).clone().less(length(*buffer));
            Some(inside.select(e.clone(), crate::expr::constant(e.ty, [u64::MAX; 2])))
        },
    ),
    program(
        "store-clamps",
        "A store out of bounds changes the last element.",
        |p| {
            stores(p, |buffer, index| index.min(length(buffer) - 1));
        },
    ),
    program(
        "store-wraps",
        "A store out of bounds begins at the first element again.",
        |p| {
            stores(p, |buffer, index| index % length(buffer));
        },
    ),
    expression(
        "element-clamps",
        "A read beyond a local array gives its last element.",
        |place, e| {
            let ExprKind::Element(array, index) = &e.kind else {
                return None;
            };
            let last = place.array_length(*array) - 1;
            Some(Expr::element(*array, e.ty, (**index).clone().min(last)))
        },
    ),
    expression(
        "element-wraps",
        "A read beyond a local array begins at its first element again.",
        |place, e| {
            let ExprKind::Element(array, index) = &e.kind else {
                return None;
            };
            let length = place.array_length(*array);
            Some(Expr::element(*array, e.ty, (**index).clone() % length))
        },
    ),
    program(
        "element-store-clamps",
        "A store beyond a local array changes its last element.",
        |p| {
            element_stores(p, |index, length| index.min(length - 1));
        },
    ),
    program(
        "element-store-wraps",
        "A store beyond a local array begins at its first element again.",
        |p| {
            element_stores(p, |index, length| index % length);
        },
    ),
    expression(
        "table-clamps",
        "A read beyond a table gives its last element.",
        |place, e| table(place, e, |index, length| index.min(length - 1)),
    ),
    expression(
        "table-wraps",
        "A read beyond a table begins at its first element again.",
        |place, e| table(place, e, |index, length| index % length),
    ),
    expression(
        "table-first",
        "It reads the first element of a table whatever the index is.",
        |place, e| {
            table(place, e, |index, length| {
                index.at_least(length).select(length, 0)
            })
        },
    ),
    expression(
        "uniform-stride",
        "It takes elements of one word in a uniform buffer to be 16 bytes apart.",
        |place, e| {
            let ExprKind::Load(buffer, index) = &e.kind else {
                return None;
            };
            let decl = place.buffer(*buffer);
            let one_word = decl.access == Access::Uniform && decl.element.words() == 1;
            one_word.then(|| at(e, *buffer, (**index).clone() * 4))
        },
    ),
    expression(
        "length-words",
        "The length of a buffer counts words in place of elements.",
        |place, e| {
            let ExprKind::BufferLength(buffer) = &e.kind else {
                return None;
            };
            let words = place.buffer(*buffer).element.words() as u32;
            (words > 1).then(|| e.clone() * words)
        },
    ),
    expression(
        "length-static",
        "The length of a workgroup or uniform buffer is one less.",
        |place, e| {
            let ExprKind::BufferLength(buffer) = &e.kind else {
                return None;
            };
            let fixed = matches!(
                place.buffer(*buffer).access,
                Access::Workgroup | Access::Uniform
            );
            fixed.then(|| e.clone() - 1)
        },
    ),
    expression(
        "load-u64-swapped",
        "It loads the words of a u64 in the other order.",
        |_, e| {
            let [low, high] = (loads(e, Type::U64)).then(|| halves(e))?;
            Some(joined(high, low))
        },
    ),
    expression(
        "load-u64-low",
        "It loads the low word of a u64 alone.",
        |_, e| loads(e, Type::U64).then(|| e.clone().cast(Type::U32).cast(Type::U64)),
    ),
    expression(
        "load-vector-reversed",
        "It loads the lanes of a vector in the other order.",
        |_, e| {
            let vector = loads(e, Type::Vec2) || loads(e, Type::Vec4);
            let lanes = (0..e.ty.lanes().unwrap_or(1)).rev();
            vector.then(|| Expr::compose(lanes.map(|lane| Expr::lane(e.clone(), lane)).collect()))
        },
    ),
    expression(
        "load-u128-half",
        "It loads the low half of a u128 alone.",
        |_, e| loads(e, Type::U128).then(|| e.clone().cast(Type::U64).cast(Type::U128)),
    ),
    expression(
        "load-bytes-swapped",
        "It loads a word of bytes with the most significant first.",
        |place, e| {
            let ExprKind::Load(buffer, _) = &e.kind else {
                return None;
            };
            let bytes = place.buffer(*buffer).element == Type::Bytes;
            bytes.then(|| Expr::unary(UnaryOp::SwapBytes, e.clone()))
        },
    ),
    program(
        "store-u64-low",
        "It stores the low word of a u64 and zero above it.",
        |p| {
            stored(p, |value| {
                (value.ty == Type::U64).then(|| value.cast(Type::U32).cast(Type::U64))
            });
        },
    ),
    program(
        "store-vector-first",
        "It stores the first lane of a vector in every lane.",
        |p| {
            stored(p, |value| {
                let lanes = value.ty.lanes()?;
                let first = (0..lanes).map(|_| Expr::lane(value.clone(), 0));
                Some(Expr::compose(first.collect()))
            });
        },
    ),
    program(
        "stores-swapped",
        "Two stores side by side happen in the other order.",
        |p| {
            super::names::swap(p, |first, second| {
                matches!((first, second), (Node::Store { .. }, Node::Store { .. }))
            });
        },
    ),
    program(
        "load-before-store",
        "A load behind a store happens in front of it.",
        |p| {
            super::names::swap(p, |first, second| {
                let binds = matches!(second, Node::Let { .. } | Node::Assign { .. });
                binds && matches!(first, Node::Store { .. })
            });
        },
    ),
    expression(
        "invocation-without-workgroup",
        "The number of an invocation is that in its workgroup.",
        |_, e| match e.kind {
            ExprKind::InvocationId(axis) => Some(Expr::local_id(axis)),
            _ => None,
        },
    ),
    expression(
        "workgroup-axes-swapped",
        "It swaps the numbers of a workgroup along x and y.",
        |_, e| match e.kind {
            ExprKind::WorkgroupId(axis) => Some(Expr::workgroup_id(other(axis)?)),
            _ => None,
        },
    ),
    expression(
        "local-axes-swapped",
        "It swaps the numbers in a workgroup along x and y.",
        |_, e| match e.kind {
            ExprKind::LocalInvocationId(axis) => Some(Expr::local_id(other(axis)?)),
            _ => None,
        },
    ),
    expression(
        "invocation-axes-swapped",
        "It swaps the numbers of an invocation along x and y.",
        |_, e| match e.kind {
            ExprKind::InvocationId(axis) => Some(Expr::invocation_id(other(axis)?)),
            _ => None,
        },
    ),
    expression(
        "ids-along-z",
        "Every number along z is zero.",
        |_, e| match e.kind {
            ExprKind::InvocationId(Axis::Z)
            | ExprKind::WorkgroupId(Axis::Z)
            | ExprKind::LocalInvocationId(Axis::Z) => Some(Expr::u32(0)),
            _ => None,
        },
    ),
];

/// A load of another element of the same buffer.
fn at(load: &Expr, buffer: BufferId, index: Expr) -> Expr {
    Expr {
        ty: load.ty,
        kind: ExprKind::Load(buffer, Box::new(index)),
    }
}

fn load(e: &Expr, index: fn(BufferId, Expr) -> Expr) -> Option<Expr> {
    match &e.kind {
        ExprKind::Load(buffer, from) => Some(at(e, *buffer, index(*buffer, (**from).clone()))),
        _ => None,
    }
}

/// True for a load of a type.
fn loads(e: &Expr, ty: Type) -> bool {
    matches!(e.kind, ExprKind::Load(..)) && e.ty == ty
}

fn table(place: &Place<'_>, e: &Expr, f: fn(Expr, u32) -> Expr) -> Option<Expr> {
    let ExprKind::TableElement(table, index) = &e.kind else {
        return None;
    };
    let index = f((**index).clone(), place.table_length(*table));
    Some(Expr::table_element(*table, e.ty, index))
}

fn stores(program: &mut Program, f: fn(BufferId, Expr) -> Expr) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::Store { buffer, index, .. } = &mut node {
            *index = f(*buffer, index.clone());
        }
        vec![node]
    });
}

fn stored(program: &mut Program, f: fn(Expr) -> Option<Expr>) {
    rewrite(program, &mut |mut node, _, _| {
        if let Node::Store { value, .. } = &mut node
            && let Some(other) = f(value.clone())
        {
            *value = other;
        }
        vec![node]
    });
}

fn element_stores(program: &mut Program, f: fn(Expr, u32) -> Expr) {
    rewrite(program, &mut |mut node, _, locals| {
        if let Node::StoreElement { array, index, .. } = &mut node {
            let length = locals[array.0 as usize].len.unwrap_or(1);
            *index = f(index.clone(), length);
        }
        vec![node]
    });
}

fn other(axis: Axis) -> Option<Axis> {
    match axis {
        Axis::X => Some(Axis::Y),
        Axis::Y => Some(Axis::X),
        _ => None,
    }
}
