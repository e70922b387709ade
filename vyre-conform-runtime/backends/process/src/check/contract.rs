//! The contract of backends, checked for a program.

use crate::{ProcessBackend, SLUG};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use vyre_conform_suite::backend::{Clause, ContractViolation, check};

/// Checks that ops and programs of a backend's program keep the contract.
pub(super) fn check_contract(words: &[String], patience: Duration) -> Result<(), String> {
    let words = words.to_vec();
    let host = Arc::new(OnceLock::new());
    let opened = host.clone();
    let open = move || {
        let backend = ProcessBackend::open(&format!("{SLUG}checked"), words, patience);
        let backend = backend.map_err(|error| error.to_string())?;
        let _ = opened.set(backend.host.clone());
        Ok::<_, String>(backend)
    };
    let kept = check(open, patience);
    let lost = host.get().and_then(|host| super::lost(host));
    let broken = kept.err().unwrap_or_default();
    let lines = broken.iter().map(line).chain(lost);
    let lines: Vec<String> = lines.collect();
    if lines.is_empty() {
        return Ok(());
    }
    Err(lines.join("\n"))
}

/// A broken clause, with a hint.
fn line(violation: &ContractViolation) -> String {
    let to_do = match violation.clause {
        Clause::Layout => "a u64 is its low word first, a vector lane 0 first, case after case",
        Clause::Bool => "a Bool is a word that is 0 or 1",
        Clause::Floats => "a float is its bits, and every bit is preserved",
        Clause::Passing => "one value for all cases counts as that value in every case",
        Clause::Batch | Clause::Length => "a run returns the words of one result per case",
        Clause::Loads | Clause::Signature => "an op that needs nothing in `lacks` is loaded",
        Clause::Programs => "steps run in order, on buffers that each launch fills anew",
        Clause::Ops | Clause::Repeats | Clause::Threads => {
            "earlier loads and runs change no result"
        }
        _ => "see the log above",
    };
    format!("{violation} ({to_do}; docs/spec/protocol.md)")
}
