//! Reading and writing through a view.

use super::{TensorView, ViewError};
use crate::{Expr, Kernel, Operand};

impl TensorView {
    /// Reads an element; zero out of bounds.
    ///
    /// # Errors
    /// The number of indices differs from that of axes.
    pub fn at(&self, kernel: &mut Kernel, indices: Vec<Expr>) -> Result<Expr, ViewError> {
        let place = self.place(kernel, indices)?;
        Ok(self.buffer.at(place))
    }

    /// Writes an element; out of bounds it does nothing.
    ///
    /// # Errors
    /// The number of indices differs from that of axes; or several indices refer to one element, as in
    /// a broadcast view, so that several invocations might write it.
    pub fn store(
        &self,
        kernel: &mut Kernel,
        indices: Vec<Expr>,
        value: impl Into<Expr>,
    ) -> Result<(), ViewError> {
        if !self.injective {
            return Err(ViewError::Overlapping {
                shape: self.shape(),
                strides: self.strides(),
            });
        }
        let place = self.place(kernel, indices)?;
        kernel.store(self.buffer, place, value);
        Ok(())
    }

    /// The index into the buffer, or the largest u32 if an index is out of bounds: no buffer has an
    /// element there.
    fn place(&self, kernel: &mut Kernel, indices: Vec<Expr>) -> Result<Expr, ViewError> {
        if indices.len() != self.axes.len() {
            return Err(ViewError::Rank {
                axes: self.axes.len(),
                given: indices.len(),
            });
        }
        let mut sum = Expr::from(self.offset);
        let mut inside = Expr::bool(true);
        for (index, axis) in indices.into_iter().zip(&self.axes) {
            let index = kernel.bind("index", index);
            sum = sum + index * axis.stride;
            inside = inside & index.less(axis.extent);
        }
        Ok(inside.select(sum, u32::MAX))
    }
}
