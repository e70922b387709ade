//! Common properties of the parties that differ from the base.

use super::{Group, Participant};
use serde::{Serialize, Serializer};
use std::fmt::{self, Display, Formatter};
use vyre_conform_suite::backend::Language;

/// Common property of a group of wrong parties.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CrossDiagnosis {
    /// Every backend of one lowering gives the same wrong bytes, and others are right.
    Lowering {
        /// The language of the lowering.
        language: Language,
        /// The backends of this lowering.
        agree: Vec<String>,
        /// The right parties.
        right: Vec<String>,
    },
    /// One backend differs from others with the same text.
    Alone {
        /// The backend.
        name: String,
        /// The language of the text.
        language: Language,
        /// The right backends with the same text.
        right: Vec<String>,
    },
    /// The interpreter differs, and backends agree with the base.
    Interpreter {
        /// Other parties with the same wrong bytes.
        with: Vec<String>,
        /// The right parties.
        right: Vec<String>,
    },
    /// Everything but the base agrees.
    Base {
        /// The base.
        base: String,
        /// The other parties.
        agree: Vec<String>,
    },
    /// The table does not determine the fault.
    Open {
        /// The parties that differ.
        differ: Vec<String>,
        /// The parties that they differ from.
        right: Vec<String>,
    },
}

/// The diagnoses of the wrong groups. The first group is that of the base.
pub(super) fn diagnoses(groups: &[Group]) -> Vec<CrossDiagnosis> {
    let Some((base, others)) = groups.split_first() else {
        return vec![];
    };
    let all: Vec<&Participant> = groups.iter().flat_map(|group| &group.parties).collect();
    let wrong = others.iter().filter(|group| group.is_wrong());
    wrong.map(|group| diagnosis(base, group, &all)).collect()
}

fn diagnosis(base: &Group, group: &Group, all: &[&Participant]) -> CrossDiagnosis {
    let (right, differ) = (names(&base.parties), names(&group.parties));
    let backends =
        |parties: &[Participant]| parties.iter().filter(|party| party.is_backend).count();
    let has_interpreter = group.parties.len() > backends(&group.parties);
    if has_interpreter {
        // The base alone, and everything else in one group.
        return match base.parties.len() == 1
            && base.parties.len() + group.parties.len() == all.len()
        {
            true if backends(&group.parties) > 0 => CrossDiagnosis::Base {
                base: right.concat(),
                agree: differ,
            },
            true => CrossDiagnosis::Open { differ, right },
            false => CrossDiagnosis::Interpreter {
                with: names_of(group.parties.iter().filter(|party| party.is_backend)),
                right,
            },
        };
    }
    let language = group.parties[0].language;
    let one_language = group.parties.iter().all(|party| party.language == language);
    let (Some(language), true) = (language, one_language) else {
        return CrossDiagnosis::Open { differ, right };
    };
    let takes = |party: &&Participant| party.is_backend && party.language == Some(language);
    let same_right: Vec<String> = names_of(base.parties.iter().filter(takes));
    let every = all.iter().copied().filter(takes).count() == group.parties.len();
    // Others use other texts. Without a right one among the same text, the fault may be in anything that all of them
    // share.
    let others_right = base
        .parties
        .iter()
        .any(|party| party.is_backend && party.language.is_some_and(|other| other != language));
    match &differ[..] {
        [_, _, ..] if every && others_right => CrossDiagnosis::Lowering {
            language,
            agree: differ,
            right,
        },
        [name] if !same_right.is_empty() => CrossDiagnosis::Alone {
            name: name.clone(),
            language,
            right: same_right,
        },
        _ => CrossDiagnosis::Open { differ, right },
    }
}

fn names(parties: &[Participant]) -> Vec<String> {
    names_of(parties.iter())
}

fn names_of<'p>(parties: impl Iterator<Item = &'p Participant>) -> Vec<String> {
    parties.map(|party| party.name.clone()).collect()
}

/// `a`, `a and b`, `a, b and c`.
fn list(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl Display for CrossDiagnosis {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Lowering {
                language,
                agree,
                right,
            } => write!(
                f,
                "{language} lowering: {} agree with each other and differ from {}",
                list(agree),
                list(right)
            ),
            Self::Alone {
                name,
                language,
                right,
            } => write!(
                f,
                "compiler or driver of {name}: {} ran the same {language} and gave other bytes",
                list(right)
            ),
            Self::Interpreter { with, right } if with.is_empty() => {
                write!(f, "interpreter: it alone differs from {}", list(right))
            }
            Self::Interpreter { with, right } => write!(
                f,
                "interpreter: it and {} differ from {}",
                list(with),
                list(right)
            ),
            Self::Base { base, agree } => write!(
                f,
                "{base}, or the translation of its body: {} agree with each other and differ from it",
                list(agree)
            ),
            Self::Open { differ, right } => write!(
                f,
                "open: {} {} from {}; a backend of another language, or a second one of the same language, would \
                 locate the fault",
                list(differ),
                if differ.len() == 1 {
                    "differs"
                } else {
                    "differ"
                },
                list(right)
            ),
        }
    }
}

impl Serialize for CrossDiagnosis {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests;
