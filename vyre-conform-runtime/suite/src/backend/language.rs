//! The languages that lowerings make.

use super::{BackendError, Identity};
use std::fmt::{self, Display, Formatter};
use vyre_conform_ir::valid::ValidProgram;

/// What a backend lacks that runs no [`WgslTest`](crate::wgsl::WgslTest).
pub const WGSL_TEXTS: &str = "texts in WGSL";

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

/// What [`load_wgsl`](super::Backend::load_wgsl) gives of a backend that takes no shader.
pub fn lacks_wgsl(backend: &Identity, program: &ValidProgram) -> BackendError {
    BackendError::UnsupportedByBackend {
        op: program.program().name.clone(),
        backend: backend.slug.clone(),
        hardware: WGSL_TEXTS.to_owned(),
    }
}
