//! A binary op: its application in a kernel, and its result in plain Rust.

use vyre_conform_runtime::ir::{Buffer, Expr, Kernel, Operand, Type, Var};

/// Application of an op in a kernel.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// By an operator.
    Operator(fn(Expr, Expr) -> Expr),
    /// By the op of the library with this id.
    Call(&'static str),
}

/// A binary op of elements of one type.
///
/// An element is a word of a column; a 64-bit element is two words, low first. A float is its bits; a 16-bit float is
/// in the low half of its word, whose upper half is not read, and written as zeros. A kernel keeps an element as a u32
/// or u64.
#[derive(Clone, Copy)]
pub(super) struct Op {
    /// The type of the elements.
    pub(super) ty: Type,
    /// Its application in a kernel.
    pub(super) step: Step,
    /// The same in plain Rust, on the bits of elements.
    pub(super) of: fn(u64, u64) -> u64,
}

impl Op {
    /// Number of words of an element.
    pub(super) fn words(&self) -> u32 {
        match self.ty {
            Type::U64 => 2,
            _ => 1,
        }
    }

    /// The type of an element in a kernel.
    pub(super) fn kept(&self) -> Type {
        match self.ty {
            Type::U64 => Type::U64,
            _ => Type::U32,
        }
    }

    /// The element at an index of a buffer of words.
    pub(super) fn load(&self, from: Buffer, at: Var) -> Expr {
        match self.ty {
            Type::U64 => {
                let words = vec![from.at(at * 2), from.at(at * 2 + 1)];
                Expr::compose(words).cast(Type::U64)
            }
            _ => from.at(at),
        }
    }

    /// Writes an element to an index of a buffer of words; NaN becomes canonical.
    pub(super) fn store(&self, k: &mut Kernel, to: Buffer, at: Var, value: Var) {
        match self.ty {
            Type::U64 => {
                let words = k.bind("words", value.cast(Type::Vec2));
                k.store(to, at * 2, words.lane(0));
                k.store(to, at * 2 + 1, words.lane(1));
            }
            Type::Float(format) => {
                let is_nan = (value & format.magnitude()).greater(format.greatest());
                let bits = is_nan.select(format.canonical_nan(), value & format.mask());
                k.store(to, at, bits);
            }
            _ => k.store(to, at, value),
        }
    }

    /// The result of the op for two elements.
    pub(super) fn apply(&self, k: &mut Kernel, operands: [Var; 2]) -> Var {
        let [a, b] = operands.map(|operand| with_type(self.ty, operand.into()));
        let value = match self.step {
            Step::Operator(of) => of(a, b),
            Step::Call(id) => k.call(id, vec![a, b], self.ty).into(),
        };
        k.bind("value", with_type(self.kept(), value))
    }

    /// The bits of the element at an index of a column, zero from the end of the column on.
    pub(super) fn read(&self, column: &[u32], at: usize) -> u64 {
        let word = |at: usize| u64::from(column.get(at).copied().unwrap_or(0));
        match self.ty {
            Type::U64 => word(2 * at) | word(2 * at + 1) << 32,
            Type::Float(format) => word(at) & u64::from(format.mask()),
            _ => word(at),
        }
    }

    /// The words of an element that was computed.
    pub(super) fn written(&self, bits: u64) -> Vec<u32> {
        match self.ty {
            Type::U64 => vec![bits as u32, (bits >> 32) as u32],
            Type::Float(format) => vec![format.canonical(bits as u32)],
            _ => vec![bits as u32],
        }
    }
}

/// A value as another type; no cast from a type to itself exists.
fn with_type(ty: Type, value: Expr) -> Expr {
    match value.ty == ty {
        true => value,
        false => value.cast(ty),
    }
}

/// The entry of a table with this number.
///
/// # Panics
/// Panics if the table has none.
pub(super) fn entry<T>(table: &[T], number: u32) -> &T {
    let len = table.len();
    table
        .get(number as usize)
        .unwrap_or_else(|| panic!("op {number} of a table of {len}: the first is 0"))
}
