//! Which trials a command is about: the language of `check`, which `list` has as well, and in which `certify` names its
//! parts.

use super::near::meant;
use clap::Args;
use vyre_conform_certificate::expected;
use vyre_conform_runtime::catalog::Catalog;

/// What commands that are about trials are asked for.
#[derive(Debug, Default, Args)]
pub(super) struct Filter {
    /// Parts of the names of trials, such as `u32::add` or `::law::`, separated by commas; all trials by default.
    filter: Option<String>,
    /// What the filter names are whole names of trials.
    #[arg(long, requires = "filter")]
    exact: bool,
    /// Leave out trials whose names contain this; may be given several times.
    #[arg(long, value_name = "PART")]
    skip: Vec<String>,
}

impl Filter {
    /// The names in it.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        expected::names(self.filter.as_deref())
    }

    /// Whether one of its names takes the trial with this one.
    fn names_trial(&self, name: &str, id: &str) -> bool {
        match self.exact {
            true => id == name,
            false => id.contains(name),
        }
    }

    /// Whether the trial with this name is taken.
    pub(super) fn takes(&self, id: &str) -> bool {
        let all = self.filter.as_deref().is_none_or(str::is_empty);
        let wanted = all || self.names().any(|name| self.names_trial(name, id));
        wanted && !self.skip.iter().any(|part| self.names_trial(part, id))
    }

    /// The first of its names that none of these trials has: what it names would be thought to have run.
    pub(super) fn idle<'i>(&self, ids: impl Iterator<Item = &'i str> + Clone) -> Option<&str> {
        let mut names = self.names();
        names.find(|name| !ids.clone().any(|id| self.names_trial(name, id)))
    }

    /// The question whether an op or engine is meant that is called nearly as one of its names.
    pub(super) fn meant(&self, catalog: &Catalog) -> String {
        let mut meant = self.names().map(|name| meant(catalog, name));
        meant.find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// Whether it takes every trial.
    pub(super) fn is_open(&self) -> bool {
        self.filter.is_none() && self.skip.is_empty()
    }

    /// Whether it has whole names.
    pub(super) const fn is_exact(&self) -> bool {
        self.exact
    }

    /// What was given.
    pub(super) fn text(&self) -> Option<&str> {
        self.filter.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filter(text: &str, exact: bool) -> Filter {
        Filter {
            filter: Some(text.into()),
            exact,
            skip: vec!["::law::".into()],
        }
    }

    /// Oracle: the documentation of the filter of `certify`.
    #[test]
    fn names_are_separated_by_commas() {
        let some = filter(" u32::add, f32::neg::gates,", false);
        for (id, taken) in [
            ("u32::add::table", true),
            ("f32::neg::gates", true),
            ("f32::neg::table", false),
            ("u32::add::law::x", false),
        ] {
            assert_eq!(some.takes(id), taken, "{id}");
        }
        let whole = filter("u32::add::table,u32::add", true);
        assert!(whole.takes("u32::add::table") && !whole.takes("u32::add::gates"));
        assert!(filter("", false).takes("x") && !filter(",", false).takes("x"));
        let ids = ["u32::add::table"].into_iter();
        assert_eq!(some.idle(ids.clone()), Some("f32::neg::gates"));
        assert_eq!(whole.idle(ids.clone()), Some("u32::add"));
        assert_eq!(filter("table, add", false).idle(ids), None);
    }
}
