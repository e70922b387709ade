//! Kits: the requests of a suite as static files, which a browser or node with Dawn answers on a device elsewhere.
//!
//! A [`KitBackend`] without answers records what the suite's trials ask of a device that takes WGSL. [`Kit::write`]
//! makes a folder of the requests: texts, seeds and inputs, and no expected value. Whoever opens its page, or runs its
//! `run.mjs`, sends back a file of [`Answers`]: digests of blocks of results. A [`KitBackend`] over these answers is the
//! device in the suite's own trials. A digest that differs from that of the reference does not tell the words, so that
//! the backend plans a second, smaller kit, which asks for the words of that block.
//!
//! Device, driver and times of answers are the sender's word: anyone with the library can compute right answers.

mod answers;
mod backend;
mod draft;
mod head;
mod plan;
mod serve;
mod source;
mod tables;
mod words;
mod write;

pub use answers::{Answers, AnswersError, SentDevice};
pub use backend::{KitBackend, OpenQuestion, SENDERS_WORD};
pub use head::{Head, KitSettings};
pub use plan::Kit;
pub use serve::{KitServerError, serve};
pub use write::WriteError;

use vyre_conform_suite::backend::digest::KIT_CASES;

/// Version of the formats of kits and of answers.
pub const FORMAT: u32 = 1;

/// Cases of a digest. A block whose digest differs is asked for as words.
pub const BLOCK: u64 = KIT_CASES;

/// Most cases of one request, a multiple of [`BLOCK`]: few requests, and buffers that a phone has.
pub const CHUNK: u64 = 1 << 19;

/// Most blocks that a second kit asks for as words.
pub const MOST_BLOCKS: usize = 1000;
