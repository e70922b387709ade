//! Values during emission: trees of expressions that are not evaluated yet.

use std::collections::HashSet;
use vyre_conform_ir::{Expr, ExprKind, LocalId, Node, Type};

/// A value in parts.
#[derive(Clone, Debug)]
pub(super) enum Value {
    One(Expr),
    Tuple(Vec<Value>),
    /// An array of these elements.
    Elements(Type, Vec<Expr>),
    /// The content of a local array.
    Array(LocalId, Type, u32),
    /// The content of a table.
    Table(u32, Type, u32),
    /// The result of `checked_*`: the content is valid if `some` is true.
    Option {
        content: Box<Value>,
        some: Expr,
    },
}

impl Value {
    pub(super) const UNIT: Self = Self::Tuple(vec![]);

    /// All primitives of the value, in order; arrays element by element.
    pub(super) fn flatten(self) -> Vec<Expr> {
        let at = |k: u32| Expr::u32(k);
        match self {
            Self::One(expr) => vec![expr],
            Self::Tuple(parts) => parts.into_iter().flat_map(Self::flatten).collect(),
            Self::Elements(_, elements) => elements,
            Self::Array(local, ty, len) => {
                (0..len).map(|k| Expr::element(local, ty, at(k))).collect()
            }
            Self::Table(table, ty, len) => (0..len)
                .map(|k| Expr::table_element(table, ty, at(k)))
                .collect(),
            Self::Option { content, some } => {
                let mut parts = content.flatten();
                parts.push(some);
                parts
            }
        }
    }

    /// True if evaluation reads one of these locals.
    pub(super) fn reads(&self, locals: &HashSet<LocalId>) -> bool {
        match self {
            Self::One(expr) => reads_any(expr, locals),
            Self::Tuple(parts) => parts.iter().any(|p| p.reads(locals)),
            Self::Elements(_, elements) => elements.iter().any(|e| reads_any(e, locals)),
            Self::Array(local, ..) => locals.contains(local),
            Self::Table(..) => false,
            Self::Option { content, some } => content.reads(locals) || reads_any(some, locals),
        }
    }

    /// The locals that a place consists of.
    pub(super) fn locals(&self) -> HashSet<LocalId> {
        fn collect(value: &Value, into: &mut HashSet<LocalId>) {
            match value {
                Value::One(Expr {
                    kind: ExprKind::Local(local),
                    ..
                })
                | Value::Array(local, ..) => {
                    into.insert(*local);
                }
                Value::Tuple(parts) => parts.iter().for_each(|p| collect(p, into)),
                Value::Option { content, some } => {
                    collect(content, into);
                    collect(&Value::One(some.clone()), into);
                }
                _ => {}
            }
        }
        let mut locals = HashSet::new();
        collect(self, &mut locals);
        locals
    }
}

/// True if an expression reads one of these locals.
fn reads_any(expr: &Expr, locals: &HashSet<LocalId>) -> bool {
    let own = match &expr.kind {
        ExprKind::Local(local) | ExprKind::Element(local, _) => locals.contains(local),
        _ => false,
    };
    own || expr.operands().into_iter().any(|e| reads_any(e, locals))
}

/// Nesting depth of an expression; a literal or a local has depth 1.
pub(super) fn depth(expr: &Expr) -> usize {
    1 + expr.operands().into_iter().map(depth).max().unwrap_or(0)
}

/// The locals that nodes assign.
pub(super) fn assigned(nodes: &[Node]) -> HashSet<LocalId> {
    fn collect(nodes: &[Node], into: &mut HashSet<LocalId>) {
        for node in nodes {
            match node {
                Node::Assign { local, .. } => {
                    into.insert(*local);
                }
                Node::StoreElement { array, .. } => {
                    into.insert(*array);
                }
                Node::If {
                    then, otherwise, ..
                } => {
                    collect(then, into);
                    collect(otherwise, into);
                }
                Node::Loop { body, .. } | Node::Block(body) => collect(body, into),
                Node::While {
                    head, body, step, ..
                } => {
                    collect(head, into);
                    collect(body, into);
                    collect(step, into);
                }
                _ => {}
            }
        }
    }
    let mut locals = HashSet::new();
    collect(nodes, &mut locals);
    locals
}
