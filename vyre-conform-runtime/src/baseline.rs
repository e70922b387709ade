//! Baselines: WGSL that a person wrote, or a copy, which an op or an engine must not be much slower than. A run of
//! `certify --baselines` on hardware measures both by turns, and level L4 asks for it.
//!
//! A baseline does not belong to the definition of its op: it changes no result, and no digest of the registry.
//! Alternates in WGSL are baselines of their op by themselves; what is declared here is for ops and engines without
//! one.

#[doc(hidden)]
pub use inventory;

use crate::engine::Input;

/// What an op or an engine is measured against. [`baseline!`](crate::baseline!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Baseline {
    /// Id of the op or engine.
    pub of: &'static str,
    /// The other side of its race.
    pub by_hand: ByHand,
}

/// What a person wrote, or the copy that stands for it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ByHand {
    /// Functions in WGSL, one of which has the name and the types of the op's.
    Function(&'static str),
    /// Programs in WGSL.
    Pipeline(PipelineByHand),
    /// A copy, of an engine.
    Copy(CopyOfBuffers),
    /// A copy of as many bytes as the operands and results of an op, and the least rate of the op in thousandths of
    /// that of the copy.
    CopyOfOperands(u64),
}

/// Programs in WGSL that take the launch of an engine.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PipelineByHand {
    /// What both work on.
    pub input: fn() -> Input,
    /// The workgroup size of the engine's plan.
    pub size: u32,
    /// One text for each program of the plan, with its bindings and the entry point `vyre_main`.
    pub texts: &'static [&'static str],
    /// The least rate of the engine, in thousandths of that of the texts.
    pub least: u64,
}

/// A copy that reads and writes as many bytes together as the buffers of an engine's launch hold. Its rate says how far
/// an engine is from moving each of its bytes once, which is a bound that no person reaches either for most of them; it
/// compares the engine with no other program.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CopyOfBuffers {
    /// What the engine works on.
    pub input: fn() -> Input,
    /// The workgroup size of its plan.
    pub size: u32,
    /// The least rate of the engine, in thousandths of that of the copy.
    pub least: u64,
}

impl Baseline {
    /// A function that an op is measured against.
    pub const fn function(of: &'static str, wgsl: &'static str) -> Self {
        let by_hand = ByHand::Function(wgsl);
        Self { of, by_hand }
    }

    /// A pipeline that an engine is measured against.
    ///
    /// # Panics
    /// As [`copy`](Self::copy).
    pub const fn pipeline(
        of: &'static str,
        (input, size): (fn() -> Input, u32),
        texts: &'static [&'static str],
        least: u64,
    ) -> Self {
        assert!(least > 0, "a least rate of 0 is reached by every rate");
        let by_hand = ByHand::Pipeline(PipelineByHand {
            input,
            size,
            texts,
            least,
        });
        Self { of, by_hand }
    }

    /// A copy of as many bytes as the buffers of an engine's launch hold.
    ///
    /// # Panics
    /// Where `least` is 0, which every rate reaches; in a declaration while it is compiled.
    pub const fn copy(of: &'static str, (input, size): (fn() -> Input, u32), least: u64) -> Self {
        assert!(least > 0, "a least rate of 0 is reached by every rate");
        let by_hand = ByHand::Copy(CopyOfBuffers { input, size, least });
        Self { of, by_hand }
    }

    /// A copy that reads and writes as many bytes together as an op does.
    ///
    /// # Panics
    /// As [`copy`](Self::copy).
    pub const fn copy_of_operands(of: &'static str, least: u64) -> Self {
        assert!(least > 0, "a least rate of 0 is reached by every rate");
        let by_hand = ByHand::CopyOfOperands(least);
        Self { of, by_hand }
    }
}

inventory::collect!(Baseline);

/// Every declared baseline, by id and text.
pub fn baselines() -> Vec<&'static Baseline> {
    let mut all: Vec<&Baseline> = inventory::iter::<Baseline>.into_iter().collect();
    all.sort_by_key(|declared| (declared.of, declared.texts()));
    all
}

impl Baseline {
    /// Its texts, of a copy none.
    pub fn texts(&self) -> &[&'static str] {
        match &self.by_hand {
            ByHand::Function(text) => std::slice::from_ref(text),
            ByHand::Pipeline(pipeline) => pipeline.texts,
            ByHand::Copy(_) | ByHand::CopyOfOperands(_) => &[],
        }
    }
}

/// Declares what an op or an engine is measured against.
///
/// ```
/// use vyre_conform_runtime::baseline;
///
/// // A function with the name and the types of the op's.
/// baseline!("u32::average", wgsl = "fn average(a: u32, b: u32) -> u32 { return (a & b) + ((a ^ b) >> 1u); }");
/// ```
///
/// An op that computes longer than its operands take to move, and that nobody has written by hand, stands beside a copy
/// at the least rate that is declared, in thousandths: `baseline!("f32::div", copy, least = 197)`.
///
/// An engine has programs in place of it, one for each program of its plan for an input at a workgroup size, and the
/// least rate in thousandths of theirs: `baseline!("engine::reduce", input = words, size = 64, wgsl = [SUMS], least =
/// 833)`. One whose programs nobody has written by hand has a copy of as many bytes as its buffers hold:
/// `baseline!("engine::crc32", input = messages, size = 256, copy, least = 40)`.
#[macro_export]
macro_rules! baseline {
    ($of:literal, wgsl = $text:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::function($of, $text) }
    };
    ($of:literal, copy, least = $least:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::copy_of_operands($of, $least) }
    };
    ($of:literal, input = $input:expr, size = $size:expr, wgsl = [$($text:expr),+ $(,)?], least = $least:expr $(,)?) => {
        $crate::baseline::inventory::submit! {
            $crate::baseline::Baseline::pipeline($of, ($input, $size), &[$($text),+], $least)
        }
    };
    ($of:literal, input = $input:expr, size = $size:expr, copy, least = $least:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::copy($of, ($input, $size), $least) }
    };
}
