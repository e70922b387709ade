//! What integers and floats do along an axis of a tensor and element by element, and what moves elements.
//!
//! | engine | what it gives |
//! |---|---|
//! | [`reduce_axis_strict`], [`freduce_axis_strict`] | rows along an axis folded from left to right, of integers and of floats |
//! | [`reduce_axis_tree`], [`freduce_axis_tree`] | the same in a binary tree that is split at `n / 2`, rounded down |
//! | [`scan_axis`], [`fscan_axis`] | every prefix of such rows, from left to right |
//! | [`elements_by`], [`felements_by`] | an op of two tensors element by element, of which one may be a row, a column or a scalar |
//! | [`transpose`], [`concat_axis`], [`pad`] | elements in other places |
//!
//! Column 0 of an input is the shape; the other columns are tensors, their last dimension the innermost. An element
//! that a tensor does not have is 0, and what it has beyond its shape is not read. An element is a word, of 64 bits
//! two, the low one first, of floats their bits, of 16 bits in the low half of a word, whose upper half is not read.
//! Floats are rounded after every op by the strict ops of the library, subnormal numbers are kept, and a NaN that is
//! written is the canonical one. An element of the output, or a row of it, is the work of one invocation.
//!
//! # Numbers of ops
//! A number that is not listed is refused. More may be added, and none ever changes.
//!
//! What folds and scans know:
//!
//! | number | integers | of nothing | floats | of nothing |
//! |---|---|---|---|---|
//! | 0 to 3 | sum, product, minimum, maximum of u32 | 0, 1, 2^32 - 1, 0 | sum, product, minimum, maximum of binary32 | -0, 1, NaN, NaN |
//! | 4 to 6 | and, or, exclusive or of u32 | 2^32 - 1, 0, 0 | the first three of binary16 | -0, 1, NaN |
//! | 7 | sum of i32 | 0 | maximum of binary16 | NaN |
//! | 8, 9 | minimum and maximum of i32 | 2^31 - 1, -2^31 | sum and product of bfloat16 | -0, 1 |
//! | 10, 11 | sum and minimum of u64 | 0, 2^64 - 1 | minimum and maximum of bfloat16 | NaN, NaN |
//! | 12 | maximum of u64 | 0 | | |
//!
//! What is of nothing is the identity that the op of the library declares: only -0 leaves a zero of either sign as it
//! is, and a minimum or maximum passes over NaN.
//!
//! What goes element by element:
//!
//! | number | integers | floats |
//! |---|---|---|
//! | 0 to 5 | sum, difference, product, quotient, remainder, minimum of u32 | sum, difference, product, quotient, minimum, maximum of binary32 |
//! | 6 to 11 | maximum, and, or, exclusive or, shift to the left, to the right of u32 | the same of binary16 |
//! | 12 to 17 | quotient, remainder, minimum, maximum, shift to the right of i32; whether less, as i32 | the same of bfloat16 |
//! | 18, 19 | whether less, whether equal, as u32 | |
//!
//! Integers wrap; a quotient or remainder by zero is 0, the least i32 by -1 is itself with the remainder 0, and a shift
//! is by the amount modulo 32. A truth is 0 or 1.

mod concat_axis;
mod elements;
mod elements_by;
mod felements_by;
mod freduce_axis_strict;
mod freduce_axis_tree;
mod fscan_axis;
mod moved;
mod op;
mod pad;
mod reduce_axis_strict;
mod reduce_axis_tree;
mod rows;
mod scan;
mod scan_axis;
mod strict;
mod table;
mod transpose;
mod tree;
mod values;

pub use concat_axis::concat_axis;
pub use elements_by::elements_by;
pub use felements_by::felements_by;
pub use freduce_axis_strict::freduce_axis_strict;
pub use freduce_axis_tree::freduce_axis_tree;
pub use fscan_axis::fscan_axis;
pub use pad::pad;
pub use reduce_axis_strict::reduce_axis_strict;
pub use reduce_axis_tree::reduce_axis_tree;
pub use scan_axis::scan_axis;
pub use transpose::transpose;
