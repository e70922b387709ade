//! Baselines in certificates: the rate of an op or engine relative to hand-written code or a copy.

mod misfits;

pub use misfits::misfits;

use super::digest::digest_of_text;
use serde::{Deserialize, Serialize};
use vyre_conform_runtime::baseline::{
    Baseline, BaselineKind, CopyOfBuffers, HandWrittenPipeline, baselines,
};
use vyre_conform_runtime::engine::EngineDef;
use vyre_conform_runtime::registry::{AlternateDef, OpDef};
use vyre_conform_spec::{Category, TextTarget, Track};
use vyre_conform_suite::backend::{RateExclusion, SpeedMeasurement};

/// Least rate of an op, in thousandths of the rate of a hand-written function.
pub const MIN_HAND_WRITTEN: u64 = 900;

/// Least rate of an op without a hand-written function, in thousandths of the rate of a copy.
pub const MIN_OF_COPY: u64 = 800;

/// Number of turns whose median is the rate.
pub const TURNS: usize = 7;

/// Shortest valid turn: 1000 ns. No submission that is waited for completes sooner.
pub const SHORTEST_TURN: u64 = 1000;

/// Longest valid turn in nanoseconds: one hour.
pub const LONGEST_TURN: u64 = 3_600_000_000_000;

/// Name in certificates of a copy of the size of a launch's buffers.
const BUFFER_COPY: &str = "buffer copy";

/// Baseline of an op or engine, with its outcome.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BaselineEvidence {
    /// The competitor: `copy`, `buffer copy`, `alternate` and its name, or `function` and `pipeline` with the digest of
    /// their texts.
    pub against: String,
    /// Least rate, in thousandths of the competitor's rate.
    pub least: u64,
    /// Outcome of the measurement.
    pub outcome: BaselineOutcome,
    /// Reason for a missing rate, where the outcome alone does not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// Outcome of a baseline. Only `reached` establishes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BaselineOutcome {
    /// At least the least rate.
    Reached,
    /// Below the least rate.
    Missed,
    /// Not measured: a software adapter establishes no baseline.
    Software,
    /// Not measured: the backend has no races.
    Unmeasured,
    /// Not measured: the backend lacks what it needs.
    Unsupported,
    /// It could not be measured, or the two gave different results.
    Failed,
}

/// A measured rate: a fact of the run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RateMeasurement {
    /// Nanoseconds of each turn: of the op or engine, and of the competitor.
    pub turns: Vec<[u64; 2]>,
    /// Median of the rates of all turns, in thousandths of the competitor's rate.
    pub rate: u64,
}

