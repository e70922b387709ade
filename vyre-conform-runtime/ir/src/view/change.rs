//! Views of the elements of a view: nothing is copied.

use super::{Extent, TensorView, ViewAxis, ViewError};
use crate::{Expr, Kernel, Operand};

impl TensorView {
    /// The view with two axes swapped.
    ///
    /// # Errors
    /// The view does not have both axes.
    pub fn transposed(mut self, a: usize, b: usize) -> Result<Self, ViewError> {
        self.axis(a)?;
        self.axis(b)?;
        self.axes.swap(a, b);
        Ok(self)
    }

    /// `extent` elements of an axis from `from` on. If a number is dynamic, indices beyond the end of
    /// the axis are out of bounds.
    ///
    /// # Errors
    /// The view does not have the axis, or the slice is known to exceed it.
    pub fn slice(
        mut self,
        kernel: &mut Kernel,
        axis: usize,
        from: impl Into<Extent>,
        extent: impl Into<Extent>,
    ) -> Result<Self, ViewError> {
        let (from, extent) = (from.into(), extent.into());
        let view_axis = self.axis(axis)?;
        let (from, extent) = match (view_axis.extent, from, extent) {
            (Extent::Static(of), Extent::Static(begin), Extent::Static(count)) => {
                if u64::from(begin) + u64::from(count) > u64::from(of) {
                    return Err(ViewError::Slice {
                        axis,
                        from: begin,
                        extent: count,
                        of,
                    });
                }
                (from, extent)
            }
            (of, from, extent) => {
                let of = kernel.bind("of", of);
                let from = kernel.bind("from", Expr::from(from).min(of));
                let extent = kernel.bind("extent", Expr::from(extent).min(of - from));
                (Extent::Dynamic(from), Extent::Dynamic(extent))
            }
        };
        let step = from.times(kernel, "step", view_axis.stride);
        self.offset = self.offset.plus(kernel, "offset", step);
        self.axes[axis].extent = extent;
        Ok(self)
    }

    /// Inserts an axis of one element before axis `position`.
    ///
    /// # Errors
    /// The view has fewer than `position` axes.
    pub fn with_axis(mut self, position: usize) -> Result<Self, ViewError> {
        if position > self.axes.len() {
            return Err(ViewError::Axis {
                axis: position,
                axes: self.axes.len(),
            });
        }
        let axis = ViewAxis {
            extent: Extent::Static(1),
            stride: Extent::Static(0),
        };
        self.axes.insert(position, axis);
        Ok(self)
    }

    /// Repeats the single element of an axis `extent` times. The view is read-only unless `extent` is
    /// known to be 0 or 1.
    ///
    /// # Errors
    /// The view does not have the axis, or the axis is not known to have one element.
    pub fn broadcast(mut self, axis: usize, extent: impl Into<Extent>) -> Result<Self, ViewError> {
        let extent = extent.into();
        let actual = self.axis(axis)?;
        if actual.extent != Extent::Static(1) {
            return Err(ViewError::Broadcast {
                axis,
                extent: actual.extent,
            });
        }
        self.injective &= matches!(extent, Extent::Static(0 | 1));
        self.axes[axis] = ViewAxis {
            extent,
            stride: Extent::Static(0),
        };
        Ok(self)
    }

    /// The elements in row-major order, as an array with other axes.
    ///
    /// # Errors
    /// Extents or strides are dynamic; the number of elements differs; or the elements are not
    /// contiguous in this order, so that a copy would be necessary.
    pub fn reshaped(self, shape: &[u32]) -> Result<Self, ViewError> {
        let from = self.shape();
        let cannot = |why: &'static str| ViewError::Reshape {
            from: from.clone(),
            to: shape.to_vec(),
            why,
        };
        let mut elements = 1_u64;
        let mut contiguous = true;
        for axis in self.axes.iter().rev() {
            let (Some(extent), Some(stride)) = (axis.extent.as_static(), axis.stride.as_static())
            else {
                return Err(cannot(
                    "its extents are read when the program runs: view the buffer in the other shape",
                ));
            };
            // The stride of an axis with one element does not matter.
            contiguous &= extent <= 1 || u64::from(stride) == elements;
            elements = elements.saturating_mul(extent.into());
        }
        let target = shape.iter().map(|extent| u64::from(*extent));
        let target = target.fold(1, u64::saturating_mul);
        if target != elements {
            return Err(cannot("the numbers of elements differ"));
        }
        if !contiguous && elements > 0 {
            return Err(cannot(
                "its elements do not lie side by side in this order: copy them to a buffer of their own, and view that",
            ));
        }
        let mut stride = 1_u32;
        let mut axes = vec![];
        for extent in shape.iter().rev() {
            axes.push(ViewAxis {
                extent: Extent::Static(*extent),
                stride: Extent::Static(stride),
            });
            stride = stride.wrapping_mul(*extent);
        }
        axes.reverse();
        Ok(Self {
            axes,
            injective: true,
            ..self
        })
    }

    fn axis(&self, axis: usize) -> Result<ViewAxis, ViewError> {
        let view_axis = self.axes.get(axis).copied();
        view_axis.ok_or(ViewError::Axis {
            axis,
            axes: self.axes.len(),
        })
    }
}
