//! Tensors: views of a buffer as an array of several axes.
//!
//! A view is a tool for writing kernels. The built program contains index arithmetic instead, so the
//! validator, the interpreter, the lowerings, the text form and the wire format do not know views, and
//! every rule about buffers applies.
//!
//! ```
//! use vyre_conform_ir::{Axis, Expr, Extent, Kernel, TensorView, Type};
//!
//! // Adds a row to every row of a matrix; both numbers of the shape are read when the program runs.
//! let mut k = Kernel::new("add_row", [8, 8, 1]);
//! let shape = k.uniform("shape", Type::U32, 2);
//! let rows = Extent::read(&mut k, "rows", shape, 0);
//! let columns = Extent::read(&mut k, "columns", shape, 1);
//! let row = k.read_only("row", Type::U32);
//! let matrix = k.read_write("matrix", Type::U32);
//! let matrix = TensorView::row_major(&mut k, matrix, &[rows, columns])?;
//! let row = TensorView::row_major(&mut k, row, &[1.into(), columns])?.broadcast(0, rows)?;
//! let at = || vec![Expr::invocation_id(Axis::Y), Expr::invocation_id(Axis::X)];
//! let sum = matrix.at(&mut k, at())? + row.at(&mut k, at())?;
//! matrix.store(&mut k, at(), sum)?;
//! // Every invocation of a column would write the same word.
//! assert!(row.store(&mut k, at(), 0).is_err());
//! # Ok::<(), vyre_conform_ir::ViewError>(())
//! ```

mod change;
mod error;
mod extent;
mod overlap;
mod place;
#[cfg(test)]
mod tests;

pub use error::ViewError;
pub use extent::Extent;

use super::{Buffer, Kernel};

/// An axis of a view: its number of elements, and the distance between neighbours in elements of the
/// buffer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ViewAxis {
    extent: Extent,
    stride: Extent,
}

/// A view of a buffer as an array with several axes. The element at `[i, j, ..]` is at
/// `offset + i * strides[0] + j * strides[1] + ..` in the buffer.
///
/// An index that is not below the extent of its axis is out of bounds even if the sum is inside the
/// buffer: a read returns zero, a write does nothing. A view in which several indices refer to one
/// element is read-only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorView {
    buffer: Buffer,
    axes: Vec<ViewAxis>,
    offset: Extent,
    /// True if no two indices refer to one element.
    injective: bool,
}

impl TensorView {
    /// A row-major view of a buffer from its first element on. If an extent is dynamic and the view
    /// turns out to have 2^32 or more elements, every index is out of bounds.
    ///
    /// # Errors
    /// The view has 2^32 or more elements, or more than the buffer's declared number.
    pub fn row_major(
        kernel: &mut Kernel,
        buffer: Buffer,
        shape: &[Extent],
    ) -> Result<Self, ViewError> {
        let (strides, shape) = extent::row_major(kernel, shape)?;
        let axes = shape.iter().zip(strides);
        let axes = axes.map(|(extent, stride)| ViewAxis {
            extent: *extent,
            stride,
        });
        let view = Self {
            buffer,
            axes: axes.collect(),
            offset: Extent::Static(0),
            injective: true,
        };
        view.check_bounds(kernel)?;
        Ok(view)
    }

    /// A view with these strides, in elements of the buffer, whose element with all indices 0 is at
    /// `offset`.
    ///
    /// # Errors
    /// The number of strides differs from that of axes, or an element is at 2^32 or beyond, or beyond
    /// the declared end of the buffer.
    pub fn strided(
        kernel: &Kernel,
        buffer: Buffer,
        shape: &[u32],
        strides: &[u32],
        offset: u32,
    ) -> Result<Self, ViewError> {
        if shape.len() != strides.len() {
            return Err(ViewError::Rank {
                axes: shape.len(),
                given: strides.len(),
            });
        }
        let axes = shape.iter().zip(strides);
        let axes = axes.map(|(extent, stride)| ViewAxis {
            extent: Extent::Static(*extent),
            stride: Extent::Static(*stride),
        });
        let mut view = Self {
            buffer,
            axes: axes.collect(),
            offset: Extent::Static(offset),
            injective: false,
        };
        view.injective = view.is_injective();
        view.check_bounds(kernel)?;
        Ok(view)
    }

    /// The buffer.
    pub const fn buffer(&self) -> Buffer {
        self.buffer
    }

    /// Number of elements along each axis.
    pub fn shape(&self) -> Vec<Extent> {
        self.axes.iter().map(|axis| axis.extent).collect()
    }

    /// Distance between neighbours along each axis, in elements of the buffer.
    pub fn strides(&self) -> Vec<Extent> {
        self.axes.iter().map(|axis| axis.stride).collect()
    }

    /// Checks that the last element is inside the buffer, as far as numbers are static.
    fn check_bounds(&self, kernel: &Kernel) -> Result<(), ViewError> {
        let Some(last) = self.last() else {
            return Ok(());
        };
        let count = kernel.count_of(self.buffer).map_or(1 << 32, u64::from);
        if last < count {
            return Ok(());
        }
        Err(ViewError::Beyond {
            shape: self.shape(),
            elements: last.saturating_add(1),
            count,
        })
    }

    /// The position of the last element, if it exists and is known.
    fn last(&self) -> Option<u64> {
        let mut last = u64::from(self.offset.as_static()?);
        for axis in &self.axes {
            let steps = u64::from(axis.extent.as_static()?.checked_sub(1)?);
            last = last.saturating_add(steps.saturating_mul(axis.stride.as_static()?.into()));
        }
        Some(last)
    }

    /// True if no two indices refer to one element, by extents and strides that are all static.
    fn is_injective(&self) -> bool {
        if self
            .axes
            .iter()
            .any(|axis| axis.extent == Extent::Static(0))
        {
            return true;
        }
        let several = self
            .axes
            .iter()
            .filter(|axis| axis.extent != Extent::Static(1));
        let steps = several.map(|axis| {
            Some(overlap::StridedAxis {
                stride: axis.stride.as_static()?,
                extent: axis.extent.as_static()?,
            })
        });
        let steps: Option<Vec<_>> = steps.collect();
        steps.is_some_and(overlap::is_injective)
    }
}
