//! Opaque entry points of a function: one case at a time, or a block at a time.
//!
//! A law check must call the op through an entry point that is opaque to the optimiser. Otherwise the
//! optimiser proves the law and deletes the loop. A pointer to a *slice kernel* is opaque and still
//! runs at the speed of the vector unit, because the loop inside it is compiled for the op alone.

use super::calls::{self, CalledFunction};
use super::entry_point::{ColumnKernel, Scalar};
use crate::body::FnKey;
use crate::vector::widest;
use vyre_conform_ir::Signature;
use vyre_conform_ir::value::{HostValue, Value};
use vyre_conform_spec::{Tolerance, Track};

/// A function as checks use it: its types and its opaque entry points.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct OpRef {
    /// Identity of the function.
    pub key: FnKey,
    /// Its types.
    pub signature: Signature,
    /// Entry point for one case.
    pub scalar: Scalar,
    /// Entry point for a block of cases.
    pub kernel: ColumnKernel,
    /// The distance from its results that another implementation may have.
    pub tolerance: Tolerance,
}

impl OpRef {
    /// The same function, whose other implementations may deviate by this many units in the last place.
    ///
    /// # Panics
    /// If the result is not a float. The attribute makes the call in a constant, so the panic is a
    /// compile error.
    #[must_use]
    pub const fn within(self, ulps: u32) -> Self {
        assert!(
            self.signature.result.float().is_some(),
            "`ulps = ..` is a tolerance of float results, and this op gives none: leave it out"
        );
        Self {
            tolerance: Tolerance::ulps(ulps),
            ..self
        }
    }

    /// The track of the function.
    pub fn track(&self) -> Track {
        Track::of(
            self.signature.operands,
            self.signature.result,
            self.tolerance,
        )
    }

    /// True if these words are acceptable where the reference returns `expected`.
    pub fn accepts(&self, expected: &[u32], found: &[u32]) -> bool {
        self.tolerance
            .accepts(self.signature.result, expected, found)
    }

    /// Evaluates one case.
    pub fn call(&self, operands: &[Value]) -> Value {
        let words: Vec<u32> = operands
            .iter()
            .flat_map(|v| v.words().iter().copied())
            .collect();
        let mut out = [0; vyre_conform_ir::value::MAX_WORDS];
        self.words(&words, &mut out);
        Value::from_words(self.signature.result, &out)
    }

    pub(super) const fn callee(&self) -> CalledFunction {
        CalledFunction {
            key: self.key,
            signature: self.signature,
            scalar: self.scalar,
        }
    }

    /// Evaluates one case, from the words of all operands in order to the words of the result.
    pub fn words(&self, operands: &[u32], out: &mut [u32]) {
        self.callee().words(operands, out);
    }

    /// Evaluates at most [`calls::MAX_CASES`] cases in order by the scalar function, as one call, from the
    /// words of all operands of each to the words of its result.
    pub fn cases(&self, operands: &[u32], out: &mut [u32]) {
        self.callee().cases(operands, out, &mut 0);
    }

    /// Evaluates a block of cases, with columns as in [`ColumnKernel`].
    pub fn block(&self, operands: &[&[u32]], out: &mut [&mut [u32]]) {
        calls::block(self.callee(), self.kernel, operands, out);
    }
}

/// The function item or non-capturing closure `f` as an [`OpRef`]. A NaN result of the host's
/// arithmetic becomes the canonical NaN.
pub const fn op_ref<M, F: OpFn<M>>(f: F) -> OpRef {
    normalized_op_ref::<M, F, Canonical>(f)
}

/// The same for a function that defines every bit of its result, NaNs included: one that only flips,
/// clears or copies the sign.
pub const fn op_ref_exact<M, F: OpFn<M>>(f: F) -> OpRef {
    normalized_op_ref::<M, F, Exact>(f)
}

/// A predicate as an [`OpRef`], which evaluates a block case by case. Predicates run on some millions
/// of cases at most, and a vector loop for each class of each op took 30 % of the compile time of the
/// op library.
pub const fn predicate<M, F: OpFn<M>>(f: F) -> OpRef {
    with_kernel::<M, F, Exact>(f, case_by_case::<M, F>)
}

const fn normalized_op_ref<M, F: OpFn<M>, N: Nans>(f: F) -> OpRef {
    with_kernel::<M, F, N>(f, kernel::<M, F, N>)
}

const fn with_kernel<M, F: OpFn<M>, N: Nans>(_: F, kernel: ColumnKernel) -> OpRef {
    OpRef {
        key: FnKey::of_type::<F>(),
        signature: F::SIGNATURE,
        scalar: F::scalar::<N>,
        kernel,
        tolerance: Tolerance::EXACT,
    }
}

