//! Races: the speed of an op or engine on a device, in alternating turns with a competitor.

use super::OpCode;
use std::sync::Arc;
use vyre_conform_ir::dispatch::{Contents, Launch};
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_runtime::registry::Signature;

/// Two competitors on a device.
#[derive(Clone, Debug)]
#[non_exhaustive]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one of it at a time, and a race takes far longer than a copy of it"
)]
pub enum SpeedComparison<'a> {
    /// The shader of an op over buffers that stay on the device, and that of another function of the same types, or
    /// else a copy that reads and writes the same total of bytes.
    Ops {
        /// The op.
        op: OpCode<'a>,
        /// The other function.
        other: Option<OpCode<'a>>,
        /// One value per case of each operand, in the canonical layout.
        operands: Vec<Arc<[u32]>>,
    },
    /// The programs of an engine on a launch, and WGSL texts with the same bindings on the same launch, or else a copy
    /// that reads and writes as many bytes in total as the buffers of the launch hold.
    Launches {
        /// The programs.
        programs: &'a [ValidProgram],
        /// A text for each.
        texts: Option<Vec<&'a str>>,
        /// The launch.
        launch: &'a Launch,
        /// Indices in [`Launch::read_back`] of buffers that may differ from run to run.
        order_dependent: &'a [usize],
    },
}

/// Result of a race.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SpeedMeasurement {
    /// Nanoseconds of each turn: of the op or engine, and of the competitor.
    pub nanoseconds: Vec<[u64; 2]>,
    /// True if both left the same words; always true for a copy.
    pub agree: bool,
    /// The words that the engine left; empty for an op.
    pub words: Vec<Vec<u32>>,
}

impl SpeedMeasurement {
    /// The result of a race from its durations, the agreement of the words, and the words of an engine.
    pub fn new(nanoseconds: Vec<[u64; 2]>, agree: bool, words: Vec<Vec<u32>>) -> Self {
        Self {
            nanoseconds,
            agree,
            words,
        }
    }
}

/// Reason why no rate of a backend is a baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RateExclusion {
    /// It computes on the processor.
    Software,
    /// It has no races.
    Unmeasured,
}

impl RateExclusion {
    /// The reason in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Software => "a software adapter establishes no baseline",
            Self::Unmeasured => "no rate is measured on this backend",
        }
    }
}

impl std::fmt::Display for RateExclusion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.words())
    }
}

/// Maximal bytes of an operand or a result in a race: the buffers together exceed the caches of a device.
const MAX_BYTES: u64 = 1 << 26;

/// The number of cases in a race of an op on a device with this maximal buffer size: a copy of as many bytes fits as
/// well.
pub fn race_cases(signature: &Signature, most_bytes: u64) -> usize {
    let types = signature.operands.iter().chain([&signature.result]);
    let bytes = types.map(|ty| ty.bytes() as u64);
    let largest = bytes.clone().max().unwrap_or(4);
    let together: u64 = bytes.sum();
    let cases = (MAX_BYTES.min(most_bytes) / largest).min(2 * most_bytes / together);
    // Whole vectors of four, of which a copy moves half.
    (cases as usize & !1023).max(1024)
}

/// The number of words that a copy reads and writes each, beside a launch: half of the words in the launch's buffers,
/// in whole vectors of four.
pub fn race_words(launch: &Launch) -> usize {
    let words: usize = launch.buffers.iter().map(Contents::len).sum();
    words.div_ceil(8).max(1) * 4
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_spec::ValueType;

    /// Oracle: the bytes of the types, hand-written.
    #[test]
    fn buffers_have_the_largest_allowed_size() {
        let of = |operands, result| Signature { operands, result };
        let add = of(&[ValueType::U32; 2], ValueType::U32);
        assert_eq!(race_cases(&add, 1 << 40), 1 << 24);
        assert_eq!(race_cases(&add, 1 << 20), ((1 << 21) / 12) & !1023);
        let mask = of(&[ValueType::Vec4U32], ValueType::Bool);
        assert_eq!(race_cases(&mask, 1 << 40), 1 << 22);
        assert_eq!(race_cases(&mask, 4), 1024);
    }

    /// Oracle: the words of the buffers, hand-written: half of them, rounded up to four.
    #[test]
    fn a_copy_moves_as_much_as_the_buffers_hold() {
        let of = |buffers| Launch {
            buffers,
            steps: vec![],
            read_back: vec![],
        };
        let both = vec![Contents::Words(vec![1; 100]), Contents::Zeros(28)];
        assert_eq!(race_words(&of(both)), 64);
        assert_eq!(race_words(&of(vec![Contents::Zeros(130)])), 68);
        assert_eq!(race_words(&of(vec![])), 4);
    }
}
