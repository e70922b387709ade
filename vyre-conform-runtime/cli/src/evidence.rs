//! Amount of evidence of a run: witnesses, their seed, further domains.

use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use vyre_conform_harness::Settings;
use vyre_conform_suite::plan::Domain;
use vyre_conform_suite::plan::numbers::{
    MOST_ENGINE_INPUTS, MOST_PROGRAMS, MOST_WITNESSES, count, seed,
};

/// Options for evidence, which override the environment.
#[derive(Debug, Args)]
pub(super) struct Evidence {
    /// Witnesses for each law and parity check, such as 1e8; a level needs a million.
    #[arg(long, value_parser = |text: &str| count(text).filter(|n| *n <= MOST_WITNESSES)
        .ok_or("a number up to 2^50, such as 1000000 or 1e8"))]
    cases: Option<u64>,
    /// Seed of the witness stream.
    #[arg(long, value_parser = |text: &str| seed(text).ok_or("a 64-bit number, decimal or 0x..."))]
    seed: Option<u64>,
    /// Generated inputs for each check of an engine.
    #[arg(long, value_parser = |text: &str| count(text)
        .filter(|n| (1..=MOST_ENGINE_INPUTS).contains(n)).ok_or("a number of inputs from 1 to 1,048,576"))]
    engine_inputs: Option<u64>,
    /// Random programs for each backend; L3 needs 256.
    #[arg(long, value_parser = |text: &str| count(text).filter(|n| *n <= MOST_PROGRAMS)
        .ok_or("a number of random programs up to 1,048,576"))]
    programs: Option<u64>,
    /// More domains for every law.
    #[arg(long, value_delimiter = ',')]
    evidence: Vec<More>,
}

/// A number of threads, devices or workers.
pub(super) fn some(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "a number from 1")
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum More {
    ExhaustiveU16,
    ExhaustiveFull,
}

impl Evidence {
    /// Overrides settings with these options.
    pub(super) fn apply(&self, settings: &mut Settings) {
        let plan = &mut settings.plan;
        plan.witnesses = self.cases.unwrap_or(plan.witnesses);
        plan.engine_inputs = self.engine_inputs.unwrap_or(plan.engine_inputs);
        plan.programs = self.programs.unwrap_or(plan.programs);
        plan.seed = self.seed.unwrap_or(plan.seed);
        for kind in &self.evidence {
            let domain = match kind {
                More::ExhaustiveU16 => Domain::ExhaustiveU16,
                More::ExhaustiveFull => Domain::ExhaustiveFull,
            };
            if !plan.extra_domains.contains(&domain) {
                plan.extra_domains.push(domain);
            }
        }
    }
}
