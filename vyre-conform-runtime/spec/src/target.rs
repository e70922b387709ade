//! The languages that a text written by hand may be in, and the texts of one implementation.

/// The function that a program begins at, in the texts of [`TextTarget`]s that are written for it or that have one
/// program.
pub const ENTRY_POINT: &str = "vyre_main";

/// A language that a backend compiles. An op that is one hardware feature has a text in each language that can say it,
/// and runs on no backend of another language.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum TextTarget {
    /// WGSL: what adapters run through wgpu.
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

    /// What the name of the function begins with that a text in this language has for an op: nothing in WGSL. In the C
    /// family it is `vyre_`, as in the texts that are lowered, because the bare name may be one of the language's.
    pub const fn prefix(self) -> &'static str {
        match self {
            Self::Wgsl => "",
            _ => "vyre_",
        }
    }
}

/// What an implementation is in each language that has a text of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Texts<'a>([Option<&'a str>; TextTarget::ALL.len()]);

impl<'a> Texts<'a> {
    /// No text.
    pub const NONE: Self = Self([None; TextTarget::ALL.len()]);

    /// A text in WGSL alone.
    pub const fn wgsl(text: &'a str) -> Self {
        Self::NONE.with(TextTarget::Wgsl, text)
    }

    /// These texts, and this one.
    #[must_use]
    pub const fn with(mut self, target: TextTarget, text: &'a str) -> Self {
        self.0[target as usize] = Some(text);
        self
    }

    /// The text in a language, if there is one.
    pub const fn of(&self, target: TextTarget) -> Option<&'a str> {
        self.0[target as usize]
    }

    /// Every text with its language.
    pub fn each(&self) -> impl Iterator<Item = (TextTarget, &'a str)> + use<'a> {
        let texts = TextTarget::ALL.into_iter().zip(self.0);
        texts.filter_map(|(target, text)| Some((target, text?)))
    }

    /// The one text, where there is one in WGSL and no other.
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