/// Competitor in a baseline.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Competitor {
    /// An alternate in WGSL.
    Alternate(&'static AlternateDef),
    /// A declared function.
    Function(&'static str),
    /// A copy of as many bytes, and the least rate in thousandths of the copy's rate.
    Copy(u64),
    /// Declared programs, for an engine.
    Pipeline(&'static HandWrittenPipeline),
    /// A copy of as many bytes as the buffers of an engine's launch hold.
    BufferCopy(&'static CopyOfBuffers),
}

impl Competitor {
    /// The competitors of an op: its hand-written functions in WGSL, or a copy. A text of Category C is itself such a
    /// function. An op of floats computes longer than its operands take to move, so only a declared copy counts.
    pub fn of_op(def: &'static OpDef) -> Vec<Self> {
        let in_wgsl = |of: &&AlternateDef| of.texts.of(TextTarget::Wgsl).is_some();
        let alternates = def.alternates.iter().filter(in_wgsl).map(Self::Alternate);
        let mut all: Vec<Self> = alternates.chain(declared(def.id)).collect();
        let moves = def.op.track() == Track::Integer && !matches!(def.category, Category::C { .. });
        if all.is_empty() && moves {
            all.push(Self::Copy(MIN_OF_COPY));
        }
        all
    }

    /// The declared competitors of an engine.
    pub fn of_engine(def: &EngineDef) -> Vec<Self> {
        declared(def.id).collect()
    }

    /// The name in certificates.
    pub fn name(&self) -> String {
        match self {
            Self::Alternate(alternate) => format!("alternate {}", alternate.name),
            Self::Function(text) => format!("function {}", digest_of_text(text)),
            Self::Copy(_) => "copy".into(),
            Self::BufferCopy(_) => BUFFER_COPY.into(),
            Self::Pipeline(pipeline) => {
                // WGSL texts never contain the separator.
                format!("pipeline {}", digest_of_text(&pipeline.texts.join("\0")))
            }
        }
    }

    /// Least rate, in thousandths of the competitor's rate.
    pub const fn min_rate(&self) -> u64 {
        match self {
            Self::Alternate(_) | Self::Function(_) => MIN_HAND_WRITTEN,
            Self::Copy(least) => *least,
            Self::Pipeline(pipeline) => pipeline.min_rate,
            Self::BufferCopy(copy) => copy.min_rate,
        }
    }

    /// The requirement in words: `at least 0.833 of the rate of ..`.
    pub fn requirement(&self) -> String {
        at_least(self.min_rate(), &self.name())
    }

    /// Evidence without a measurement.
    pub fn unmeasured(&self, outcome: BaselineOutcome, reason: Option<String>) -> BaselineEvidence {
        BaselineEvidence {
            against: self.name(),
            least: self.min_rate(),
            outcome,
            reason,
        }
    }

    /// Evidence and rate of a race with these turns.
    pub fn measured(
        &self,
        turns: &SpeedMeasurement,
    ) -> (BaselineEvidence, Option<RateMeasurement>) {
        let failed = |reason: &str| {
            (
                self.unmeasured(BaselineOutcome::Failed, Some(reason.into())),
                None,
            )
        };
        if !turns.agree {
            return failed("the two gave different results");
        }
        let rate = match median(&turns.nanoseconds) {
            Ok(rate) => rate,
            Err(reason) => return failed(reason),
        };
        let found = RateMeasurement {
            turns: turns.nanoseconds.clone(),
            rate,
        };
        let stated = self.unmeasured(outcome(rate, self.min_rate()), None);
        (stated, Some(found))
    }
}

/// The declared competitors of an op or engine.
fn declared(id: &str) -> impl Iterator<Item = Competitor> {
    let all = baselines().into_iter().filter(move |of| of.subject == id);
    all.map(|declared: &'static Baseline| match &declared.kind {
        BaselineKind::Pipeline(pipeline) => Competitor::Pipeline(pipeline),
        BaselineKind::Function(text) => Competitor::Function(text),
        BaselineKind::Copy(copy) => Competitor::BufferCopy(copy),
        BaselineKind::CopyOfOperands(least) => Competitor::Copy(*least),
        _ => Competitor::Copy(MIN_OF_COPY),
    })
}

const fn outcome(rate: u64, least: u64) -> BaselineOutcome {
    if rate >= least {
        BaselineOutcome::Reached
    } else {
        BaselineOutcome::Missed
    }
}

/// Median of the rates of turns, the lower middle one for an even number, or the reason why it has none.
fn median(turns: &[[u64; 2]]) -> Result<u64, &'static str> {
    let rate = |[ours, other]: &[u64; 2]| match (ours.min(other), ours.max(other)) {
        (..SHORTEST_TURN, _) => Err("a turn took less than a microsecond"),
        (_, LONGEST_TURN..) => Err("a turn took more than an hour"),
        _ => Ok(other * 1000 / ours),
    };
    let mut rates = turns.iter().map(rate).collect::<Result<Vec<_>, _>>()?;
    rates.sort_unstable();
    let middle = rates.len().saturating_sub(1) / 2;
    rates.get(middle).copied().ok_or("there is no turn")
}

impl From<RateExclusion> for BaselineOutcome {
    fn from(reason: RateExclusion) -> Self {
        match reason {
            RateExclusion::Software => Self::Software,
            _ => Self::Unmeasured,
        }
    }
}

impl BaselineOutcome {
    /// The outcome in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Reached => "reached",
            Self::Missed => "slower than that",
            Self::Software => RateExclusion::Software.words(),
            Self::Unmeasured => RateExclusion::Unmeasured.words(),
            Self::Unsupported => "unsupported",
            Self::Failed => "not measured",
        }
    }

    /// The reason why the backend establishes no baselines at all.
    pub const fn no_rates(self) -> Option<RateExclusion> {
        match self {
            Self::Software => Some(RateExclusion::Software),
            Self::Unmeasured => Some(RateExclusion::Unmeasured),
            _ => None,
        }
    }

    /// True if a measurement decided the outcome.
    pub(crate) const fn is_measured(self) -> bool {
        matches!(self, Self::Reached | Self::Missed)
    }
}

impl BaselineEvidence {
    /// The key of a measurement among the facts of the run.
    pub fn key(&self, of: &str) -> String {
        format!("{of} against {}", self.against)
    }

    /// The contradiction between evidence and measurement, if any.
    pub fn problem(&self, found: Option<&RateMeasurement>) -> Option<String> {
        let against = format!("its baseline against `{}`", self.against);
        let has_reason = matches!(
            self.outcome,
            BaselineOutcome::Unsupported | BaselineOutcome::Failed
        );
        if self.reason.as_ref().is_some_and(|why| !why.is_empty()) != has_reason {
            return Some(format!(
                "{against} is `{}`, which {} a reason",
                self.outcome.words(),
                if has_reason { "has" } else { "needs no" }
            ));
        }
        let found = match (found, self.outcome.is_measured()) {
            (None, false) => return None,
            (None, true) => return Some(format!("{against} has an outcome, but no turns")),
            (Some(_), false) => return Some(format!("{against} was not measured, but has turns")),
            (Some(found), true) => found,
        };
        if found.turns.len() != TURNS {
            return Some(format!(
                "{against} has {} turns; a rate is the median of {TURNS}",
                found.turns.len()
            ));
        }
        match median(&found.turns) {
            Ok(rate) if rate == found.rate => {}
            Ok(_) => {
                return Some(format!(
                    "{against} states a rate of {}, which is not the median of its turns",
                    found.rate
                ));
            }
            Err(why) => return Some(format!("{against} has no rate, because {why}")),
        }
        let due = outcome(found.rate, self.least);
        (due != self.outcome).then(|| {
            format!(
                "{against} has a rate of {} where {} is expected, which is `{}`, but it states `{}`",
                found.rate,
                self.least,
                due.words(),
                self.outcome.words()
            )
        })
    }
}

/// A least rate in words.
fn at_least(least: u64, against: &str) -> String {
    let (whole, part) = (least / 1000, least % 1000);
    let other = match against {
        BUFFER_COPY => "a copy of as many bytes as its buffers hold",
        named => named,
    };
    format!("at least {whole}.{part:03} of the rate of {other}")
}

/// In words: `at least 0.900 of the rate of alternate half_add: reached`.
impl std::fmt::Display for BaselineEvidence {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let requirement = at_least(self.least, &self.against);
        write!(f, "{requirement}: {}", self.outcome.words())?;
        match &self.reason {
            Some(reason) => write!(f, ": {reason}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
