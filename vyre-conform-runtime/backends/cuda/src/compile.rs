//! NVRTC: the compiler, its version, and its target.

use super::error::CudaError;
use cudarc::nvrtc::{CompileError, CompileOptions, Ptx, compile_ptx_with_opts, sys};
use vyre_conform_suite::backend::BackendError;

/// A compiler for one device.
#[derive(Debug)]
pub(super) struct Compiler {
    /// Its version.
    pub(super) version: String,
    /// The option that names the target.
    architecture: String,
}

impl Compiler {
    /// The compiler of this machine for a device of this compute capability.
    pub(super) fn for_device(name: &str, capability: (i32, i32)) -> Result<Self, CudaError> {
        // SAFETY: the library is loaded only to check its presence.
        if !unsafe { sys::is_culib_present() } {
            return Err(CudaError::NoCompiler);
        }
        let (mut major, mut minor, mut count) = (0, 0, 0);
        // SAFETY: each function writes its numbers.
        unsafe {
            sys::nvrtcVersion(&raw mut major, &raw mut minor);
            sys::nvrtcGetNumSupportedArchs(&raw mut count);
        }
        let mut known = vec![0; count.max(0) as usize];
        // SAFETY: the buffer has room for this many.
        unsafe { sys::nvrtcGetSupportedArchs(known.as_mut_ptr()) };
        let version = format!("{major}.{minor}");
        let own = capability.0 * 10 + capability.1;
        let best = known.iter().copied().filter(|arch| *arch <= own).max();
        let text = |arch: i32| format!("{}.{}", arch / 10, arch % 10);
        let Some(best) = best else {
            return Err(CudaError::TooOld {
                version,
                least: known.iter().copied().min().map_or_else(String::new, text),
                device: name.to_owned(),
                capability: text(own),
            });
        };
        Ok(Self {
            version,
            architecture: format!("--gpu-architecture=compute_{best}"),
        })
    }

    /// Compiles a text. Contraction and flushing of floats are off, although the text has no float arithmetic.
    pub(super) fn compile(&self, name: &str, text: &str) -> Result<Ptx, BackendError> {
        let options = CompileOptions {
            fmad: Some(false),
            ftz: Some(false),
            prec_div: Some(true),
            prec_sqrt: Some(true),
            options: vec![self.architecture.clone(), "--disable-warnings".to_owned()],
            ..Default::default()
        };
        compile_ptx_with_opts(text, options).map_err(|error| BackendError::Compile {
            op: name.to_owned(),
            message: match error {
                CompileError::CompileError { log, .. } => log.to_string_lossy().into_owned(),
                other => format!("NVRTC {}: {other}", self.version),
            },
        })
    }
}
