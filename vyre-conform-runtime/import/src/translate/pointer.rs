//! Pointers: a variable, an offset in words and the shape of the pointee.

use super::shape::{Packing, Shape};
use super::{Data, Remedy, Translator, Value};
use crate::ProbeKind;
use naga::{Expression, Handle};
use std::rc::Rc;
use vyre_conform_ir::{BinaryOp, BufferId, Expr, ExprKind, LocalId, Type};

/// The variable that a pointer refers into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Root {
    /// A host-bound buffer.
    Host(BufferId),
    /// A host-bound buffer with `f16`: offsets count units of 16 bits.
    Halves(BufferId),
    /// A workgroup buffer with elements of this type; or the buffer for all workgroups, in which this
    /// workgroup's words begin at `first`.
    Workgroup {
        buffer: BufferId,
        element: Type,
        first: Option<Expr>,
    },
    /// A local array of elements of this type.
    Array(LocalId, Type),
    /// One local per scalar: the variable has no dynamic indices.
    Locals(Vec<LocalId>),
    /// None: the variable was refused.
    Nowhere,
}

impl Root {
    pub(super) const fn packing(&self) -> Packing {
        match self {
            Self::Host(_) => Packing::Host,
            Self::Halves(_) => Packing::Halves,
            Self::Workgroup { .. } | Self::Array(..) | Self::Locals(_) | Self::Nowhere => {
                Packing::Dense
            }
        }
    }
}

/// A WGSL pointer: a variable and an offset in units of its packing.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub(super) root: Root,
    /// The constant part of the offset in words.
    pub(super) offset: u32,
    /// The dynamic part of the offset.
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

    /// The word at this distance from the pointer.
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
    /// The value of a pointer expression.
    pub(super) fn pointer(&mut self, handle: Handle<Expression>) -> Pointer {
        match self.value(handle) {
            Value::Pointer(pointer) => pointer,
            Value::Data(_) => {
                self.refuse("a pointer kept in a value", Remedy::Pointer);
                Pointer::new(Root::Nowhere, Rc::new(Shape::Scalar(Type::U32)))
            }
        }
    }

    /// The element of a pointee at a dynamic index.
    ///
    /// In memory of the kernel, an index beyond an array of fixed length is clamped to the last
    /// element, like naga's bounds checks with policy `Restrict`. In memory of the host the access is
    /// moved beyond the buffer, so that it reads zeros and writes nothing: WGSL permits either
    /// (<https://www.w3.org/TR/WGSL/#out-of-bounds-access>).
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
        let host = base.root.packing() != Packing::Dense;
        let words = match (host, count) {
            (false, Some(count)) => {
                let last = Expr::u32(count.saturating_sub(1));
                times(Expr::binary(BinaryOp::Min, index, last), stride)
            }
            (false, None) => times(index, stride),
            (true, count) => {
                // Beyond this index the word offset overflows 32 bits.
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

    /// A pointer advanced by a number of words, or moved out of every buffer if a condition is true.
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
        // An out-of-bounds outer index stays out of bounds.
        let kept = base
            .dynamic
            .clone()
            .filter(|_| base.root.packing() != Packing::Dense);
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

/// A word index beyond every buffer: the interpreter accepts at most 2^24 words.
const NOWHERE: u32 = 0xfff0_0000;

/// An index as U32: negative indices are beyond every array.
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
