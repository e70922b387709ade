//! The certificate: the evidence about every op and engine on one backend, in a form that anyone can check.
//!
//! A file is JSON: the format and its version, the evidence, the common fields of its parts, the digest of these, and
//! the facts of the run (times, host, rates), which are outside the digest. The digest is BLAKE3 over the [canonical
//! text](canonical), so that layout and order of keys do not matter. Parts are written as `rows`, which are read into
//! [`Part`]s. From the first release on, names and meanings of fields are permanent: a new version may add fields,
//! never change them. `certificate.schema.json` beside the package's manifest defines the same shape as a JSON Schema.

mod baseline;
mod bodies;
pub mod canonical;
mod compressed;
mod derive;
mod diff;
mod digest;
mod document;
mod engine_case;
mod evidence;
mod filetests;
mod identity;
mod kernels;
mod kills;
mod layout;
mod merge;
mod nullable;
mod part;
mod profile;
mod program_case;
mod programs;
mod proof;
mod read;
mod read_error;
mod rows;
pub mod scan;
mod wgsl;
mod word_text;
mod words;

pub use baseline::misfits;
pub use baseline::{
    BaselineEvidence, BaselineOutcome, Competitor, LONGEST_TURN, MIN_HAND_WRITTEN, MIN_OF_COPY,
    RateMeasurement, SHORTEST_TURN, TURNS,
};
pub use compressed::{COMPRESSED_ENDING, compress, expand};
pub use derive::{contradiction, derive, level};
pub use diff::{diff, diff_in_library};
pub use digest::digest;
pub(crate) use digest::is_digest;
pub use document::{Certificate, FORMAT, FORMAT_VERSION, RunFacts};
pub use engine_case::{EngineCase, Records, Words};
pub use evidence::{
    Backend, EngineEvidence, Evidence, Hardware, Hits, LevelEvidence, LossEvidence, MAX_FILTER,
    OpEvidence, RetiredCase, SavedFailures, Settings, Shards, SkippedPart,
};
pub use filetests::{FailedFiletest, Filetests};
pub use identity::{
    EngineText, OpDigests, SuiteDigests, SuiteTexts, engine_texts, op_digest, results_digest,
    spec_digest,
};
pub use kernels::KernelEvidence;
pub use kills::KillScore;
pub use merge::{MergeError, merge};
pub use part::{
    Counterexample, ELSEWHERE, HitCounts, LawEvidence, OutcomeName, Part, SkippedCases, ValueText,
    part_of,
};
pub use profile::{DigestProfile, Exactness, FloatProfile};
pub use program_case::{ProgramCase, ProgramWord, seed_text};
pub use programs::{ProgramsEvidence, ShaderCounts};
pub use proof::{ComponentEvidence, ProofEvidence};
pub use read::{parse, stated_inputs};
pub use read_error::{MAX_BYTES, ReadError};
pub use wgsl::WgslTests;
pub use word_text::{word_of_text, word_text};
pub use words::{PartDomain, SkipKind, Subject};
