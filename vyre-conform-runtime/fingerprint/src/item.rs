//! Items: the input of a digest.

/// An item of a package: a function, a type, a method, or an import from another package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Item {
    /// The name under which other items use it, if it has one.
    pub(crate) name: Option<Name>,
    /// Its tokens, without comments and documentation.
    pub(crate) tokens: Vec<Token>,
}

/// The name of an item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Name {
    pub(crate) text: String,
    /// Public names are part of the interface, because other packages may use them.
    pub(crate) is_public: bool,
}

/// A token.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Token {
    /// An identifier or keyword.
    Word(String),
    /// A literal, a sign, or a bracket.
    Sign(String),
}

impl Token {
    /// True if it is this identifier or keyword.
    pub(crate) fn is_word(&self, text: &str) -> bool {
        matches!(self, Self::Word(word) if word == text)
    }

    /// True if it is this sign.
    pub(crate) fn is_sign(&self, text: &str) -> bool {
        matches!(self, Self::Sign(sign) if sign == text)
    }

    /// The text of either kind.
    pub(crate) fn text(&self) -> &str {
        match self {
            Self::Word(text) | Self::Sign(text) => text,
        }
    }
}
