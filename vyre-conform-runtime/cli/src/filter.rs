//! Which trials a command is about: the language of `check`, which `list` has as well.

use clap::Args;

/// What commands that are about trials are asked for.
#[derive(Debug, Default, Args)]
pub(super) struct Filter {
    /// Part of the names of trials, such as `u32::add` or `::law::`; all by default.
    filter: Option<String>,
    /// The filter is the whole name of one trial.
    #[arg(long, requires = "filter")]
    exact: bool,
    /// Leave out trials whose names contain this; may be given several times.
    #[arg(long, value_name = "PART")]
    skip: Vec<String>,
}

impl Filter {
    /// Whether the trial with this name is taken.
    pub(super) fn takes(&self, id: &str) -> bool {
        let wanted = match &self.filter {
            Some(filter) if self.exact => id == filter,
            Some(filter) => id.contains(filter.as_str()),
            None => true,
        };
        let skipped = |part: &String| match self.exact {
            true => id == part,
            false => id.contains(part.as_str()),
        };
        wanted && !self.skip.iter().any(skipped)
    }

    /// Whether it takes every trial.
    pub(super) fn is_open(&self) -> bool {
        self.filter.is_none() && self.skip.is_empty()
    }

    /// Whether it names one trial.
    pub(super) const fn is_exact(&self) -> bool {
        self.exact
    }

    /// What was given.
    pub(super) fn text(&self) -> Option<&str> {
        self.filter.as_deref()
    }
}
