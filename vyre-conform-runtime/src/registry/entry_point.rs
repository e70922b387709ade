//! Types of entry points.

/// Evaluates one case, from the words of all operands in order to the words of the result.
pub type Scalar = fn(&[u32], &mut [u32]);

/// Evaluates a block of cases: one column per word of each operand in order, and one per word of the
/// result. All columns have the same length.
pub type ColumnKernel = fn(&[&[u32]], &mut [&mut [u32]]);
