//! Losses of backends out of process, which a run survives and reports.

use crate::context::Context;
use vyre_conform_certificate::escape::plain;

/// One line per backend that lost a request.
pub(super) fn lines(context: &Context) -> String {
    let slugs = context.slugs().into_iter();
    let lines = slugs.filter_map(|slug| {
        let losses = context.losses(&slug).filter(|losses| losses.lost > 0)?;
        Some(format!("{}: {losses}\n", plain(&slug)))
    });
    lines.collect()
}

/// The reasons why losses fail a run: each backend that lost more than the settings allow.
pub fn lossy(context: &Context) -> Vec<String> {
    let slugs = context.slugs().into_iter();
    let refused = slugs.filter_map(|slug| {
        let losses = context.losses(&slug)?;
        let reason = losses.refusal(context.requests_per_loss())?;
        Some(format!(
            "{slug}: {reason}. See the log above for what it did; VYRE_REQUESTS_PER_LOSS sets the share"
        ))
    });
    refused.collect()
}
