//! The kinds of parts.

/// One line per kind: its documentation, its name in the code, and its name in certificates.
macro_rules! kinds {
    ($($doc:literal $kind:ident = $name:expr;)*) => {
        /// The kind of a [`Part`](super::Part).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum PartKind {
            $(#[doc = $doc] $kind,)*
        }

        impl PartKind {
            /// All kinds.
            pub const ALL: &'static [Self] = &[$(Self::$kind),*];

            /// Its name in certificates.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$kind => $name,)*
                }
            }
        }
    };
}

kinds! {
    "Saved failures." Regressions = "regressions";
    "The admission gates." Gates = "gates";
    "Rows of the spec table." Table = "table";
    "A declared law." Law = "law";
    "The reference against the interpreter." Interpreter = "interpreter";
    "Every class hit, every boundary run." Coverage = "coverage";
    "The same answer every time." Deterministic = "deterministic";
    "The subject against the reference." Parity = "parity";
    "The same with operands from uniforms and as literals." Operands = "operands";
    "A question about an engine." Engine = "engine";
    "Random programs." Programs = super::PROGRAMS;
    "Programs with hand-written words." Filetests = "filetests";
    "A shader with hand-written words." Wgsl = "wgsl";
}

impl PartKind {
    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.name() == name)
    }
}

impl std::fmt::Display for PartKind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}
