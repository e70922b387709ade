//! Semantic mutants: possible faults of a compiler or a device, each as a change of a program's
//! semantics.
//!
//! A mutant rewrites a program, or disables a property of barriers or atomic steps, so that the
//! reference interpreter computes the words of a backend with this one fault. The interpreter itself is
//! unchanged. Mutants measure random programs: [`SemanticMutant::outcome`] compares the words with
//! those of the original program.

mod atomics;
mod barriers;
mod bits;
mod calls;
mod casts;
mod conditions;
mod declarations;
mod expr;
mod leaves;
mod loops;
mod memory;
mod names;
mod signs;
mod tree;
mod wide;

use super::Case;
use vyre_conform_interp::{Options, ProgramFault, run_launch};
use vyre_conform_ir::valid::{Limits, validate_program};
use vyre_conform_ir::{Expr, Library, Program};

/// Limit of steps of a mutated program: random programs take a few thousand.
const STEPS: u64 = 1 << 18;

/// One fault of a compiler or device.
#[derive(Clone, Copy, Debug)]
pub struct SemanticMutant {
    /// A short name in lower case, unique among all.
    pub id: &'static str,
    /// The fault, as a sentence about the backend.
    pub fault: &'static str,
    change: Change,
}

/// The form of the change.
#[derive(Clone, Copy, Debug)]
enum Change {
    /// Replaces expressions, operands first.
    Expression(fn(&expr::Place<'_>, &Expr) -> Option<Expr>),
    /// Rewrites the program.
    Program(fn(&mut Program)),
    /// Runs the program with another model of barriers or atomic steps.
    Model(fn(&mut Options)),
}

/// The effect of a mutant on one program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MutantOutcome {
    /// The fault does not apply to the program.
    Inapplicable,
    /// The rewritten program violates a rule of validation.
    Invalid,
    /// The words are the same.
    Unseen,
    /// The words differ, or the run ends in a fault.
    Detected,
}

/// A case with the interpreter's words.
#[derive(Debug)]
pub struct Original {
    case: Case,
    words: Vec<Vec<u32>>,
}

impl Original {
    /// Runs a valid case in ascending order.
    ///
    /// # Errors
    /// The fault that ends the run.
    ///
    /// # Panics
    /// If the case is invalid.
    pub fn new(case: Case, library: &dyn Library) -> Result<Self, ProgramFault> {
        let valid = case.valid(library).expect("a valid case");
        let launch = case.launch(&valid);
        let options = Options {
            steps: STEPS,
            ..Options::default()
        };
        let words = run_launch(&[valid], &launch, &options)?;
        Ok(Self { case, words })
    }
}

impl SemanticMutant {
    /// Every mutant, by topic.
    pub fn all() -> impl Iterator<Item = &'static Self> {
        const TOPICS: [&[SemanticMutant]; 13] = [
            leaves::MUTANTS,
            conditions::MUTANTS,
            loops::MUTANTS,
            declarations::MUTANTS,
            names::MUTANTS,
            calls::MUTANTS,
            barriers::MUTANTS,
            memory::MUTANTS,
            atomics::MUTANTS,
            signs::MUTANTS,
            bits::MUTANTS,
            wide::MUTANTS,
            casts::MUTANTS,
        ];
        TOPICS.into_iter().flatten()
    }

    /// The case and the interpreter options of a backend with this fault.
    pub fn applied(&self, case: &Case) -> (Case, Options) {
        let (mut case, mut options) = (case.clone(), Options::default());
        options.steps = STEPS;
        match self.change {
            Change::Expression(change) => expr::replace(&mut case.program, change),
            Change::Program(change) => change(&mut case.program),
            Change::Model(change) => change(&mut options),
        }
        (case, options)
    }

    /// Runs a case with the fault and compares the words.
    pub fn outcome(&self, original: &Original, library: &dyn Library) -> MutantOutcome {
        let (case, options) = self.applied(&original.case);
        if case == original.case && !matches!(self.change, Change::Model(_)) {
            return MutantOutcome::Inapplicable;
        }
        // Variables added by a rewrite may exceed a target's memory.
        let limits = Limits {
            function_bytes: u32::MAX,
            ..Limits::WEBGPU
        };
        let Ok(valid) = validate_program(case.program.clone(), library, &limits) else {
            return MutantOutcome::Invalid;
        };
        let launch = case.launch(&valid);
        match run_launch(&[valid], &launch, &options) {
            Ok(words) if words == original.words => MutantOutcome::Unseen,
            _ => MutantOutcome::Detected,
        }
    }
}

/// A mutant that replaces expressions.
const fn expression(
    id: &'static str,
    fault: &'static str,
    change: fn(&expr::Place<'_>, &Expr) -> Option<Expr>,
) -> SemanticMutant {
    let change = Change::Expression(change);
    SemanticMutant { id, fault, change }
}

/// A mutant that rewrites programs.
const fn program(
    id: &'static str,
    fault: &'static str,
    change: fn(&mut Program),
) -> SemanticMutant {
    let change = Change::Program(change);
    SemanticMutant { id, fault, change }
}

/// A mutant that changes interpreter options.
const fn model(id: &'static str, fault: &'static str, change: fn(&mut Options)) -> SemanticMutant {
    let change = Change::Model(change);
    SemanticMutant { id, fault, change }
}
