//! Shapes: types of the source as scalars at offsets, in memory of the host and of the kernel.

use super::{Remedy, Translator};
use naga::proc::IndexableLength;
use naga::{ArraySize, Handle, Scalar, ScalarKind, TypeInner};
use std::rc::Rc;
use vyre_conform_ir::Type;

/// The arrangement of scalars in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    /// The host layout, with the padding of the WGSL specification, in words.
    Host,
    /// The same layout in units of 16 bits, for buffers with `f16`.
    Halves,
    /// Consecutive words.
    Dense,
}

impl Packing {
    /// Bytes of a unit of the host layout.
    const fn bytes(self) -> u32 {
        match self {
            Self::Halves => 2,
            Self::Host | Self::Dense => 4,
        }
    }

    /// Units of a scalar of this type.
    const fn units(self, ty: Type) -> u32 {
        match (self, ty) {
            (Self::Halves, Type::F16) => 1,
            (Self::Halves, _) => 2,
            (Self::Host | Self::Dense, _) => 1,
        }
    }
}

/// A type of the source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Scalar(Type),
    Atomic(Type),
    Vector(Type, u32),
    Matrix {
        columns: u32,
        rows: u32,
        scalar: Type,
    },
    Array {
        element: Rc<Shape>,
        /// `None` for a runtime-sized array.
        count: Option<u32>,
        /// Bytes from one element to the next, in the host layout.
        stride: u32,
    },
    Struct {
        members: Vec<Member>,
        /// Size in bytes, in the host layout.
        span: u32,
    },
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Member {
    /// The first byte, in the host layout.
    offset: u32,
    shape: Rc<Shape>,
}

impl Shape {
    /// The number of scalars; 0 for a runtime-sized array.
    pub(super) fn count(&self) -> u64 {
        match self {
            Self::Scalar(_) | Self::Atomic(_) => 1,
            Self::Vector(_, size) => (*size).into(),
            Self::Matrix { columns, rows, .. } => u64::from(*columns) * u64::from(*rows),
            Self::Array { element, count, .. } => {
                element.count().saturating_mul(count.unwrap_or(0).into())
            }
            Self::Struct { members, .. } => {
                let counts = members.iter().map(|m| m.shape.count());
                counts.fold(0, u64::saturating_add)
            }
        }
    }

    /// The number of units of memory; 0 for a runtime-sized array.
    fn units(&self, packing: Packing) -> u64 {
        match (self, packing) {
            (_, Packing::Dense) => self.count(),
            (Self::Scalar(ty) | Self::Atomic(ty) | Self::Vector(ty, _), _) => {
                self.count() * u64::from(packing.units(*ty))
            }
            (
                Self::Matrix {
                    columns,
                    rows,
                    scalar,
                },
                _,
            ) => u64::from(columns * aligned(*rows) * packing.units(*scalar)),
            (Self::Array { count, stride, .. }, _) => {
                u64::from(count.unwrap_or(0)) * u64::from(stride / packing.bytes())
            }
            (Self::Struct { span, .. }, _) => u64::from(span / packing.bytes()),
        }
    }

    /// The number of words of memory; 0 for a runtime-sized array.
    pub(super) fn words(&self, packing: Packing) -> u64 {
        match packing {
            Packing::Halves => self.units(packing).div_ceil(2),
            Packing::Host | Packing::Dense => self.units(packing),
        }
    }

    /// The part at a constant index, and its first word; `None` if there is no such part.
    pub(super) fn part(&self, index: u32, packing: Packing) -> Option<(u32, Rc<Shape>)> {
        match self {
            Self::Struct { members, .. } => {
                let member = members.get(index as usize)?;
                let before = members[..index as usize].iter();
                let offset = match packing {
                    Packing::Host | Packing::Halves => member.offset / packing.bytes(),
                    Packing::Dense => before.map(|m| m.shape.count() as u32).sum(),
                };
                Some((offset, member.shape.clone()))
            }
            _ => {
                let (stride, count, element) = self.elements(packing)?;
                let inside = count.is_none_or(|count| index < count);
                inside.then(|| Some((index.checked_mul(stride)?, element)))?
            }
        }
    }