fn case_by_case<M, F: OpFn<M>>(operands: &[&[u32]], out: &mut [&mut [u32]]) {
    each(F::scalar::<Exact>, operands, out);
}

/// Evaluates a block case by case; compiled once, for all predicates.
fn each(scalar: Scalar, operands: &[&[u32]], out: &mut [&mut [u32]]) {
    let mut words = vec![0; operands.len()];
    let mut result = [0; vyre_conform_ir::value::MAX_WORDS];
    for i in 0..out[0].len() {
        for (word, column) in words.iter_mut().zip(operands) {
            *word = column[i];
        }
        scalar(&words, &mut result);
        for (column, word) in out.iter_mut().zip(result) {
            column[i] = word;
        }
    }
}

/// A bit-level function that an op is lowered to, with its one opaque entry point.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct LoweredFn {
    /// Identity of the function.
    pub key: FnKey,
    /// Entry point for one case, in the layout of the op: a float occupies the words of its bits.
    pub scalar: Scalar,
}

impl LoweredFn {
    /// The function under this signature.
    pub fn callee(self, signature: Signature) -> CalledFunction {
        CalledFunction {
            key: self.key,
            signature,
            scalar: self.scalar,
        }
    }
}

/// The function item `f`, on bits, as a [`LoweredFn`].
pub const fn lowered_fn<M, F: OpFn<M>>(_: F) -> LoweredFn {
    LoweredFn {
        key: FnKey::of_type::<F>(),
        scalar: F::scalar::<Exact>,
    }
}

/// Treatment of a NaN result.
pub trait Nans: 'static {
    /// The result in the form that is compared.
    fn settled<T: HostValue>(result: T) -> T;
}

/// Any NaN becomes the canonical one.
struct Canonical;

impl Nans for Canonical {
    #[inline(always)]
    fn settled<T: HostValue>(result: T) -> T {
        result.canonical()
    }
}

/// A NaN keeps its bits.
struct Exact;

impl Nans for Exact {
    #[inline(always)]
    fn settled<T: HostValue>(result: T) -> T {
        result
    }
}

/// Functions from one to four values to a value; `M` is the function-pointer type and distinguishes the
/// arities.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a function from one to four values to a value",
    note = "operands and results are u32, i32, u64, bool, [u32; 2], [u32; 4], f32, half::f16 or half::bf16"
)]
pub trait OpFn<M>: Copy + 'static {
    /// The types.
    const SIGNATURE: Signature;
    /// See [`Scalar`].
    fn scalar<N: Nans>(operands: &[u32], out: &mut [u32]);
    /// See [`ColumnKernel`]; compiled once per width of vector unit.
    fn block<N: Nans>(operands: &[&[u32]], out: &mut [&mut [u32]]);
}

widest! {
    fn kernel[M, F: OpFn<M>, N: Nans](operands: &[&[u32]], out: &mut [&mut [u32]]) {
        F::block::<N>(operands, out);
    }
}

/// The value of a zero-sized `Copy` type that is known to be inhabited.
///
/// Only constructors of [`OpRef`] and [`LoweredFn`] lead here, and they take an `F` by value.
#[inline(always)]
fn item<F: Copy>() -> F {
    const {
        assert!(
            size_of::<F>() == 0,
            "an op is the path of a function, not a captured value"
        )
    };
    // SAFETY: `F` is zero-sized, so a read touches no memory. `F` is `Copy`, and the constructor of the
    // entry point received a value of it, so a value exists and may be duplicated.
    unsafe { std::ptr::NonNull::<F>::dangling().read() }
}

/// Writes the results of the first `n` cases, one column per word.
// The compiler does not unroll an iterator over the columns, and the loop over cases would then not be
// vectorised.
#[allow(clippy::needless_range_loop)]
#[inline(always)]
fn fill<R: HostValue, const W: usize>(
    columns: [&mut [u32]; W],
    n: usize,
    case: impl Fn(usize) -> R,
) {
    for i in 0..n {
        let mut words = [0; W];
        case(i).write(&mut words);
        for k in 0..W {
            columns[k][i] = words[k];
        }
    }
}

