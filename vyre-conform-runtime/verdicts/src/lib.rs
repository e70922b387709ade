//! The store of verdicts: passed obligations, under a key of everything that their result depends on.
//!
//! A [`Key`] is a digest of an obligation and of all its inputs. A [`Verdict`] records that the obligation passed, on
//! which driver and at which time. A [`VerdictStore`] is a folder of append-only files, segments, each written by one
//! process:
//!
//! - A process that dies loses at most the line that it was writing. A line that is damaged is ignored.
//! - Processes share a folder and never wait for each other.
//! - A segment of another version, and a folder that cannot be written, cost a note and nothing else.
//!
//! A store saves time. It is not evidence: a run repeats a sample of what the store holds, and `verify` never reads
//! one.

mod exchange;
mod key;
mod prune;
mod run_inputs;
mod sample;
mod segment;
mod store;
mod verdict;

pub use exchange::ImportError;
pub use key::{Key, KeyBuilder};
pub use prune::{PruneReport, Retention};
pub use run_inputs::{RunInputs, TrialName};
pub use sample::{position, split_sample};
pub use store::VerdictStore;
pub use verdict::{InputCoverage, Verdict, day};

#[cfg(test)]
mod tests;
