//! Verbosity of commands besides their results.

use clap::Args;

/// Common options of all commands. They change text output, never JSON.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Verbosity {
    /// Print failures and the result only.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Print every step with its number of cases and its time; do not shorten lists.
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Verbosity {
    /// True if only failures and the result are printed.
    pub(super) const fn is_quiet(self) -> bool {
        self.quiet
    }

    /// True if everything is printed.
    pub(super) const fn is_verbose(self) -> bool {
        self.verbose
    }

    /// True if both options were given.
    pub(super) const fn is_contradiction(self) -> bool {
        self.quiet && self.verbose
    }

    /// Maximal number of printed entries of a list, `otherwise` by default.
    pub(super) const fn most(self, otherwise: usize) -> usize {
        if self.verbose { usize::MAX } else { otherwise }
    }
}
