//! Layouts of buffers: the scalars in their bytes, with their names in the text.

use naga::{ArraySize, Handle, Module, ScalarKind, Type, TypeInner};

/// The shape of host-shareable memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// One scalar.
    Scalar {
        kind: ScalarKind,
        /// Bytes.
        width: u32,
        atomic: bool,
    },
    /// Elements with a constant stride; without a count, as many as fit into the buffer.
    Array {
        count: Option<u32>,
        stride: u32,
        element: Box<Shape>,
    },
    /// Members, or components of a vector.
    Members(Vec<Member>),
}

/// A member of a structure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Member {
    pub(crate) name: String,
    /// Byte offset from the start of the structure.
    pub(crate) offset: u32,
    pub(crate) shape: Shape,
}

/// A scalar in a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Scalar {
    /// The expression for it in the text, after the name of the variable: `[3].x`.
    pub(crate) path: String,
    pub(crate) kind: ScalarKind,
    /// Byte offset from the start of the buffer.
    pub(crate) offset: u32,
    /// Size in bytes.
    pub(crate) width: u32,
    /// True if it is atomic.
    pub(crate) atomic: bool,
}

impl Shape {
    /// The shape of a type; `None` if it is not in memory.
    pub(crate) fn from_type(module: &Module, ty: Handle<Type>) -> Option<Self> {
        Self::from_inner(module, &module.types[ty].inner)
    }

    fn from_inner(module: &Module, inner: &TypeInner) -> Option<Self> {
        Some(match inner {
            TypeInner::Scalar(s) | TypeInner::Atomic(s) => Self::Scalar {
                kind: s.kind,
                width: s.width.into(),
                atomic: matches!(inner, TypeInner::Atomic(_)),
            },
            TypeInner::Vector { size, scalar } => Self::vector(*size as u32, *scalar),
            TypeInner::Matrix {
                columns,
                rows,
                scalar,
            } => {
                let width = u32::from(scalar.width);
                let aligned = if *rows as u32 == 2 { 2 } else { 4 };
                Self::Array {
                    count: Some(*columns as u32),
                    stride: aligned * width,
                    element: Box::new(Self::vector(*rows as u32, *scalar)),
                }
            }
            TypeInner::Array { base, size, stride } => Self::Array {
                count: match size {
                    ArraySize::Constant(n) => Some(n.get()),
                    ArraySize::Dynamic => None,
                    ArraySize::Pending(_) => return None,
                },
                stride: *stride,
                element: Box::new(Self::from_type(module, *base)?),
            },
            TypeInner::Struct { members, .. } => {
                let each = members.iter().enumerate().map(|(k, member)| {
                    Some(Member {
                        name: member.name.clone().unwrap_or_else(|| format!("_{k}")),
                        offset: member.offset,
                        shape: Self::from_type(module, member.ty)?,
                    })
                });
                Self::Members(each.collect::<Option<_>>()?)
            }
            _ => return None,
        })
    }

    fn vector(size: u32, scalar: naga::Scalar) -> Self {
        let width = u32::from(scalar.width);
        let members = ["x", "y", "z", "w"].into_iter().zip(0..size);
        let members = members.map(|(name, k)| Member {
            name: name.to_owned(),
            offset: k * width,
            shape: Self::Scalar {
                kind: scalar.kind,
                width,
                atomic: false,
            },
        });
        Self::Members(members.collect())
    }

    /// Bytes before the elements of a runtime-sized array, and bytes of each element, if there is such
    /// an array.
    pub(crate) fn tail(&self) -> Option<(u32, u32)> {
        match self {
            Self::Array {
                count: None,
                stride,
                ..
            } => Some((0, *stride)),
            Self::Members(members) => {
                let last = members.last()?;
                let (offset, stride) = last.shape.tail()?;
                Some((last.offset + offset, stride))
            }
            _ => None,
        }
    }

    /// The largest number of elements of any fixed-size array in it.
    pub(crate) fn most_elements(&self) -> u32 {
        match self {
            Self::Scalar { .. } => 1,
            Self::Array { count, .. } => count.unwrap_or(1),
            Self::Members(members) => {
                let each = members.iter().map(|m| m.shape.most_elements());
                each.max().unwrap_or(1)
            }
        }
    }

    /// Every scalar within this many bytes, in order.
    pub(crate) fn scalars(&self, bytes: u32) -> Vec<Scalar> {
        let mut found = vec![];
        self.each(0, bytes, "", &mut |scalar| found.push(scalar));
        found
    }

    fn each(&self, offset: u32, bytes: u32, path: &str, visit: &mut dyn FnMut(Scalar)) {
        match self {
            Self::Scalar {
                kind,
                width,
                atomic,
            } if offset + width <= bytes => visit(Scalar {
                path: path.to_owned(),
                kind: *kind,
                offset,
                width: *width,
                atomic: *atomic,
            }),
            Self::Scalar { .. } => {}
            Self::Array {
                count,
                stride,
                element,
                ..
            } => {
                let room = bytes.saturating_sub(offset) / stride.max(&1);
                for k in 0..count.unwrap_or(room) {
                    element.each(offset + k * stride, bytes, &format!("{path}[{k}]"), visit);
                }
            }
            Self::Members(members) => {
                for m in members {
                    let path = format!("{path}.{}", m.name);
                    m.shape.each(offset + m.offset, bytes, &path, visit);
                }
            }
        }
    }

    /// The path of the scalar at a byte.
    pub(crate) fn path(&self, at: u32) -> Option<String> {
        match self {
            Self::Scalar { .. } => Some(String::new()),
            Self::Array {
                stride, element, ..
            } => {
                let inner = element.path(at % stride)?;
                Some(format!("[{}]{inner}", at / stride))
            }
            Self::Members(members) => {
                let member = members.iter().rev().find(|m| m.offset <= at)?;
                let inner = member.shape.path(at - member.offset)?;
                Some(format!(".{}{inner}", member.name))
            }
        }
    }

    /// The type in WGSL syntax, for lists.
    pub(crate) fn written(&self) -> String {
        match self {
            Self::Scalar {
                kind,
                width,
                atomic,
            } => {
                if *atomic {
                    format!("atomic<{}>", scalar_name(*kind, *width))
                } else {
                    scalar_name(*kind, *width).to_owned()
                }
            }
            Self::Array { count, element, .. } => match count {
                Some(count) => format!("array<{}, {count}>", element.written()),
                None => format!("array<{}>", element.written()),
            },
            Self::Members(members) => {
                let is_vector = members.first().is_some_and(|m| m.name == "x")
                    && members
                        .iter()
                        .zip(["x", "y", "z", "w"])
                        .all(|(m, n)| m.name == n)
                    && (2..=4).contains(&members.len());
                if is_vector {
                    return format!("vec{}<{}>", members.len(), members[0].shape.written());
                }
                let each = members
                    .iter()
                    .map(|m| format!("{}: {}", m.name, m.shape.written()));
                format!("{{ {} }}", each.collect::<Vec<_>>().join(", "))
            }
        }
    }
}

/// The name of a scalar type.
pub(crate) const fn scalar_name(kind: ScalarKind, width: u32) -> &'static str {
    match (kind, width) {
        (ScalarKind::Uint, 4) => "u32",
        (ScalarKind::Sint, 4) => "i32",
        (ScalarKind::Float, 4) => "f32",
        (ScalarKind::Float, 2) => "f16",
        (ScalarKind::Uint, 8) => "u64",
        (ScalarKind::Sint, 8) => "i64",
        (ScalarKind::Float, 8) => "f64",
        (ScalarKind::Bool, _) => "bool",
        _ => "scalar",
    }
}
