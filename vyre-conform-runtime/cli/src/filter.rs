//! Selection of trials for `check` and `list`.

use super::suggestion::meant;
use clap::Args;
use vyre_conform_certificate::names::{Name, Names};
use vyre_conform_runtime::catalog::Catalog;

/// Options for the selection of trials.
#[derive(Debug, Default, Args)]
pub(super) struct Filter {
    /// Ops, engines and trials, such as `u32::add`, `=u32::add`, `law` or `::law::`, separated by spaces or commas;
    /// everything by default. See "Names" in docs/spec/command-line.md.
    #[arg(value_name = "NAME")]
    names: Vec<String>,
    /// Take each name as the whole name of one op, engine or trial, as `=NAME` does.
    #[arg(long, requires = "names")]
    exact: bool,
    /// Leave out what this name selects; may be repeated.
    #[arg(long, value_name = "NAME")]
    skip: Vec<String>,
}

/// A filter over the ops and engines of a catalog.
pub(super) struct FilterMatches {
    names: Names,
    skip: Names,
}

impl Filter {
    /// The selection of the names in a catalog.
    pub(super) fn within(&self, catalog: &Catalog) -> FilterMatches {
        let of = |written: &[String]| {
            let names = Names::parse(written);
            if self.exact {
                names.exact()
            } else {
                super::names::within(catalog, names)
            }
        };
        FilterMatches {
            names: of(&self.names),
            skip: of(&self.skip),
        }
    }

    /// True if it selects every trial.
    pub(super) fn is_open(&self) -> bool {
        self.names.is_empty() && self.skip.is_empty()
    }

    /// True if all names are exact.
    pub(super) const fn is_exact(&self) -> bool {
        self.exact
    }

    /// The given names.
    pub(super) fn text(&self) -> Option<String> {
        (!self.names.is_empty()).then(|| self.names.join(","))
    }
}

impl FilterMatches {
    /// True if it selects the trial of this op or engine.
    pub(super) fn takes(&self, id: &str, trial: &str) -> bool {
        let wanted = self.names.is_empty() || self.names.take(id, trial);
        wanted && !self.skip.take(id, trial)
    }

    /// Its names.
    pub(super) const fn names(&self) -> &Names {
        &self.names
    }

    /// A question that suggests similar ids for its names.
    pub(super) fn meant(&self, catalog: &Catalog) -> String {
        let mut meant = self.names.each().map(|name| meant(catalog, name.text()));
        meant.find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// True if it has several names.
    pub(super) fn has_several(&self) -> bool {
        self.names.each().nth(1).is_some()
    }

    /// The first of its names that selects none of these trials, each with the id of its op or engine.
    pub(super) fn idle<'i>(
        &self,
        trials: impl Iterator<Item = (&'i str, &'i str)> + Clone,
    ) -> Option<&Name> {
        let takes = |name: &Name| trials.clone().any(|(id, trial)| name.takes(id, trial));
        self.names.each().find(|name| !takes(name))
    }
}
