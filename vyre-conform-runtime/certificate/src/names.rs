//! Names of ops, engines and trials, as every command and every certificate accepts them.
//!
//! `=id` selects exactly the op, engine or trial of that name. So does a whole id without the sign, and the last part
//! of an id if only one op or engine has it. Any other name selects every op and engine whose id contains it, with its
//! trials, and every trial whose first word after the id equals it, such as `law`. A name with `::` selects the trials
//! whose names contain it, such as `::law::`. Commas separate names, except between parentheses.

use std::fmt;

/// A list of names; an empty list selects everything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names(Vec<Name>);

/// One name.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Name {
    /// The one op, engine or trial of this name.
    Exactly(String),
    /// Everything with this text in its name.
    Part(String),
    /// Every trial with this text anywhere in its name; for certificates from before names were about ids.
    Anywhere(String),
}

impl Names {
    /// Parses names from the command line.
    pub fn parse<S: AsRef<str>>(written: &[S]) -> Self {
        let all = written.iter().flat_map(|text| separated(text.as_ref()));
        let name = |text: &str| match text.strip_prefix('=') {
            Some(id) => Name::Exactly(id.trim().to_owned()),
            None => Name::Part(text.to_owned()),
        };
        Self(all.map(name).collect())
    }

    /// The same names, all exact.
    #[must_use]
    pub fn exact(self) -> Self {
        let exact = |name: Name| Name::Exactly(name.text().to_owned());
        Self(self.0.into_iter().map(exact).collect())
    }

    /// The same names, with the exact id for each that `id_of` resolves.
    #[must_use]
    pub fn within<'i>(self, id_of: impl Fn(&str) -> Option<&'i str>) -> Self {
        let whole = |name: Name| match name {
            Name::Part(text) => match id_of(&text) {
                Some(id) => Name::Exactly(id.to_owned()),
                None => Name::Part(text),
            },
            other => other,
        };
        Self(self.0.into_iter().map(whole).collect())
    }

    /// The names in a certificate, `None` for everything. A name without a sign comes from an older suite.
    pub fn of_certificate(text: Option<&str>) -> Option<Self> {
        let text = text.filter(|text| !text.is_empty())?;
        let name = |text: &str| match text.split_at_checked(1) {
            Some(("=", id)) => Name::Exactly(id.to_owned()),
            Some(("~", part)) => Name::Part(part.to_owned()),
            _ => Name::Anywhere(text.to_owned()),
        };
        Some(Self(separated(text).map(name).collect()))
    }

    /// True if the list is empty.
    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The names in order.
    pub fn each(&self) -> impl Iterator<Item = &Name> {
        self.0.iter()
    }

    /// True if a name selects this op or engine.
    pub fn take_id(&self, id: &str) -> bool {
        self.0.iter().any(|name| name.takes_id(id))
    }

    /// True if a name selects this trial of the op or engine with this id.
    pub fn take(&self, id: &str, trial: &str) -> bool {
        self.0.iter().any(|name| name.takes(id, trial))
    }
}

/// Prints the form of certificates.
impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (k, name) in self.0.iter().enumerate() {
            let comma = if k == 0 { "" } else { "," };
            match name {
                Name::Exactly(id) => write!(f, "{comma}={id}")?,
                Name::Part(part) => write!(f, "{comma}~{part}")?,
                Name::Anywhere(part) => write!(f, "{comma}{part}")?,
            }
        }
        Ok(())
    }
}

impl Name {
    /// The name without its sign.
    pub fn text(&self) -> &str {
        match self {
            Self::Exactly(text) | Self::Part(text) | Self::Anywhere(text) => text,
        }
    }

    /// True if it selects this op or engine.
    pub fn takes_id(&self, id: &str) -> bool {
        match self {
            Self::Exactly(name) => name == id,
            Self::Part(part) | Self::Anywhere(part) => id.contains(&**part),
        }
    }

    /// True if it selects this trial of the op or engine with this id.
    pub fn takes(&self, id: &str, trial: &str) -> bool {
        match self {
            Self::Exactly(name) => name == id || name == trial,
            Self::Anywhere(part) => trial.contains(&**part),
            Self::Part(part) if part.contains("::") => trial.contains(&**part),
            Self::Part(part) => id.contains(&**part) || first_word(id, trial) == Some(part),
        }
    }
}

/// The first word behind the id in a trial's name.
fn first_word<'t>(id: &str, trial: &'t str) -> Option<&'t str> {
    let behind = trial.strip_prefix(id)?.strip_prefix("::")?;
    behind.split("::").next()
}

/// The names in a text, separated by commas outside of parentheses.
fn separated(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_i32;
    let names = text.split(move |c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        c == ',' && depth <= 0
    });
    names.map(str::trim).filter(|name| !name.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// True if these names select a trial of the op.
    fn take(names: &[&str], id: &str, trial: &str) -> bool {
        let ids = ["u32::average", "u32::swap_red_blue", "u32::add"];
        let id_of = |name: &str| ids.into_iter().find(|id| *id == name);
        let names = Names::parse(names).within(id_of);
        let whole = Names::of_certificate(Some(&names.to_string())).expect("names");
        assert_eq!(whole, names, "a certificate states what was asked");
        names.take(id, &format!("{id}::{trial}"))
    }

    /// Oracle: the rule at the top of this file.
    #[test]
    fn names_match_ids_and_trials_by_one_rule() {
        let swap = ("u32::swap_red_blue", "composition::average");
        let law = ("u32::average", "law::commutative::reference");
        for (names, (id, trial), expected) in [
            (&["average"][..], law, true),
            (&["average"], swap, false),
            (&["u32::add", "u32::average"], law, true),
            (&["u32::add,u32::average"], law, true),
            (&["u32::add"], ("u32::add_with_carry", "gates"), false),
            (&["u32::ad"], ("u32::add_with_carry", "gates"), true),
            (&["=u32::average"], law, true),
            (&["=average"], law, false),
            (&["=u32::average::gates"], ("u32::average", "gates"), true),
            (&["=u32::average::gates"], law, false),
            (&["law"], law, true),
            (&["commutative"], law, false),
            (&["::law::"], law, true),
            (&["::law::"], swap, false),
            (&["average::law::comm"], law, true),
        ] {
            assert_eq!(take(names, id, trial), expected, "{names:?}: {id}::{trial}");
        }
        assert!(Names::parse(&[" , "]).is_empty());
    }

    /// Oracle: certificates that were issued: a name without a sign is anywhere in a trial's name.
    #[test]
    fn a_certificate_that_was_issued_keeps_its_meaning() {
        let old = Names::of_certificate(Some("average, u32::add")).expect("names");
        assert!(old.take(
            "u32::swap_red_blue",
            "u32::swap_red_blue::composition::average"
        ));
        assert_eq!(Names::of_certificate(None), None);
        assert_eq!(Names::of_certificate(Some("")), None);
    }

    /// Oracle: hand-written: the operands of a law are not names.
    #[test]
    fn commas_between_parentheses_separate_nothing() {
        let names = Names::parse(&["u32::add::Distributes(a, b),=u32::sub"]);
        let texts: Vec<&str> = names.each().map(Name::text).collect();
        assert_eq!(texts, ["u32::add::Distributes(a, b)", "u32::sub"]);
    }
}
