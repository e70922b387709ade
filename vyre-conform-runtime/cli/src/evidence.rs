//! Amount of evidence of a run: witnesses, their seed, further domains.

use clap::{Args, ValueEnum};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroUsize;
use vyre_conform_harness::Settings;
use vyre_conform_kit::KitSettings;
use vyre_conform_suite::plan::Domain;
use vyre_conform_suite::plan::numbers::{
    MAX_ENGINE_INPUTS, MAX_PROGRAMS, MAX_WITNESSES, count, seed,
};

/// Options for evidence, which override the environment.
#[derive(Clone, Debug, Args)]
pub(super) struct Evidence {
    /// Witnesses for each law and parity check, such as 1e8; a level needs a million.
    #[arg(long, value_parser = |text: &str| count(text).filter(|n| *n <= MAX_WITNESSES)
        .ok_or("a number up to 2^50, such as 1000000 or 1e8"))]
    cases: Option<u64>,
    /// Seed of the witness stream; `fresh` draws an unpredictable one.
    #[arg(long, value_parser = |text: &str| given_seed(text).ok_or("a 64-bit number, decimal or 0x..., or `fresh`"))]
    seed: Option<u64>,
    /// Generated inputs for each check of an engine.
    #[arg(long, value_parser = |text: &str| count(text)
        .filter(|n| (1..=MAX_ENGINE_INPUTS).contains(n)).ok_or("a number of inputs from 1 to 1,048,576"))]
    engine_inputs: Option<u64>,
    /// Random programs for each backend; L3 needs 256.
    #[arg(long, value_parser = |text: &str| count(text).filter(|n| *n <= MAX_PROGRAMS)
        .ok_or("a number of random programs up to 1,048,576"))]
    programs: Option<u64>,
    /// More domains for every law.
    #[arg(long, value_delimiter = ',')]
    evidence: Vec<ExtraDomain>,
}

/// A number of threads, devices or workers.
pub(super) fn parse_positive(text: &str) -> Result<NonZeroUsize, &'static str> {
    text.parse().map_err(|_| "a number from 1")
}

/// A number, or `fresh`.
fn given_seed(text: &str) -> Option<u64> {
    match text {
        "fresh" => Some(RandomState::new().build_hasher().finish()),
        text => seed(text),
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ExtraDomain {
    ExhaustiveU16,
    ExhaustiveFull,
}

impl Evidence {
    /// Takes the amount of a kit.
    ///
    /// # Errors
    ///
    /// The option that asks for another amount.
    pub(super) fn answered(&mut self, kit: &KitSettings) -> Result<(), &'static str> {
        let seed = seed(&kit.seed);
        let differs = |own: Option<u64>, due: Option<u64>| own.is_some() && own != due;
        for (name, own, due) in [
            ("--cases", &mut self.cases, Some(kit.cases)),
            ("--seed", &mut self.seed, seed),
            (
                "--engine-inputs",
                &mut self.engine_inputs,
                Some(kit.engine_inputs),
            ),
            ("--programs", &mut self.programs, Some(kit.programs)),
        ] {
            if differs(*own, due) {
                return Err(name);
            }
            *own = due;
        }
        if self.evidence.is_empty() {
            Ok(())
        } else {
            Err("--evidence")
        }
    }

    /// Overrides settings with these options.
    pub(super) fn apply(&self, settings: &mut Settings) {
        let plan = &mut settings.plan;
        plan.witnesses = self.cases.unwrap_or(plan.witnesses);
        plan.engine_inputs = self.engine_inputs.unwrap_or(plan.engine_inputs);
        plan.programs = self.programs.unwrap_or(plan.programs);
        plan.seed = self.seed.unwrap_or(plan.seed);
        for kind in &self.evidence {
            let domain = match kind {
                ExtraDomain::ExhaustiveU16 => Domain::ExhaustiveU16,
                ExtraDomain::ExhaustiveFull => Domain::ExhaustiveFull,
            };
            if !plan.extra_domains.contains(&domain) {
                plan.extra_domains.push(domain);
            }
        }
    }
}