macro_rules! op_fn {
    ($(($t:ident, $v:ident, $at:ident)),+) => {
        impl<F, R, $($t),+> OpFn<fn($($t),+) -> R> for F
        where
            F: Fn($($t),+) -> R + Copy + 'static,
            R: HostValue,
            $($t: HostValue,)+
        {
            const SIGNATURE: Signature =
                Signature { operands: &[$($t::TYPE),+], result: R::TYPE };

            fn scalar<N: Nans>(operands: &[u32], out: &mut [u32]) {
                let mut rest = operands;
                $(
                    let $v = $t::read(rest);
                    rest = &rest[$t::TYPE.words()..];
                )+
                let _ = rest;
                N::settled(item::<F>()($($v),+)).write(out);
            }

            #[inline(always)]
            fn block<N: Nans>(operands: &[&[u32]], out: &mut [&mut [u32]]) {
                let n = out[0].len();
                let mut rest = operands;
                $(let $at = $t::take(&mut rest, n);)+
                let f = item::<F>();
                let case = |i: usize| N::settled(f($($t::get($at, i)),+));
                // One loop for each number of columns; the compiler keeps the one for the result type.
                // With a variable number it would not use the vector unit.
                match (const { R::TYPE.words() }, out) {
                    (1, [column]) => fill::<R, 1>([&mut column[..n]], n, case),
                    (2, [low, high]) => fill::<R, 2>([&mut low[..n], &mut high[..n]], n, case),
                    (4, [x, y, z, w]) => fill::<R, 4>(
                        [&mut x[..n], &mut y[..n], &mut z[..n], &mut w[..n]],
                        n,
                        case,
                    ),
                    (words, out) => panic!("{} columns for a result of {words} words", out.len()),
                }
            }
        }
    };
}

op_fn!((A, a, at_a));
op_fn!((A, a, at_a), (B, b, at_b));
op_fn!((A, a, at_a), (B, b, at_b), (C, c, at_c));
op_fn!((A, a, at_a), (B, b, at_b), (C, c, at_c), (D, d, at_d));

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: docs/spec/ir.md#types (low word first).
    #[test]
    fn kernels_and_scalars_agree_on_every_layout() {
        let op = op_ref(|a: u64, n: u32, keep: bool| if keep { a } else { a << (n & 63) });
        assert_eq!(op.signature.operand_words(), 4);
        let columns: [&[u32]; 4] = [&[1, 1], &[0, 0], &[33, 33], &[0, 1]];
        let (mut low, mut high) = ([9; 2], [9; 2]);
        (op.kernel)(&columns, &mut [&mut low, &mut high]);
        assert_eq!((low, high), ([0, 1], [2, 0]));
        let one = op.call(&[Value::of(1u64), Value::of(33u32), Value::of(false)]);
        assert_eq!(one, Value::of(2u64 << 32));
    }

    /// Oracle: the order of numbers, by hand.
    #[test]
    fn predicate_reads_its_block_case_by_case() {
        let less = predicate(|a: u64, b: u32| a < u64::from(b));
        let columns: [&[u32]; 3] = [&[1, 1, 7], &[0, 1, 0], &[2, 2, 7]];
        let mut out = [9; 3];
        less.block(&columns, &mut [&mut out]);
        assert_eq!(out, [1, 0, 0]);
        assert_eq!(
            less.call(&[Value::of(1u64), Value::of(2u32)]),
            Value::of(true)
        );
    }

    /// Oracle: only floats have neighbours. The attribute makes the call in a constant, where the panic
    /// is a compile error.
    #[test]
    #[should_panic(expected = "is a tolerance of float results")]
    fn a_tolerance_of_integers_is_refused() {
        let _ = op_ref(|a: u32| a).within(2);
    }

    /// Oracle: the strict float rules: every NaN result is 0x7fc00000 unless only the sign changes;
    /// IEEE sums of the others.
    #[test]
    fn a_nan_is_the_canonical_one_unless_every_bit_is_defined() {
        let (sum, flip) = (op_ref(|a: f32, b: f32| a + b), |a: f32| -a);
        let nan = Value::from_words(vyre_conform_spec::ValueType::F32, &[0xffa0_0001]);
        let one = Value::of(1.0f32);
        assert_eq!(
            sum.call(&[nan, one]),
            Value::of(f32::from_bits(0x7fc0_0000))
        );
        assert_eq!(sum.call(&[one, one]), Value::of(2.0f32));
        assert_eq!(op_ref(flip).call(&[nan]).words(), [0x7fc0_0000]);
        assert_eq!(op_ref_exact(flip).call(&[nan]).words(), [0x7fa0_0001]);
        let mut out = [[0; 2]];
        (op_ref_exact(flip).kernel)(
            &[&[0xffa0_0001, 0]],
            &mut out.each_mut().map(|c| &mut c[..]),
        );
        assert_eq!(out, [[0x7fa0_0001, 0x8000_0000]]);
    }
}
