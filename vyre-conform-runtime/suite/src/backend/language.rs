//! The languages that lowerings make.

use std::fmt::{self, Display, Formatter};

/// A language that a lowering makes, whatever compiles it. Backends of one language share its lowering, and with it
/// every fault of that.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Language {
    /// WGSL.
    Wgsl,
    /// C11, OpenCL C and CUDA C++, which one lowering makes.
    C,
}

impl Language {
    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wgsl => "WGSL",
            Self::C => "C",
        }
    }
}

impl Display for Language {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