    /// For an indexable shape: units from one element to the next, the number of elements, and their
    /// shape.
    pub(super) fn elements(&self, packing: Packing) -> Option<(u32, Option<u32>, Rc<Shape>)> {
        Some(match self {
            Self::Vector(scalar, size) => (
                packing.units(*scalar),
                Some(*size),
                Rc::new(Self::Scalar(*scalar)),
            ),
            Self::Matrix {
                columns,
                rows,
                scalar,
            } => {
                let stride = match packing {
                    Packing::Host | Packing::Halves => aligned(*rows) * packing.units(*scalar),
                    Packing::Dense => *rows,
                };
                (
                    stride,
                    Some(*columns),
                    Rc::new(Self::Vector(*scalar, *rows)),
                )
            }
            Self::Array {
                element,
                count,
                stride,
            } => {
                let stride = match packing {
                    Packing::Host | Packing::Halves => stride / packing.bytes(),
                    Packing::Dense => element.count() as u32,
                };
                (stride, *count, element.clone())
            }
            Self::Scalar(_) | Self::Atomic(_) | Self::Struct { .. } => return None,
        })
    }

    /// The scalars with their offsets in units, in order. For shapes with few scalars.
    pub(super) fn leaves(&self, packing: Packing) -> Vec<(u32, Type)> {
        let mut leaves = vec![];
        self.collect(0, packing, &mut leaves);
        leaves
    }

    fn collect(&self, at: u32, packing: Packing, leaves: &mut Vec<(u32, Type)>) {
        match self {
            Self::Scalar(ty) | Self::Atomic(ty) => leaves.push((at, *ty)),
            Self::Struct { members, .. } => {
                for k in 0..members.len() as u32 {
                    if let Some((offset, part)) = self.part(k, packing) {
                        part.collect(at + offset, packing, leaves);
                    }
                }
            }
            _ => {
                let Some((stride, count, element)) = self.elements(packing) else {
                    return;
                };
                for k in 0..count.unwrap_or(0) {
                    element.collect(at + k * stride, packing, leaves);
                }
            }
        }
    }

    /// The common type of all scalars, if they have one.
    pub(super) fn common(&self) -> Option<Type> {
        match self {
            Self::Scalar(ty) | Self::Atomic(ty) | Self::Vector(ty, _) => Some(*ty),
            Self::Matrix { scalar, .. } => Some(*scalar),
            Self::Array { element, .. } => element.common(),
            Self::Struct { members, .. } => {
                let mut types = members.iter().map(|m| m.shape.common());
                let first = types.next()??;
                types.all(|ty| ty == Some(first)).then_some(first)
            }
        }
    }

    /// True if some part is atomic.
    pub(super) fn has_atomic(&self) -> bool {
        match self {
            Self::Atomic(_) => true,
            Self::Array { element, .. } => element.has_atomic(),
            Self::Struct { members, .. } => members.iter().any(|m| m.shape.has_atomic()),
            Self::Scalar(_) | Self::Vector(..) | Self::Matrix { .. } => false,
        }
    }

    /// True if some part has this type.
    pub(super) fn has(&self, wanted: Type) -> bool {
        match self {
            Self::Scalar(ty) | Self::Atomic(ty) | Self::Vector(ty, _) => *ty == wanted,
            Self::Matrix { scalar, .. } => *scalar == wanted,
            Self::Array { element, .. } => element.has(wanted),
            Self::Struct { members, .. } => members.iter().any(|m| m.shape.has(wanted)),
        }
    }

    /// The number of units before the runtime-sized array at the end, and of each of its elements.
    pub(super) fn runtime(&self, packing: Packing) -> Option<(u32, u32)> {
        match self {
            Self::Array {
                count: None,
                stride,
                ..
            } => Some((0, stride / packing.bytes())),
            Self::Struct { members, .. } => {
                let last = members.last()?;
                let (before, stride) = last.shape.runtime(packing)?;
                Some((last.offset / packing.bytes() + before, stride))
            }
            _ => None,
        }
    }
}

