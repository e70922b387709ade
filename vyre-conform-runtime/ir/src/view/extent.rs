//! Extents and strides of axes.

use super::ViewError;
use crate::{Buffer, Expr, Kernel, Operand, Type, Var};

/// A number of elements: static, or read at run time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Extent {
    /// A static number.
    Static(u32),
    /// The value of a U32 variable.
    Dynamic(Var),
}

impl From<u32> for Extent {
    fn from(extent: u32) -> Self {
        Self::Static(extent)
    }
}

impl From<Extent> for Expr {
    fn from(extent: Extent) -> Self {
        match extent {
            Extent::Static(extent) => Self::u32(extent),
            Extent::Dynamic(var) => var.into(),
        }
    }
}

impl std::fmt::Display for Extent {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Static(extent) => extent.fmt(f),
            Self::Dynamic(_) => f.write_str("dynamic"),
        }
    }
}

impl Extent {
    /// An extent that the program reads from an element of a U32 buffer, such as a uniform one.
    pub fn read(kernel: &mut Kernel, name: &str, from: Buffer, position: u32) -> Self {
        Self::Dynamic(kernel.bind(name, from.at(position)))
    }

    /// The number, if it is static.
    pub const fn as_static(self) -> Option<u32> {
        match self {
            Self::Static(extent) => Some(extent),
            Self::Dynamic(_) => None,
        }
    }

    /// The product, modulo 2^32.
    pub(super) fn times(self, kernel: &mut Kernel, name: &str, other: Self) -> Self {
        match (self, other) {
            (Self::Static(0), _) | (_, Self::Static(0)) => Self::Static(0),
            (Self::Static(1), one) | (one, Self::Static(1)) => one,
            (Self::Static(a), Self::Static(b)) => Self::Static(a.wrapping_mul(b)),
            (a, b) => Self::Dynamic(kernel.bind(name, Expr::from(a) * Expr::from(b))),
        }
    }

    /// The sum, modulo 2^32.
    pub(super) fn plus(self, kernel: &mut Kernel, name: &str, other: Self) -> Self {
        match (self, other) {
            (Self::Static(0), one) | (one, Self::Static(0)) => one,
            (Self::Static(a), Self::Static(b)) => Self::Static(a.wrapping_add(b)),
            (a, b) => Self::Dynamic(kernel.bind(name, Expr::from(a) + Expr::from(b))),
        }
    }
}

/// The row-major strides of a shape, and the shape. The product of dynamic extents may overflow a u32,
/// and its low bits would address wrong elements; in that case the first dynamic axis gets no elements.
pub(super) fn row_major(
    kernel: &mut Kernel,
    shape: &[Extent],
) -> Result<(Vec<Extent>, Vec<Extent>), ViewError> {
    let too_large = || ViewError::TooLarge {
        shape: shape.to_vec(),
    };
    let mut shape_found = shape.to_vec();
    let mut strides = vec![Extent::Static(1); shape.len()];
    let empty = shape.contains(&Extent::Static(0));
    let mut holds: Option<Expr> = None;
    let mut stride = Extent::Static(1);
    for (axis, extent) in shape.iter().enumerate().rev() {
        strides[axis] = stride;
        stride = match (stride, *extent) {
            // Without elements any stride is correct.
            _ if empty => Extent::Static(1),
            (Extent::Static(a), Extent::Static(b)) => {
                Extent::Static(a.checked_mul(b).ok_or_else(too_large)?)
            }
            (one, Extent::Static(1)) | (Extent::Static(1), one) => one,
            (a, b) => {
                let wide = |extent: Extent| Expr::from(extent).cast(Type::U64);
                let product = kernel.bind("elements", wide(a) * wide(b));
                let within = product.at_most(Expr::u64(u32::MAX.into()));
                holds = Some(match holds {
                    None => within,
                    Some(before) => before & within,
                });
                Extent::Dynamic(kernel.bind("stride", product.cast(Type::U32)))
            }
        };
    }
    let mut read = shape_found.iter_mut().filter(|e| e.as_static().is_none());
    if let (Some(holds), Some(first)) = (holds, read.next()) {
        // One empty axis makes the view empty, however long the others are.
        let extent = holds.select(Expr::from(*first), 0);
        *first = Extent::Dynamic(kernel.bind("extent", extent));
    }
    Ok((strides, shape_found))
}
