//! Products of matrices of integers, the sums modulo 2^32: their order is of no matter.

use super::grid::{self, WORKGROUP};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::{Expr, Kernel, Program, Type};

/// A product for each matrix of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatrixProduct {
    /// Matrices.
    pub batch: usize,
    /// Rows of A and of the result.
    pub rows: usize,
    /// Columns of B and of the result.
    pub columns: usize,
    /// Columns of A and rows of B.
    pub inner: usize,
}

impl MatrixProduct {
    /// The result on the host.
    pub(crate) fn reference(&self, a: &[u32], b: &[u32]) -> Vec<u32> {
        let Self {
            batch,
            rows,
            columns,
            inner,
        } = *self;
        let mut result = vec![0u32; batch * rows * columns];
        for (row, of) in result.chunks_mut(columns.max(1)).enumerate() {
            let own = &a[row * inner..][..inner];
            let matrix = &b[row / rows * inner * columns..][..inner * columns];
            for (x, line) in own.iter().zip(matrix.chunks(columns.max(1))) {
                for (sum, y) in of.iter_mut().zip(line) {
                    *sum = sum.wrapping_add(x.wrapping_mul(*y));
                }
            }
        }
        result
    }

    /// The program, and a launch that reads the result back.
    pub(crate) fn launch(&self, operands: &[&[u32]], len: usize) -> (Vec<Program>, Launch) {
        let (groups, grid) = grid::over(len as u32);
        let mut params = grid.to_vec();
        params.extend([self.rows, self.columns, self.inner].map(|len| len as u32));
        let mut buffers = vec![Contents::Words(params)];
        buffers.extend(operands.iter().map(|of| Contents::Words(of.to_vec())));
        buffers.push(Contents::Zeros(len));
        let last = buffers.len() - 1;
        let launch = Launch {
            steps: vec![Step {
                program: 0,
                workgroups: [groups, 1, 1],
                buffers: (0..buffers.len()).collect(),
            }],
            buffers,
            read_back: vec![last],
        };
        (vec![program()], launch)
    }
}

fn program() -> Program {
    let mut k = Kernel::new("product", [WORKGROUP, 1, 1]);
    let params = k.uniform("params", Type::U32, 6);
    let [a, b] = ["a", "b"].map(|name| k.read_only(name, Type::U32));
    let result = k.read_write("result", Type::U32);
    let known = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
    let [rows, columns, inner] = [3, 4, 5].map(|i| k.bind("side", params.at(i)));
    grid::each(&mut k, known, |k, item| {
        let row = k.bind("row", item / columns);
        let column = k.bind("column", item % columns);
        let own = k.bind("own", row * inner);
        let other = k.bind("other", row / rows * inner * columns + column);
        let sum = k.variable("sum", Expr::u32(0));
        k.count("i", 0, inner, |k, i| {
            let product = a.at(own + i) * b.at(other + i * columns);
            k.assign(sum, sum + product);
        });
        k.store(result, item, sum);
    });
    k.finish()
}
