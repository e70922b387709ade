//! Tensors: strided views of a buffer, gone when the program is built.

use super::{Buffer, Expr, Kernel, Operand};

/// A view of a buffer as an array of several axes. The element at `[i, j, ..]` lies at
/// `offset + i * strides[0] + j * strides[1] + ..` of the buffer.
///
/// An index outside `shape` on any axis is out of bounds even where the sum lies inside the buffer:
/// a read gives zero, a write does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TensorView {
    /// The buffer.
    pub buffer: Buffer,
    /// Elements along each axis.
    pub shape: Vec<u32>,
    /// Elements of the buffer between neighbours along each axis.
    pub strides: Vec<u32>,
    /// The element of the buffer at index 0 on every axis.
    pub offset: u32,
}

impl TensorView {
    /// A view of the whole buffer, the last axis contiguous.
    pub fn row_major(buffer: Buffer, shape: &[u32]) -> Self {
        let mut strides = vec![1_u32; shape.len()];
        for axis in (1..shape.len()).rev() {
            strides[axis - 1] = strides[axis].wrapping_mul(shape[axis]);
        }
        Self {
            buffer,
            shape: shape.to_vec(),
            strides,
            offset: 0,
        }
    }

    /// The same elements with two axes swapped.
    pub fn transposed(mut self, a: usize, b: usize) -> Self {
        self.shape.swap(a, b);
        self.strides.swap(a, b);
        self
    }

    /// Reads an element; zero out of bounds.
    ///
    /// # Panics
    /// Panics if there is not one index an axis.
    pub fn at(&self, kernel: &mut Kernel, indices: Vec<Expr>) -> Expr {
        let place = self.place(kernel, indices);
        self.buffer.at(place)
    }

    /// Writes an element; out of bounds it does nothing.
    ///
    /// # Panics
    /// Panics if there is not one index an axis.
    pub fn store(&self, kernel: &mut Kernel, indices: Vec<Expr>, value: impl Into<Expr>) {
        let place = self.place(kernel, indices);
        kernel.store(self.buffer, place, value);
    }

    /// The index into the buffer, the largest u32 where an index is out of bounds: no buffer has an
    /// element there.
    fn place(&self, kernel: &mut Kernel, indices: Vec<Expr>) -> Expr {
        assert_eq!(indices.len(), self.shape.len(), "one index an axis");
        let mut sum = Expr::u32(self.offset);
        let mut inside = Expr::bool(true);
        for ((index, shape), stride) in indices.into_iter().zip(&self.shape).zip(&self.strides) {
            let index = kernel.bind("index", index);
            sum = sum + index * *stride;
            inside = inside & index.less(*shape);
        }
        inside.select(sum, u32::MAX)
    }
}
