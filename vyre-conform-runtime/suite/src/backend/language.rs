//! The target languages of lowerings.

use super::{BackendError, Identity};
use std::fmt::{self, Display, Formatter};
use vyre_conform_ir::valid::ValidProgram;

/// The lack of a backend that runs no [`WgslTest`](crate::wgsl::WgslTest).
pub const WGSL_TEXTS: &str = "texts in WGSL";

/// A target language of lowerings, whatever compiles it. Backends of one language share its lowering and all faults of
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Language {
    /// WGSL.
    Wgsl,
    /// C11, OpenCL C and CUDA C++, which share one lowering.
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

/// The error of [`load_wgsl`](super::Backend::load_wgsl) for a backend that accepts no shader.
pub fn wgsl_unsupported_error(backend: &Identity, program: &ValidProgram) -> BackendError {
    BackendError::UnsupportedByBackend {
        op: program.program().name.clone(),
        backend: backend.slug.clone(),
        hardware: WGSL_TEXTS.to_owned(),
    }
}
