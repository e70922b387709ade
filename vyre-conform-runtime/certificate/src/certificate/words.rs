//! Vocabulary of a certificate as types: parts, subjects, domains, and reasons for skipping.
//!
//! A file has their names. This suite cannot read a file with an unknown name.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::sync::Arc;
use vyre_conform_runtime::engine::Check;
use vyre_conform_runtime::generate::Set;
use vyre_conform_spec::{AdditionOrder, EngineKind, Level, ProofMethod, Track};
use vyre_conform_suite::plan::{Domain, Implementation, PartKind};

/// A word of the vocabulary, serialized as its name.
pub(super) trait NamedWord: Sized + Copy {
    /// Noun for messages.
    const WHAT: &'static str;
    /// The name.
    fn name(self) -> &'static str;
    /// The word with this name.
    fn from_name(name: &str) -> Option<Self>;
}

macro_rules! named {
    ($($ty:ty, $what:literal;)*) => {$(
        impl NamedWord for $ty {
            const WHAT: &'static str = $what;
            fn name(self) -> &'static str {
                self.name()
            }
            fn from_name(name: &str) -> Option<Self> {
                Self::from_name(name)
            }
        }
    )*};
}
named! {
    Level, "level";
    Track, "track";
    ProofMethod, "engine of proofs";
    EngineKind, "kind of engines";
    SkipKind, "kind of what is skipped";
}

/// For the attribute `serde(with = "by_name")`.
pub(super) mod by_name {
    use super::{Deserialize, Deserializer, NamedWord, Serializer};
    use serde::de::Error;
    use std::borrow::Cow;

    pub(in crate::certificate) fn serialize<T: NamedWord, S: Serializer>(
        word: &T,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        to.serialize_str(word.name())
    }

    pub(in crate::certificate) fn deserialize<'de, T: NamedWord, D: Deserializer<'de>>(
        from: D,
    ) -> Result<T, D::Error> {
        let name = Cow::<str>::deserialize(from)?;
        T::from_name(&name)
            .ok_or_else(|| D::Error::custom(format!("this suite has no {} `{name}`", T::WHAT)))
    }

    /// The same for a nullable word in a required field.
    pub(in crate::certificate) mod option {
        use super::{Cow, Deserialize, Deserializer, Error, NamedWord, Serializer};

        pub(in crate::certificate) fn serialize<T: NamedWord, S: Serializer>(
            word: &Option<T>,
            to: S,
        ) -> Result<S::Ok, S::Error> {
            match word {
                Some(word) => to.serialize_some(word.name()),
                None => to.serialize_none(),
            }
        }

        pub(in crate::certificate) fn deserialize<'de, T: NamedWord, D: Deserializer<'de>>(
            from: D,
        ) -> Result<Option<T>, D::Error> {
            let Some(name) = Option::<Cow<str>>::deserialize(from)? else {
                return Ok(None);
            };
            let word = T::from_name(&name);
            let unknown = || D::Error::custom(format!("this suite has no {} `{name}`", T::WHAT));
            word.ok_or_else(unknown).map(Some)
        }
    }
}

/// For the attribute `serde(with = "by_text")`: an order of additions in an optional field.
pub(super) mod by_text {
    use super::{AdditionOrder, Deserialize, Deserializer, Serializer};
    use serde::de::Error;
    use std::borrow::Cow;

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "serde hands the field in by reference"
    )]
    pub(in crate::certificate) fn serialize<S: Serializer>(
        order: &Option<AdditionOrder>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        match order {
            Some(order) => to.collect_str(order),
            None => to.serialize_none(),
        }
    }

    pub(in crate::certificate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<AdditionOrder>, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        let order = AdditionOrder::from_text(&text);
        let unknown = || D::Error::custom(format!("this suite has no order of additions `{text}`"));
        order.ok_or_else(unknown).map(Some)
    }
}

/// Kind of a reason for skipping.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SkipKind {
    /// The filter leaves it out.
    Filtered,
    /// The backend does not support it.
    Unsupported,
    /// Another shard runs it.
    OtherShard,
    /// The machine has no adapter.
    NoAdapter,
}

