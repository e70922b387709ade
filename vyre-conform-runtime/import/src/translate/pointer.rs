//! Pointers: a variable, an offset in words and the shape of what is there.

use super::shape::{Packing, Shape};
use super::{Data, Remedy, Translator, Value};
use crate::ProbeKind;
use naga::{Expression, Handle};
use std::rc::Rc;
use vyre_conform_ir::{BinaryOp, BufferId, Expr, ExprKind, LocalId, Type};

/// The variable that a pointer leads into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// A buffer that the host binds.
    Host(BufferId),
    /// A buffer of the workgroup, whose elements are of this type; or that of all workgroups together, of which this
    /// one has the words from a first one on.
    Workgroup {
        buffer: BufferId,
        element: Type,
        first: Option<Expr>,
    },
    /// A local array of elements of this type.
    Array(LocalId, Type),
    /// A local for each scalar: nothing indexes the variable by a number that is not constant.
    Locals(Vec<LocalId>),
    /// Nothing: the variable was refused.
    Nowhere,
}

impl Root {
    pub(super) const fn packing(&self) -> Packing {
        match self {
            Self::Host(_) => Packing::Host,
            Self::Workgroup { .. } | Self::Array(..) | Self::Locals(_) | Self::Nowhere => {
                Packing::Dense
            }
        }
    }
}

/// A pointer of WGSL: a variable, and a number of words from its beginning.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub(super) root: Root,
    /// Words from the beginning of the variable, the constant part.
    pub(super) offset: u32,
    /// The rest of them.
    pub(super) dynamic: Option<Expr>,
    pub(super) shape: Rc<Shape>,
}

impl Pointer {
    pub(super) fn new(root: Root, shape: Rc<Shape>) -> Self {
        Self {
            root,
            offset: 0,
            dynamic: None,
            shape,
        }
    }

    /// The word `more` words behind the pointer.
    pub(super) fn word(&self, more: u32) -> Expr {
        let constant = self.offset.wrapping_add(more);
        match &self.dynamic {
            None => Expr::u32(constant),
            Some(dynamic) if constant == 0 => dynamic.clone(),
            Some(dynamic) => dynamic.clone() + constant,
        }
    }

    /// The part at a constant index; `None` beyond the end.
    pub(super) fn part(&self, index: u32) -> Option<Self> {
        let (offset, shape) = self.shape.part(index, self.root.packing())?;
        Some(Self {
            offset: self.offset.wrapping_add(offset),
            shape,
            ..self.clone()
        })
    }
}

/// The value of a literal.
pub(super) fn literal(expr: &Expr) -> Option<u32> {
    match expr.kind {
        ExprKind::Literal(bits) => Some(bits as u32),
        _ => None,
    }
}

impl Translator<'_> {
    /// The pointer that an expression is.
    pub(super) fn pointer(&mut self, handle: Handle<Expression>) -> Pointer {
        match self.value(handle) {
            Value::Pointer(pointer) => pointer,
            Value::Data(_) => {
                self.refuse("a pointer kept in a value", Remedy::Pointer);
                Pointer::new(Root::Nowhere, Rc::new(Shape::Scalar(Type::U32)))
            }
        }
    }

    /// The element of what a pointer leads to at an index that is known when the kernel runs.
    ///
    /// An index beyond an array of fixed length is the last one in memory of the kernel, as naga's bounds checks of
    /// policy `Restrict` make it. In memory of the host the access is made to be beyond the buffer, so that it reads
    /// zeros and writes nothing: WGSL allows either (<https://www.w3.org/TR/WGSL/#out-of-bounds-access>).
    pub(super) fn element(&mut self, base: Pointer, index: &Data) -> Pointer {
        let index = unsigned(index.leaf());
        if let Some(part) = literal(&index).and_then(|index| base.part(index)) {
            return part;
        }
        let Some((stride, count, shape)) = base.shape.elements(base.root.packing()) else {
            return base;
        };
        let index = self.draft.bind("index", index);
        if let Some(count) = count {
            let beyond = index.clone();
            self.probe(ProbeKind::IndexOutOfBounds, || {
                Expr::binary(BinaryOp::Ge, beyond, Expr::u32(count))
            });
        }
        let host = base.root.packing() == Packing::Host;
        let words = match (host, count) {
            (false, Some(count)) => {
                let last = Expr::u32(count.saturating_sub(1));
                times(Expr::binary(BinaryOp::Min, index, last), stride)
            }
            (false, None) => times(index, stride),
            (true, count) => {
                // Beyond this index the number of the word does not fit 32 bits.
                let most = (u32::MAX - base.offset) / stride.max(1);
                let beyond = count.unwrap_or(most).min(most);
                let words = times(index.clone(), stride);
                match beyond {
                    u32::MAX => words,
                    beyond => {
                        let outside = Expr::binary(BinaryOp::Ge, index, Expr::u32(beyond));
                        let nowhere = Expr::u32(NOWHERE.wrapping_sub(base.offset));
                        return self.moved(base, Some((outside, nowhere)), words, shape);
                    }
                }
            }
        };
        self.moved(base, None, words, shape)
    }

    /// A pointer moved by a number of words, or to nowhere where a condition holds.
    fn moved(
        &mut self,
        base: Pointer,
        outside: Option<(Expr, Expr)>,
        words: Expr,
        shape: Rc<Shape>,
    ) -> Pointer {
        let moved = match base.dynamic.clone() {
            Some(dynamic) => dynamic + words,
            None => words,
        };
        // An outer index that was out of bounds stays so.
        let kept = base
            .dynamic
            .clone()
            .filter(|_| base.root.packing() == Packing::Host);
        let moved = match outside {
            Some((outside, nowhere)) => Expr::select(outside, nowhere, moved),
            None => moved,
        };
        let moved = match kept {
            Some(dynamic) => {
                let is_nowhere = Expr::binary(
                    BinaryOp::Ge,
                    dynamic.clone(),
                    Expr::u32(NOWHERE - (1 << 24)),
                );
                Expr::select(is_nowhere, dynamic, moved)
            }
            None => moved,
        };
        let dynamic = Some(self.draft.bind("word", moved));
        Pointer {
            dynamic,
            shape,
            ..base
        }
    }
}

/// A word that no buffer has: the interpreter takes 2^24 of them at the most.
const NOWHERE: u32 = 0xfff0_0000;

/// An index as U32: negative ones are beyond every array.
pub(super) fn unsigned(index: Expr) -> Expr {
    match (index.ty, literal(&index)) {
        (Type::U32, _) => index,
        (_, Some(bits)) => Expr::u32(bits),
        _ => Expr::cast(Type::U32, index),
    }
}

/// A number of elements in words.
fn times(index: Expr, stride: u32) -> Expr {
    match stride {
        1 => index,
        stride => index * stride,
    }
}
