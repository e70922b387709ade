//! Arrays: elements, copies, stores.

use super::value::Value;
use super::{Emit, Reuse};
use crate::elaborate::tree::Tree;
use vyre_conform_ir::{Expr, ExprKind, LocalId, Node, Type};

/// The longest array that is copied element by element; longer ones are copied in a loop.
const UNROLLED: u32 = 8;

impl Emit<'_> {
    /// `base[index]`.
    pub(super) fn index(&mut self, base: &Tree, index: &Tree) -> Option<Value> {
        // A place is read after the index is evaluated; any other base is evaluated before it.
        let (base, at) = if base.is_place() {
            (self.expr(base)?, self.one(index)?)
        } else {
            let mut values = self.sequence(&[base, index])?;
            match (values.pop(), values.pop()) {
                (Some(Value::One(at)), Some(base)) => (base, at),
                _ => return None,
            }
        };
        let len = match &base {
            Value::Elements(_, elements) => elements.len() as u32,
            Value::Array(_, _, len) | Value::Table(_, _, len) => *len,
            _ => 0,
        };
        self.in_range(&at, len, index.line);
        let at = self.shallow(at);
        Some(Value::One(match base {
            Value::Elements(ty, elements) => {
                if let ExprKind::Literal(k) = at.kind
                    && let Some(element) = elements.get(k as usize)
                {
                    element.clone()
                } else {
                    let copy = self.copy_array("array", Value::Elements(ty, elements));
                    match copy {
                        Value::Array(local, ty, _) => Expr::element(local, ty, at),
                        _ => return None,
                    }
                }
            }
            Value::Array(local, ty, _) => Expr::element(local, ty, at),
            Value::Table(table, ty, _) => Expr::table_element(table, ty, at),
            _ => {
                self.problem(index.line, "only arrays can be indexed");
                return None;
            }
        }))
    }

    /// Rejects a constant index that is out of bounds.
    fn in_range(&mut self, at: &Expr, len: u32, line: u32) {
        if let ExprKind::Literal(k) = at.kind
            && k >= u64::from(len)
        {
            self.problem(
                line,
                format!(
                    "index {k} is out of bounds: the array has {len} elements, 0 to {}",
                    { len.saturating_sub(1) }
                ),
            );
        }
    }

    /// `array[index] = value`: Rust evaluates the value first, then the index.
    pub(super) fn store(&mut self, array: u32, index: &Tree, value: &Tree) -> Option<Value> {
        let mut ones = self.sequence_of_ones(&[value, index])?;
        let (at, value) = (ones.pop()?, ones.pop()?);
        let Value::Array(local, _, len) = self.read(array, index.line)? else {
            self.problem(index.line, "only elements of a local array can be assigned");
            return None;
        };
        self.in_range(&at, len, index.line);
        let (at, value) = (self.shallow(at), self.shallow(value));
        self.push(Node::StoreElement {
            array: local,
            index: at,
            value,
        });
        Some(Value::UNIT)
    }

    /// A new local array with the content of an array value.
    pub(super) fn copy_array(&mut self, name: &str, value: Value) -> Value {
        let (ty, len) = match &value {
            Value::Elements(ty, elements) => (*ty, elements.len() as u32),
            Value::Array(_, ty, len) | Value::Table(_, ty, len) => (*ty, *len),
            _ => return value,
        };
        let local = self.local(name, ty, Some(len));
        self.push(Node::Declare { local });
        // A declared array is all zero.
        let zeros = matches!(&value, Value::Elements(_, elements)
            if elements.iter().all(|e| e.kind == ExprKind::Literal(0)));
        if !zeros {
            self.fill_array(local, ty, len, value);
        }
        Value::Array(local, ty, len)
    }

    /// Writes every element of a local array; the value does not read that array.
    pub(super) fn fill_array(&mut self, array: LocalId, ty: Type, len: u32, value: Value) {
        let same = matches!(&value, Value::Elements(_, elements)
            if elements.windows(2).all(|pair| pair[0] == pair[1]));
        match value {
            Value::Elements(_, mut elements) if same && len > UNROLLED => {
                if let Some(element) = elements.pop() {
                    let element = self.shared("element", element);
                    self.each(array, len, |_| element);
                }
            }
            Value::Array(from, ..) if from == array => {}
            Value::Array(from, ..) if len > UNROLLED => {
                self.each(array, len, |at| Expr::element(from, ty, at));
            }
            Value::Table(from, ..) if len > UNROLLED => {
                self.each(array, len, |at| Expr::table_element(from, ty, at));
            }
            value => {
                for (k, value) in value.flatten().into_iter().enumerate() {
                    let index = Expr::u32(k as u32);
                    self.push(Node::StoreElement {
                        array,
                        index,
                        value,
                    });
                }
            }
        }
    }

    /// `for k in 0..len { array[k] = element(k) }`.
    fn each(&mut self, array: LocalId, len: u32, element: impl FnOnce(Expr) -> Expr) {
        let counter = self.local("k", Type::U32, None);
        let at = Expr::local(counter, Type::U32);
        let value = element(at.clone());
        self.push(Node::Loop {
            counter,
            from: Expr::u32(0),
            to: Expr::u32(len),
            body: vec![Node::StoreElement {
                array,
                index: at,
                value,
            }],
        });
    }

    /// The result of a call, in new locals.
    pub(super) fn result(&mut self, name: &str, ty: Type) -> LocalId {
        let local = self.local(name, ty, None);
        self.anonymous.insert(local, Reuse::Immutable);
        local
    }
}
