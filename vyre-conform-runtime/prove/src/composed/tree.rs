//! Bodies as trees: IR operators over operands, with inlined calls and with branches as choices.

use vyre_conform_ir::{BinaryOp, Type, UnaryOp};
use vyre_conform_spec::ValueType;

/// The operator of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Operator {
    /// A unary operator with the type of its operand.
    Unary(UnaryOp, Type),
    /// A binary operator with the type of its left operand.
    Binary(BinaryOp, Type),
    /// A cast from the first type to the second.
    Cast(Type, Type),
    /// A choice between values of this type by a condition.
    Choice(Type),
}

impl Operator {
    /// The type of the result.
    const fn result(self) -> Type {
        match self {
            Self::Unary(op, _) if op.is_count() => Type::U32,
            Self::Binary(op, _) if op.is_comparison() => Type::Bool,
            Self::Unary(_, ty) | Self::Binary(_, ty) | Self::Cast(_, ty) | Self::Choice(ty) => ty,
        }
    }
}

/// The result of a function in terms of its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Tree {
    /// An operand.
    Operand(usize),
    /// A lane of a vector.
    Part(Box<Tree>, usize),
    /// A vector of these lanes.
    Vector(Vec<Tree>),
    /// Bits of a type.
    Literal(Type, u64),
    /// An operator.
    Node(Operator, Vec<Tree>),
}

/// The single component of a value of this type; `None` for a vector.
fn scalar(ty: ValueType) -> Option<Type> {
    match Type::components(ty)[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// The value type that corresponds to an IR type.
fn value_type(ty: Type) -> Option<ValueType> {
    let all = ValueType::ALL.iter().copied();
    all.into_iter().find(|value| scalar(*value) == Some(ty))
}

impl Tree {
    /// A lane of a vector, simplified.
    pub(crate) fn part(subject: Self, lane: usize) -> Option<Self> {
        match subject {
            Self::Vector(mut lanes) => (lane < lanes.len()).then(|| lanes.swap_remove(lane)),
            other => Some(Self::Part(Box::new(other), lane)),
        }
    }

    /// A vector of these lanes, simplified if they are all lanes of one vector in order.
    pub(crate) fn vector(lanes: Vec<Self>, f: impl Fn(&Self) -> Option<usize>) -> Self {
        if let Some(Self::Part(whole, 0)) = lanes.first() {
            let mut places = lanes.iter().enumerate();
            let all = |(k, lane): (usize, &Self)| matches!(lane, Self::Part(f, n) if *n == k && f == whole);
            if f(whole) == Some(lanes.len()) && places.all(all) {
                return (**whole).clone();
            }
        }
        Self::Vector(lanes)
    }

    /// The direct subtrees.
    pub(crate) fn children(&self) -> Vec<&Self> {
        match self {
            Self::Operand(_) | Self::Literal(..) => vec![],
            Self::Part(of, _) => vec![of],
            Self::Vector(children) | Self::Node(_, children) => children.iter().collect(),
        }
    }

    /// The number of nodes.
    pub(crate) fn size(&self) -> usize {
        1 + self.children().iter().map(|c| c.size()).sum::<usize>()
    }

    /// True if it depends only on these operands.
    pub(crate) fn is_of(&self, operands: &[usize]) -> bool {
        match self {
            Self::Operand(k) => operands.contains(k),
            _ => self.children().iter().all(|child| child.is_of(operands)),
        }
    }

    /// True if it depends on no operand.
    pub(crate) fn is_constant(&self) -> bool {
        self.is_of(&[])
    }

    /// Substitutes a tree for each operand.
    pub(crate) fn with(&self, operand: &dyn Fn(usize) -> Option<Self>) -> Option<Self> {
        let all = |children: &[Self]| children.iter().map(|child| child.with(operand)).collect();
        Some(match self {
            Self::Operand(k) => operand(*k)?,
            Self::Part(of, lane) => Self::part(of.with(operand)?, *lane)?,
            Self::Vector(lanes) => {
                let lanes: Option<Vec<Self>> = all(lanes);
                Self::Vector(lanes?)
            }
            Self::Literal(..) => self.clone(),
            Self::Node(operator, children) => {
                let children: Option<Vec<Self>> = all(children);
                Self::Node(*operator, children?)
            }
        })
    }

    /// Matches this tree against another, binding this tree's operands; `bindings` may already have
    /// bindings.
    pub(crate) fn matches(&self, other: &Self, bindings: &mut [Option<Self>]) -> bool {
        match (self, other) {
            (Self::Operand(k), _) => match &bindings[*k] {
                Some(before) => before == other,
                None => {
                    bindings[*k] = Some(other.clone());
                    true
                }
            },
            (Self::Part(a, m), Self::Part(b, n)) => m == n && a.matches(b, bindings),
            (Self::Literal(..), _) => self == other,
            (Self::Vector(a), Self::Vector(b)) => {
                a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.matches(b, bindings))
            }
            (Self::Node(f, a), Self::Node(g, b)) => {
                f == g && a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.matches(b, bindings))
            }
            _ => false,
        }
    }

    /// Its value type, if it has one.
    pub(crate) fn ty(&self, operands: &[ValueType]) -> Option<ValueType> {
        match self {
            Self::Operand(k) => operands.get(*k).copied(),
            Self::Part(..) => Some(ValueType::U32),
            Self::Vector(lanes) => match lanes.len() {
                2 => Some(ValueType::Vec2U32),
                4 => Some(ValueType::Vec4U32),
                _ => None,
            },
            Self::Literal(ty, _) => value_type(*ty),
            Self::Node(operator, _) => value_type(operator.result()),
        }
    }
}

/// A function of operands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Lambda {
    pub(crate) operands: Vec<ValueType>,
    pub(crate) result: ValueType,
    pub(crate) tree: Tree,
}

impl Lambda {
    /// A function from a tree over operands of these types; `None` if its result is not a value.
    pub(crate) fn new(operands: Vec<ValueType>, tree: Tree) -> Option<Self> {
        let result = tree.ty(&operands)?;
        Some(Self {
            operands,
            result,
            tree,
        })
    }
}
