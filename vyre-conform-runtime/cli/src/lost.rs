//! Losses of backends out of process, at the end of every command: its results depend on their answers.

use super::exit::Status;
use vyre_conform_harness::Settings;
use vyre_conform_harness::report::warn;
use vyre_conform_suite::backend::{Backend, REQUESTS_PER_LOSS, opened};

/// The status of a command in view of its backends: success is not possible if one lost more requests than the settings
/// allow. Losses are printed on stderr, unless the command reports them itself.
pub(super) fn status_after_losses(is_reported: bool, status: Status) -> Status {
    let settings = Settings::from_env().unwrap_or_default();
    let requests_per_loss = settings.requests_per_loss.unwrap_or(REQUESTS_PER_LOSS);
    let mut ends = status;
    for backend in opened() {
        let Some(losses) = backend.losses().filter(|losses| losses.lost > 0) else {
            continue;
        };
        let slug = &backend.identity().slug;
        let refusal = losses.refusal(requests_per_loss);
        if status == Status::Success && refusal.is_some() {
            ends = Status::Refuted;
        }
        if !is_reported || ends != status {
            let message = refusal.unwrap_or_else(|| losses.to_string());
            warn(format_args!("{slug}: {message}"));
        }
    }
    ends
}
