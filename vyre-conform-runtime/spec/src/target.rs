//! The languages of hand-written texts, and the texts of one implementation.

/// The name of the entry function in the texts of [`TextTarget`]s that consist of one program or are
/// written for this project.
pub const ENTRY_POINT: &str = "vyre_main";

/// A language that a backend compiles. An op that is one hardware feature has a text in each language
/// that can express it, and runs only on backends of those languages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TextTarget {
    /// WGSL, which adapters run through wgpu.
    Wgsl,
    /// CUDA C++.
    Cuda,
    /// OpenCL C.
    OpenCl,
    /// C11.
    C,
}

impl TextTarget {
    /// Every language.
    pub const ALL: [Self; 4] = [Self::Wgsl, Self::Cuda, Self::OpenCl, Self::C];

    /// The key in a declaration: `wgsl`, `cuda`, `opencl` or `c`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Wgsl => "wgsl",
            Self::Cuda => "cuda",
            Self::OpenCl => "opencl",
            Self::C => "c",
        }
    }

    /// The language's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "WGSL",
            Self::Cuda => "CUDA C++",
            Self::OpenCl => "OpenCL C",
            Self::C => "C11",
        }
    }

    /// The language with this key.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|target| target.key() == key)
    }

    /// Prefix of the function's name in a text of this language: empty in WGSL, `vyre_` in the C family
    /// as in lowered texts, because the bare name may be a keyword or a library function of the
    /// language.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Wgsl => "",
            _ => "vyre_",
        }
    }
}

/// The texts of one implementation, at most one per language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts<'a>([Option<&'a str>; TextTarget::ALL.len()]);

impl<'a> Texts<'a> {
    /// No text.
    pub const NONE: Self = Self([None; TextTarget::ALL.len()]);

    /// A WGSL text alone.
    pub const fn wgsl(text: &'a str) -> Self {
        Self::NONE.with(TextTarget::Wgsl, text)
    }

    /// These texts together with this one.
    #[must_use]
    pub const fn with(mut self, target: TextTarget, text: &'a str) -> Self {
        self.0[target as usize] = Some(text);
        self
    }

    /// The text in a language, if it exists.
    pub const fn of(&self, target: TextTarget) -> Option<&'a str> {
        self.0[target as usize]
    }

    /// Every text with its language.
    pub fn each(&self) -> impl Iterator<Item = (TextTarget, &'a str)> + use<'a> {
        let texts = TextTarget::ALL.into_iter().zip(self.0);
        texts.filter_map(|(target, text)| Some((target, text?)))
    }

    /// The WGSL text, if no other text exists.
    pub fn wgsl_alone(&self) -> Option<&'a str> {
        let mut each = self.each();
        match (each.next(), each.next()) {
            (Some((TextTarget::Wgsl, text)), None) => Some(text),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the documentation of `Texts`.
    #[test]
    fn each_language_has_its_text() {
        let texts = Texts::wgsl("a").with(TextTarget::C, "b");
        assert!(
            texts
                .each()
                .eq([(TextTarget::Wgsl, "a"), (TextTarget::C, "b")])
        );
        let found = TextTarget::ALL.map(|target| texts.of(target));
        assert_eq!(found, [Some("a"), None, None, Some("b")]);
        assert_eq!(texts.wgsl_alone(), None);
        assert_eq!(Texts::wgsl("a").wgsl_alone(), Some("a"));
        for target in TextTarget::ALL {
            assert_eq!(TextTarget::of_key(target.key()), Some(target));
        }
    }
}
