//! Baselines: hand-written WGSL, or a copy, with a least relative rate for an op or an engine.
//! `certify --baselines` on hardware measures both alternately; level L4 requires it.
//!
//! A baseline is not part of the definition of its op: it changes no result and no digest of the
//! registry. WGSL alternates are baselines of their op automatically; the declarations here are for ops
//! and engines without one.

#[doc(hidden)]
pub use inventory;

use crate::engine::Input;

/// The baseline of an op or an engine. [`baseline!`](crate::baseline!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Baseline {
    /// Id of the op or engine.
    pub subject: &'static str,
    /// The implementation to compare with.
    pub kind: BaselineKind,
}

/// A hand-written implementation, or the copy that replaces it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum BaselineKind {
    /// WGSL functions, one of which has the name and the types of the op.
    Function(&'static str),
    /// WGSL programs.
    Pipeline(HandWrittenPipeline),
    /// A copy, for an engine.
    Copy(CopyOfBuffers),
    /// A copy of as many bytes as the operands and results of an op; the number is the op's least rate
    /// in thousandths of the copy's rate.
    CopyOfOperands(u64),
}

/// WGSL programs that run with the launch of an engine.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct HandWrittenPipeline {
    /// The input of both.
    pub input: fn() -> Input,
    /// The workgroup size of the engine's plan.
    pub size: u32,
    /// One text for each program of the plan, with its bindings and the entry point `vyre_main`.
    pub texts: &'static [&'static str],
    /// The least rate of the engine, in thousandths of the rate of the texts.
    pub min_rate: u64,
}

/// A copy that reads and writes as many bytes in total as the buffers of an engine's launch hold. Its
/// rate measures the distance of the engine from moving each byte once. For most engines no
/// hand-written program reaches that bound either.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CopyOfBuffers {
    /// The input of the engine.
    pub input: fn() -> Input,
    /// The workgroup size of the engine's plan.
    pub size: u32,
    /// The least rate of the engine, in thousandths of the rate of the copy.
    pub min_rate: u64,
}

impl Baseline {
    /// A WGSL function as the baseline of an op.
    pub const fn function(subject: &'static str, wgsl: &'static str) -> Self {
        let kind = BaselineKind::Function(wgsl);
        Self { subject, kind }
    }

    /// WGSL programs as the baseline of an engine.
    ///
    /// # Panics
    /// Under the conditions of [`copy`](Self::copy).
    pub const fn pipeline(
        subject: &'static str,
        (input, size): (fn() -> Input, u32),
        texts: &'static [&'static str],
        min_rate: u64,
    ) -> Self {
        assert!(min_rate > 0, "a least rate of 0 is reached by every rate");
        let kind = BaselineKind::Pipeline(HandWrittenPipeline {
            input,
            size,
            texts,
            min_rate,
        });
        Self { subject, kind }
    }

    /// A copy of as many bytes as the buffers of an engine's launch hold.
    ///
    /// # Panics
    /// If `least` is 0, which every rate reaches; in a declaration the panic is a compile error.
    pub const fn copy(
        subject: &'static str,
        (input, size): (fn() -> Input, u32),
        min_rate: u64,
    ) -> Self {
        assert!(min_rate > 0, "a least rate of 0 is reached by every rate");
        let kind = BaselineKind::Copy(CopyOfBuffers {
            input,
            size,
            min_rate,
        });
        Self { subject, kind }
    }

    /// A copy that reads and writes as many bytes in total as an op does.
    ///
    /// # Panics
    /// Under the conditions of [`copy`](Self::copy).
    pub const fn copy_of_operands(subject: &'static str, least: u64) -> Self {
        assert!(least > 0, "a least rate of 0 is reached by every rate");
        let kind = BaselineKind::CopyOfOperands(least);
        Self { subject, kind }
    }
}

inventory::collect!(Baseline);

/// Every declared baseline, by id and text.
pub fn baselines() -> Vec<&'static Baseline> {
    let mut all: Vec<&Baseline> = inventory::iter::<Baseline>.into_iter().collect();
    all.sort_by_key(|declared| (declared.subject, declared.texts()));
    all
}

impl Baseline {
    /// Its texts; none for a copy.
    pub fn texts(&self) -> &[&'static str] {
        match &self.kind {
            BaselineKind::Function(text) => std::slice::from_ref(text),
            BaselineKind::Pipeline(pipeline) => pipeline.texts,
            BaselineKind::Copy(_) | BaselineKind::CopyOfOperands(_) => &[],
        }
    }
}

/// Declares the baseline of an op or an engine.
///
/// ```
/// use vyre_conform_runtime::baseline;
///
/// // A function with the name and the types of the op's.
/// baseline!("u32::average", wgsl = "fn average(a: u32, b: u32) -> u32 { return (a & b) + ((a ^ b) >> 1u); }");
/// ```
///
/// An op whose computation takes longer than moving its operands, and that has no hand-written
/// implementation, is compared with a copy at a declared least rate in thousandths:
/// `baseline!("f32::div", copy, least = 197)`.
///
/// For an engine, the declaration lists one program for each program of its plan at one input and
/// workgroup size, and the least rate in thousandths:
/// `baseline!("engine::reduce", input = words, size = 64, wgsl = [SUMS], least = 833)`. An engine
/// without hand-written programs is compared with a copy of as many bytes as its buffers hold:
/// `baseline!("engine::crc32", input = messages, size = 256, copy, least = 40)`.
#[macro_export]
macro_rules! baseline {
    ($of:literal, wgsl = $text:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::function($of, $text) }
    };
    ($of:literal, copy, least = $least:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::copy_of_operands($of, $least) }
    };
    (
        $of:literal, input = $input:expr, size = $size:expr,
        wgsl = [$($text:expr),+ $(,)?], least = $least:expr $(,)?
    ) => {
        $crate::baseline::inventory::submit! {
            $crate::baseline::Baseline::pipeline($of, ($input, $size), &[$($text),+], $least)
        }
    };
    ($of:literal, input = $input:expr, size = $size:expr, copy, least = $least:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::copy($of, ($input, $size), $least) }
    };
}
