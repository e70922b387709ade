//! Values of the interpreter: their scalars as words in order, without padding.

use naga::proc::TypeResolution;
use naga::{ArraySize, Handle, Module, Scalar, ScalarKind, Type, TypeInner};
use smallvec::SmallVec;

/// The words of a value: one per scalar.
pub(super) type Words = SmallVec<[u32; 4]>;

/// A value of an expression.
#[derive(Clone, Debug)]
pub(super) enum Value {
    Words(Words),
    Pointer(Pointer),
}

/// The memory that a pointer refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Memory {
    /// A variable of the module, by its index.
    Global(usize),
    /// A variable of a function, by the depth of its call and its index.
    Local { depth: usize, variable: usize },
}

/// A place in memory.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pointer {
    pub(super) memory: Memory,
    /// Byte offset from the start of the variable.
    pub(super) offset: u32,
    /// The out-of-bounds index, if there is one; the pointer then refers to the last element.
    pub(super) outside: Option<OutOfBoundsIndex>,
}

/// An index that is out of bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OutOfBoundsIndex {
    /// The index, interpreted by its type.
    pub(super) index: i64,
    /// Number of elements.
    pub(super) len: u32,
}

impl Value {
    pub(super) fn word(word: u32) -> Self {
        Self::Words(Words::from_elem(word, 1))
    }

    pub(super) fn words(&self) -> &[u32] {
        match self {
            Self::Words(words) => words,
            Self::Pointer(_) => &[],
        }
    }

    /// The first word, which is the value of a scalar.
    pub(super) fn first(&self) -> u32 {
        self.words().first().copied().unwrap_or(0)
    }
}

/// The types of a module.
#[derive(Clone, Copy, Debug)]
pub(super) struct Types<'m>(pub(super) &'m Module);

impl<'m> Types<'m> {
    pub(super) fn inner(self, ty: Handle<Type>) -> &'m TypeInner {
        &self.0.types[ty].inner
    }

    pub(super) fn resolved<'a>(self, ty: &'a TypeResolution) -> &'a TypeInner
    where
        'm: 'a,
    {
        ty.inner_with(&self.0.types)
    }

    /// Number of scalars of a type.
    pub(super) fn scalars(self, inner: &TypeInner) -> usize {
        match inner {
            TypeInner::Vector { size, .. } => *size as usize,
            TypeInner::Matrix { columns, rows, .. } => *columns as usize * *rows as usize,
            TypeInner::Array {
                base,
                size: ArraySize::Constant(n),
                ..
            } => n.get() as usize * self.scalars(self.inner(*base)),
            TypeInner::Struct { members, .. } => {
                members.iter().map(|m| self.scalars(self.inner(m.ty))).sum()
            }
            _ => 1,
        }
    }

    /// Number of scalars before component `index` of a value, and of the component.
    pub(super) fn component(self, inner: &TypeInner, index: usize) -> (usize, usize) {
        match inner {
            TypeInner::Matrix { rows, .. } => (index * *rows as usize, *rows as usize),
            TypeInner::Array { base, .. } => {
                let each = self.scalars(self.inner(*base));
                (index * each, each)
            }
            TypeInner::Struct { members, .. } => {
                let before = members[..index].iter();
                let before = before.map(|m| self.scalars(self.inner(m.ty))).sum();
                (before, self.scalars(self.inner(members[index].ty)))
            }
            _ => (index, 1),
        }
    }

    /// Byte offset of component `index` in memory.
    pub(super) fn offset(self, inner: &TypeInner, index: u32) -> u32 {
        match inner {
            TypeInner::Array { stride, .. } => index * stride,
            TypeInner::Struct { members, .. } => members[index as usize].offset,
            TypeInner::Matrix { rows, scalar, .. } => index * column_stride(*rows as u32, *scalar),
            TypeInner::Vector { scalar, .. } => index * u32::from(scalar.width),
            _ => 0,
        }
    }

    /// Bytes of a variable of a sized type.
    pub(super) fn bytes(self, inner: &TypeInner) -> u32 {
        inner.try_size(self.0.to_ctx()).unwrap_or(0)
    }

    /// Calls `visit` with the offset and type of each scalar of a type in memory.
    pub(super) fn each(self, inner: &TypeInner, at: u32, visit: &mut dyn FnMut(u32, Scalar)) {
        match inner {
            TypeInner::Scalar(scalar) | TypeInner::Atomic(scalar) => visit(at, *scalar),
            TypeInner::Vector { size, scalar } => {
                for k in 0..*size as u32 {
                    visit(at + k * u32::from(scalar.width), *scalar);
                }
            }
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => {
                let stride = column_stride(*rows as u32, *scalar);
                for column in 0..*columns as u32 {
                    for row in 0..*rows as u32 {
                        visit(
                            at + column * stride + row * u32::from(scalar.width),
                            *scalar,
                        );
                    }
                }
            }
            TypeInner::Array {
                base,
                size: ArraySize::Constant(n),
                stride,
            } => {
                for k in 0..n.get() {
                    self.each(self.inner(*base), at + k * stride, visit);
                }
            }
            TypeInner::Struct { members, .. } => {
                for member in members {
                    self.each(self.inner(member.ty), at + member.offset, visit);
                }
            }
            _ => {}
        }
    }
}

/// Bytes from one column of a matrix to the next.
fn column_stride(rows: u32, scalar: Scalar) -> u32 {
    let aligned = if rows == 2 { 2 } else { 4 };
    aligned * u32::from(scalar.width)
}

/// The scalar of a numeric type.
pub(super) fn scalar_of(inner: &TypeInner) -> Scalar {
    inner.scalar().unwrap_or(Scalar {
        kind: ScalarKind::Bool,
        width: 1,
    })
}