impl SkipKind {
    /// All kinds.
    pub const ALL: &'static [Self] = &[
        Self::Filtered,
        Self::Unsupported,
        Self::OtherShard,
        Self::NoAdapter,
    ];

    /// The name in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Filtered => "filtered",
            Self::Unsupported => "unsupported",
            Self::OtherShard => "other_shard",
            Self::NoAdapter => "no_adapter",
        }
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl fmt::Display for SkipKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Subject of a part: the field `subject`.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Subject {
    /// The CPU reference.
    Reference,
    /// The interpreter.
    Interpreter,
    /// The backend's implementation of an op or an engine.
    Lowering,
    /// The alternate of this name, on the backend.
    Alternate(Arc<str>),
}

impl Subject {
    /// The subject for an implementation.
    pub fn of(implementation: &Implementation) -> Self {
        match implementation {
            Implementation::Reference { .. } => Self::Reference,
            Implementation::Interpreter { .. } => Self::Interpreter,
            Implementation::Lowering { .. } => Self::Lowering,
            Implementation::Alternate { name, .. } => Self::Alternate(name.as_str().into()),
        }
    }

    /// Parses `reference`, `interpreter`, `lowering` or `alternate NAME`.
    pub fn from_name(text: &str) -> Option<Self> {
        Some(match text {
            "reference" => Self::Reference,
            "interpreter" => Self::Interpreter,
            "lowering" => Self::Lowering,
            _ => Self::Alternate(text.strip_prefix("alternate ")?.into()),
        })
    }

    /// True if it runs on the backend.
    pub const fn on_backend(&self) -> bool {
        matches!(self, Self::Lowering | Self::Alternate(_))
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Reference => f.write_str("reference"),
            Self::Interpreter => f.write_str("interpreter"),
            Self::Lowering => f.write_str("lowering"),
            Self::Alternate(name) => write!(f, "alternate {name}"),
        }
    }
}

/// Domain of a part: the field `domain`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PartDomain {
    /// The inputs of a comparison.
    Inputs(Set),
    /// The domain of a law.
    Law(Domain),
    /// The check of an engine.
    Question(Check),
}

impl PartDomain {
    /// The name in certificates.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Inputs(set) => set.name(),
            Self::Law(domain) => domain.name(),
            Self::Question(check) => check.slug(),
        }
    }

    /// The domain with this name for a part of this kind.
    pub fn from_name(kind: PartKind, name: &str) -> Option<Self> {
        match kind {
            PartKind::Parity => Set::from_name(name).map(Self::Inputs),
            PartKind::Law => Domain::from_name(name).map(Self::Law),
            PartKind::Engine => Check::from_slug(name).map(Self::Question),
            _ => None,
        }
    }
}

/// Digests and comparisons use the name of a word.
macro_rules! serialized_by_name {
    ($($ty:ty),*) => {$(
        impl Serialize for $ty {
            fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                to.collect_str(self)
            }
        }
    )*};
}
serialized_by_name!(Subject, PartDomain);

impl fmt::Display for PartDomain {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_suite::plan::Oracle;

    /// Oracle: each name denotes one word, so that writing and reading a word is the identity.
    #[test]
    fn names_are_read_as_they_are_written() {
        for kind in PartKind::ALL {
            assert_eq!(PartKind::from_name(kind.name()), Some(*kind));
        }
        for oracle in Oracle::WALK {
            assert_eq!(Oracle::from_name(oracle.name()), Some(oracle));
        }
        for level in Level::ALL {
            assert_eq!(Level::from_name(level.name()), Some(*level));
        }
        for engine in ProofMethod::ALL {
            assert_eq!(ProofMethod::from_name(engine.name()), Some(*engine));
        }
        for kind in SkipKind::ALL {
            assert_eq!(SkipKind::from_name(kind.name()), Some(*kind));
        }
        for domain in Domain::ALL {
            let word = PartDomain::Law(*domain);
            assert_eq!(
                PartDomain::from_name(PartKind::Law, domain.name()),
                Some(word)
            );
        }
        for set in Set::EVERY {
            let word = PartDomain::Inputs(set);
            assert_eq!(
                PartDomain::from_name(PartKind::Parity, set.name()),
                Some(word)
            );
        }
        for check in Check::all() {
            let word = PartDomain::Question(check);
            assert_eq!(
                PartDomain::from_name(PartKind::Engine, check.slug()),
                Some(word)
            );
        }
        for text in ["reference", "interpreter", "lowering", "alternate by mask"] {
            let subject = Subject::from_name(text).expect("a subject");
            assert_eq!(subject.to_string(), text);
        }
        assert_eq!(Subject::from_name("alternative"), None);
        assert_eq!(PartDomain::from_name(PartKind::Gates, "witnessed"), None);
    }
}
