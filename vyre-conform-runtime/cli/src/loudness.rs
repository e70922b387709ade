//! How much a command says beside its result.

use clap::Args;

/// What every command is asked for. It changes words for people, never JSON.
#[derive(Clone, Copy, Debug, Default, Args)]
pub(super) struct Loudness {
    /// Say only what failed, and the result.
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Say what every step did, how many cases it ran and how long it took; leave nothing out of lists.
    #[arg(short, long, global = true)]
    verbose: bool,
}

impl Loudness {
    /// Whether only failures and the result are printed.
    pub(super) const fn is_quiet(self) -> bool {
        self.quiet
    }

    /// Whether everything is printed.
    pub(super) const fn is_verbose(self) -> bool {
        self.verbose
    }

    /// Whether both were asked for.
    pub(super) const fn is_contradiction(self) -> bool {
        self.quiet && self.verbose
    }

    /// How many entries of a list are printed, which has this many at most otherwise.
    pub(super) const fn most(self, otherwise: usize) -> usize {
        match self.verbose {
            true => usize::MAX,
            false => otherwise,
        }
    }
}
