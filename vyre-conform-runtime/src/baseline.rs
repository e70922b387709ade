//! Baselines: WGSL that a person wrote, which an op or an engine must not be much slower than. A run of `certify
//! --baselines` on hardware measures both by turns, and level L4 asks for it.
//!
//! A baseline does not belong to the definition of its op: it changes no result, and no digest of the registry. Alternates in
//! WGSL are baselines of their op by themselves; what is declared here is for ops and engines without one.

#[doc(hidden)]
pub use inventory;

use crate::engine::Input;

/// What an op or an engine is measured against. [`baseline!`](crate::baseline!) declares one.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Baseline {
    /// Id of the op or engine.
    pub of: &'static str,
    /// What a person wrote.
    pub by_hand: ByHand,
}

/// What a person wrote.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum ByHand {
    /// Functions in WGSL, one of which has the name and the types of the op's.
    Function(&'static str),
    /// Programs in WGSL.
    Pipeline(PipelineByHand),
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

impl Baseline {
    /// A function that an op is measured against.
    pub const fn function(of: &'static str, wgsl: &'static str) -> Self {
        let by_hand = ByHand::Function(wgsl);
        Self { of, by_hand }
    }

    /// A pipeline that an engine is measured against.
    pub const fn pipeline(
        of: &'static str,
        (input, size): (fn() -> Input, u32),
        texts: &'static [&'static str],
        least: u64,
    ) -> Self {
        let by_hand = ByHand::Pipeline(PipelineByHand {
            input,
            size,
            texts,
            least,
        });
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
    /// Its texts.
    pub fn texts(&self) -> &[&'static str] {
        match &self.by_hand {
            ByHand::Function(text) => std::slice::from_ref(text),
            ByHand::Pipeline(pipeline) => pipeline.texts,
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
/// An engine has programs in place of it, one for each program of its plan for an input at a workgroup size, and the
/// least rate in thousandths of theirs: `baseline!("engine::reduce", input = words, size = 64, wgsl = [SUMS], least =
/// 833)`.
#[macro_export]
macro_rules! baseline {
    ($of:literal, wgsl = $text:expr $(,)?) => {
        $crate::baseline::inventory::submit! { $crate::baseline::Baseline::function($of, $text) }
    };
    ($of:literal, input = $input:expr, size = $size:expr, wgsl = [$($text:expr),+ $(,)?], least = $least:expr $(,)?) => {
        $crate::baseline::inventory::submit! {
            $crate::baseline::Baseline::pipeline($of, ($input, $size), &[$($text),+], $least)
        }
    };
}
