//! The layout of data in buffers, as the WGSL specification defines it (<https://www.w3.org/TR/WGSL/#memory-layouts>).

use naga::{ArraySize, Handle, Module, ScalarKind, Type, TypeInner};
use serde::Serialize;

/// A scalar type of a buffer's data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ScalarType {
    /// `u32`.
    U32,
    /// `i32`.
    I32,
    /// `f32`.
    F32,
    /// `f16`.
    F16,
    /// `u64`.
    U64,
    /// `i64`.
    I64,
    /// `f64`.
    F64,
    /// `u16`.
    U16,
    /// `i16`.
    I16,
    /// `bool`, which is not host-shareable.
    Bool,
}

impl ScalarType {
    pub(crate) fn new(scalar: naga::Scalar) -> Self {
        match (scalar.kind, scalar.width) {
            (ScalarKind::Uint, 8) => Self::U64,
            (ScalarKind::Uint, 2) => Self::U16,
            (ScalarKind::Uint, _) => Self::U32,
            (ScalarKind::Sint | ScalarKind::AbstractInt, 8) => Self::I64,
            (ScalarKind::Sint, 2) => Self::I16,
            (ScalarKind::Sint | ScalarKind::AbstractInt, _) => Self::I32,
            (ScalarKind::Float | ScalarKind::AbstractFloat, 8) => Self::F64,
            (ScalarKind::Float, 2) => Self::F16,
            (ScalarKind::Float | ScalarKind::AbstractFloat, _) => Self::F32,
            (ScalarKind::Bool, _) => Self::Bool,
        }
    }

    /// The name in WGSL.
    pub const fn name(self) -> &'static str {
        match self {
            Self::U32 => "u32",
            Self::I32 => "i32",
            Self::F32 => "f32",
            Self::F16 => "f16",
            Self::U64 => "u64",
            Self::I64 => "i64",
            Self::F64 => "f64",
            Self::U16 => "u16",
            Self::I16 => "i16",
            Self::Bool => "bool",
        }
    }

    /// The number of bytes in a buffer.
    pub const fn bytes(self) -> u32 {
        match self {
            Self::F16 | Self::U16 | Self::I16 => 2,
            Self::U64 | Self::I64 | Self::F64 => 8,
            Self::U32 | Self::I32 | Self::F32 | Self::Bool => 4,
        }
    }
}

/// The address space of a binding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum BindingSpace {
    /// `var<storage, read>`.
    ReadOnlyStorage,
    /// `var<storage, read_write>`.
    Storage,
    /// `var<uniform>`.
    Uniform,
    /// A texture, sampler or other resource without a layout.
    Opaque,
}

/// The layout of data in a buffer. Offsets and strides are bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DataLayout {
    /// One scalar.
    Scalar(ScalarType),
    /// One scalar that kernels change atomically.
    Atomic(ScalarType),
    /// Consecutive scalars.
    Vector {
        /// The number of components: 2, 3 or 4.
        size: u32,
        /// The type of a component.
        scalar: ScalarType,
    },
    /// Consecutive columns.
    Matrix {
        /// The number of columns.
        columns: u32,
        /// The number of rows.
        rows: u32,
        /// The type of a component.
        scalar: ScalarType,
        /// Bytes from one column to the next.
        stride: u32,
    },
    /// Elements with a constant stride.
    Array {
        /// The layout of an element.
        element: Box<DataLayout>,
        /// The number of elements; `None` if the length of the binding determines it.
        count: Option<u32>,
        /// Bytes from one element to the next.
        stride: u32,
    },
    /// Members at offsets.
    Struct {
        /// The name in the source.
        name: String,
        /// The members, ascending by offset.
        members: Vec<DataMember>,
        /// Bytes of the fixed part, padding included.
        bytes: u32,
    },
    /// Not data: a texture, sampler or acceleration structure.
    Opaque,
}

/// A member of a struct.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DataMember {
    /// The name in the source.
    pub name: String,
    /// The first byte, from the beginning of the struct.
    pub offset: u32,
    /// The layout of the member.
    pub layout: DataLayout,
}

impl DataLayout {
    pub(crate) fn new(module: &Module, ty: Handle<Type>) -> Self {
        match &module.types[ty].inner {
            TypeInner::Scalar(scalar) => Self::Scalar(ScalarType::new(*scalar)),
            TypeInner::Atomic(scalar) => Self::Atomic(ScalarType::new(*scalar)),
            TypeInner::Vector { size, scalar } => Self::Vector {
                size: *size as u32,
                scalar: ScalarType::new(*scalar),
            },
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => Self::Matrix {
                columns: *columns as u32,
                rows: *rows as u32,
                scalar: ScalarType::new(*scalar),
                stride: column_stride(*rows, *scalar),
            },
            TypeInner::Array { base, size, stride } => Self::Array {
                element: Box::new(Self::new(module, *base)),
                count: match size {
                    ArraySize::Constant(count) => Some(count.get()),
                    // An override determines it, never the length of the binding.
                    ArraySize::Pending(_) => Some(0),
                    ArraySize::Dynamic => None,
                },
                stride: *stride,
            },
            TypeInner::Struct { members, span } => Self::Struct {
                name: module.types[ty].name.clone().unwrap_or_default(),
                members: members.iter().map(|m| DataMember::new(module, m)).collect(),
                bytes: *span,
            },
            TypeInner::CooperativeMatrix { .. }
            | TypeInner::Pointer { .. }
            | TypeInner::ValuePointer { .. }
            | TypeInner::Image { .. }
            | TypeInner::Sampler { .. }
            | TypeInner::AccelerationStructure { .. }
            | TypeInner::RayQuery { .. }
            | TypeInner::BindingArray { .. } => Self::Opaque,
        }
    }

    /// Bytes of the fixed part: everything except the elements of a runtime-sized array.
    pub fn bytes(&self) -> u32 {
        match self {
            Self::Scalar(scalar) | Self::Atomic(scalar) => scalar.bytes(),
            Self::Vector { size, scalar } => size * scalar.bytes(),
            Self::Matrix {
                columns, stride, ..
            } => columns * stride,
            Self::Array { count, stride, .. } => count.unwrap_or(0).saturating_mul(*stride),
            Self::Struct { members, bytes, .. } => match members.last() {
                Some(last) if last.layout.runtime_stride().is_some() => last.offset,
                _ => *bytes,
            },
            Self::Opaque => 0,
        }
    }

    /// Bytes of an element of the runtime-sized array at the end, if there is one.
    pub fn runtime_stride(&self) -> Option<u32> {
        match self {
            Self::Array {
                count: None,
                stride,
                ..
            } => Some(*stride),
            Self::Struct { members, .. } => members.last()?.layout.runtime_stride(),
            _ => None,
        }
    }
}

impl DataMember {
    fn new(module: &Module, member: &naga::StructMember) -> Self {
        Self {
            name: member.name.clone().unwrap_or_default(),
            offset: member.offset,
            layout: DataLayout::new(module, member.ty),
        }
    }
}

/// Bytes from one column of a matrix to the next: columns are aligned like vectors, those of three rows
/// like those of four.
pub(crate) fn column_stride(rows: naga::VectorSize, scalar: naga::Scalar) -> u32 {
    let aligned = match rows {
        naga::VectorSize::Bi => 2,
        naga::VectorSize::Tri | naga::VectorSize::Quad => 4,
    };
    aligned * u32::from(scalar.width)
}
