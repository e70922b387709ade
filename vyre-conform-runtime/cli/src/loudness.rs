//! How much a command says beside its result.

use clap::Args;

/// What every command is asked for. It changes words for people, never JSON.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Loudness {
    /// Print failures and the result only.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Print every step with its number of cases and its time; do not shorten lists.
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Loudness {
    /// True if only failures and the result are printed.
    pub(super) const fn is_quiet(self) -> bool {
        self.quiet
    }

    /// True if everything is printed.
    pub(super) const fn is_verbose(self) -> bool {
        self.verbose
    }

    /// True if both were asked for.
    pub(super) const fn is_contradiction(self) -> bool {
        self.quiet && self.verbose
    }

    /// The number of entries of a list are printed, which has this many at most otherwise.
    pub(super) const fn most(self, otherwise: usize) -> usize {
        if self.verbose { usize::MAX } else { otherwise }
    }
}
