//! Failing inputs, stored as values in the author's crate and replayed first in later runs; and failing programs,
//! stored as text.

mod error;
mod file;
mod folder;
mod literal;
mod programs;

pub use error::{StoreError, ValueError};
pub use file::{File, RegressionStore, SavedCase, SavedClaim, SavedEngineCase, read};
pub use folder::Replacement;
pub use folder::sync_folder;
pub use literal::{parse, print};
pub use programs::{launches, program, program_text, programs, require_writable, save_program};
