//! Tensor engines of integers and floats: folds and scans along an axis, element-wise ops, and moves of elements.
//!
//! | engine | result |
//! |---|---|
//! | [`reduce_axis_strict`], [`freduce_axis_strict`] | rows along an axis folded from left to right, of integers and of floats |
//! | [`reduce_axis_tree`], [`freduce_axis_tree`] | the same in a binary tree that is split at `n / 2`, rounded down |
//! | [`scan_axis`], [`fscan_axis`] | every prefix of such rows, from left to right |
//! | [`elements_by`], [`felements_by`] | an element-wise op of two tensors; either may be a row, a column or a scalar |
//! | [`transpose`], [`concat_axis`], [`pad`] | rearranged elements |
//!
//! Column 0 of an input is the shape; the other columns are tensors, their last dimension the innermost. A missing
//! element of a tensor is 0; words beyond its shape are not read. An element is a word; a 64-bit element is two words,
//! low first. A float is its bits; a 16-bit float is in the low half of a word, whose upper half is not read. The
//! strict ops of the library round floats after every op and keep subnormal numbers. A NaN in the output is canonical.
//! One invocation computes an element of the output, or a row of it.
//!
//! # Numbers of ops
//! Other numbers are refused. Numbers may be added and never change.
//!
//! Ops of folds and scans:
//!
//! | number | integers | identity | floats | identity |
//! |---|---|---|---|---|
//! | 0 to 3 | sum, product, minimum, maximum of u32 | 0, 1, 2^32 - 1, 0 | sum, product, minimum, maximum of binary32 | -0, 1, NaN, NaN |
//! | 4 to 6 | and, or, exclusive or of u32 | 2^32 - 1, 0, 0 | the first three of binary16 | -0, 1, NaN |
//! | 7 | sum of i32 | 0 | maximum of binary16 | NaN |
//! | 8, 9 | minimum and maximum of i32 | 2^31 - 1, -2^31 | sum and product of bfloat16 | -0, 1 |
//! | 10, 11 | sum and minimum of u64 | 0, 2^64 - 1 | minimum and maximum of bfloat16 | NaN, NaN |
//! | 12 | maximum of u64 | 0 | | |
//!
//! A fold of no elements gives the identity that the op of the library declares: only -0 leaves a zero of either sign
//! unchanged, and a minimum or maximum ignores NaN.
//!
//! Element-wise ops:
//!
//! | number | integers | floats |
//! |---|---|---|
//! | 0 to 5 | sum, difference, product, quotient, remainder, minimum of u32 | sum, difference, product, quotient, minimum, maximum of binary32 |
//! | 6 to 11 | maximum, and, or, exclusive or, shift to the left, to the right of u32 | the same of binary16 |
//! | 12 to 17 | quotient, remainder, minimum, maximum, shift to the right of i32; less than, as i32 | the same of bfloat16 |
//! | 18, 19 | less than, equal, as u32 | |
//!
//! Integers wrap. A quotient or remainder by zero is 0; the least i32 divided by -1 is itself with the remainder 0.
//! Shift amounts count modulo 32. A comparison gives 0 or 1.

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