/// Number of words of a column with this many rows, in the host layout.
const fn aligned(rows: u32) -> u32 {
    if rows == 2 { 2 } else { 4 }
}

impl Translator<'_> {
    /// The shape of a type.
    pub(super) fn shape(&mut self, ty: Handle<naga::Type>) -> Rc<Shape> {
        if let Some(shape) = self.shapes.get(&ty) {
            return shape.clone();
        }
        let module = self.module;
        let shape = Rc::new(self.shape_of(&module.types[ty].inner));
        self.shapes.insert(ty, shape.clone());
        shape
    }

    /// The shape of a type, possibly without a handle.
    pub(super) fn shape_of(&mut self, inner: &TypeInner) -> Shape {
        match inner {
            TypeInner::Scalar(scalar) => Shape::Scalar(self.scalar(*scalar)),
            TypeInner::Atomic(scalar) => Shape::Atomic(self.scalar(*scalar)),
            TypeInner::Vector { size, scalar } => Shape::Vector(self.scalar(*scalar), *size as u32),
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => Shape::Matrix {
                columns: *columns as u32,
                rows: *rows as u32,
                scalar: self.scalar(*scalar),
            },
            TypeInner::Pointer { base, .. } => (*self.shape(*base)).clone(),
            TypeInner::ValuePointer { size, scalar, .. } => match size {
                Some(size) => Shape::Vector(self.scalar(*scalar), *size as u32),
                None => Shape::Scalar(self.scalar(*scalar)),
            },
            TypeInner::Array { base, size, stride } => Shape::Array {
                element: self.shape(*base),
                count: self.element_count(*size),
                stride: *stride,
            },
            TypeInner::Struct { members, span } => Shape::Struct {
                members: members
                    .iter()
                    .map(|m| Member {
                        offset: m.offset,
                        shape: self.shape(m.ty),
                    })
                    .collect(),
                span: *span,
            },
            TypeInner::CooperativeMatrix { .. } => {
                self.no_shape("a cooperative matrix", Remedy::Cooperative)
            }
            TypeInner::Image { .. } => self.no_shape("a texture", Remedy::Texture),
            TypeInner::Sampler { .. } => self.no_shape("a sampler", Remedy::Texture),
            TypeInner::AccelerationStructure { .. } => {
                self.no_shape("an acceleration structure", Remedy::Rays)
            }
            TypeInner::RayQuery { .. } => self.no_shape("a ray query", Remedy::Rays),
            TypeInner::BindingArray { .. } => {
                self.no_shape("a binding array", Remedy::BindingArray)
            }
        }
    }

    /// The number of elements of an array; `None` if the binding determines it.
    fn element_count(&mut self, size: ArraySize) -> Option<u32> {
        match size.resolve(self.module.to_ctx()) {
            Ok(IndexableLength::Known(count)) => Some(count),
            Ok(IndexableLength::Dynamic) => None,
            Err(_) => {
                self.refuse("an array whose length an override decides", Remedy::NoValue);
                Some(1)
            }
        }
    }

    fn no_shape(&mut self, construct: &str, remedy: Remedy) -> Shape {
        self.refuse(construct, remedy);
        Shape::Scalar(Type::U32)
    }

    /// The type of a scalar.
    pub(super) fn scalar(&mut self, scalar: Scalar) -> Type {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Bool, _) => Type::Bool,
            (ScalarKind::Uint, 4) => Type::U32,
            (ScalarKind::Sint | ScalarKind::AbstractInt, 4) => Type::I32,
            (ScalarKind::Float, 4) => Type::F32,
            (ScalarKind::Float, 2) => Type::F16,
            (ScalarKind::AbstractInt | ScalarKind::Sint, _) => {
                self.refuse("a signed integer of other than 32 bits", Remedy::Width);
                Type::I32
            }
            (ScalarKind::Uint, _) => {
                self.refuse("an unsigned integer of other than 32 bits", Remedy::Width);
                Type::U32
            }
            (ScalarKind::Float | ScalarKind::AbstractFloat, _) => {
                self.refuse("a float of 64 bits", Remedy::Width);
                Type::F32
            }
        }
    }
}
