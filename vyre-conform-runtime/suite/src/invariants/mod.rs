//! Checks of engines, one file each.
//!
//! A [`EngineSession`] is an engine on a [`Runner`], the interpreter or a backend. It runs a case (an input at a
//! workgroup size) once, in several orders on the interpreter, and every check examines the results of the runs. A
//! check walks the generated inputs from number 0 on, all sizes for each, so the first violation it finds is on the
//! smallest input that has one. Cases have numbers ([`Cases`](vyre_conform_runtime::engine::Cases)) and are made one at
//! a time: a range of them runs by itself ([`check_range`]), and a bench keeps no more of them than it has room for.
//!
//! A launch that the interpreter stops, or that takes more steps than the plan declares, is not dispatched to a
//! backend: a device may hang in an endless launch. A panic of the engine's own functions is a violation.
//!
//! A check of the logical output that no fault of the engine could fail is not a check. The suite therefore also
//! changes words that were read back (`damage`). If the engine's own functions on them show that the check is about
//! those functions alone, that is a violation (`silence`). `deterministic` and `termination` examine runs and can
//! always fail.
//!
//! | check | compares | with |
//! |---|---|---|
//! | `gates` | plans | the rules; themselves, made again |
//! | `deterministic` | words and output of a run | those of every other order or repetition |
//! | `outputs` | the logical output | the expected records: none lost, none twice |
//! | `ordered` | neighbouring records | the declared order, or the expected sequence |
//! | `bounded` | guarded words, queues | their contents before, their bounds |
//! | `termination` | steps of the interpreter | the declared bound |
//! | `linearizable` | histories of atomic steps | sequential orders |
//! | `workgroup` | the logical output | that of the first size |
//! | `expected` | the logical output | reference, corpus |
//! | `parity` | a backend's words | the interpreter's |
//! | `accumulation` | the order in which sums are added | the declared one |

mod accumulation;
mod author;
mod bench;
mod bounded;
mod bytes;
mod case;
mod case_cache;
mod case_check;
mod columns;
mod damage;
mod deterministic;
mod expected;
mod gates;
mod hardware;
mod interleavings;
mod kernels;
mod linearizable;
mod ordered;
mod outputs;
mod parity;
mod request;
mod runner;
mod silence;
mod suite;
mod termination;
mod violation;
mod workgroup;

pub use accumulation::sums_inputs;
pub use author::noted;
pub use bench::{EngineSession, MissingCase, SavedInput};
pub use bytes::program_bytes;
pub use case::expected_output;
pub use case::{ExecutedCase, ExpectedOutput, Run};
pub use hardware::{PLANNED_INPUTS, called_ops, missing_engine_support};
pub use kernels::{KernelChoice, kernel_choices, uncompiled_kernel};
pub use request::CheckRequest;
pub use runner::{PreparedPrograms, RunError, Runner};
pub use suite::{CheckInterruption, ClaimOutcome, check_claim, check_range};

use crate::failing::{Difference, Violation};
