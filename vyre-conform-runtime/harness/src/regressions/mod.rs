//! Failing inputs, kept as values under the author's crate and replayed first in every later run; and
//! failing programs, kept as text.

mod error;
mod file;
mod folder;
mod literal;
mod programs;

pub use error::{StoreError, ValueError};
pub use file::{File, SavedCase, SavedClaim, SavedEngineCase, Store, read};
pub use folder::Replacement;
pub use folder::sync_folder;
pub use literal::{parse, print};
pub use programs::{launches, program, program_text, programs, require_writable, save_program};
