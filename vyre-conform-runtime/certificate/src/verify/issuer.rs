//! The backend of a certificate, reconstructed from its file.
//!
//! For the suite's own backends (adapters through wgpu with their profiles, and the processor), file and library
//! determine the supported ops. For a backend that an author registered, the lacks are the issuer's word.

use crate::certificate::Evidence;
use vyre_conform_spec::{PROFILE_MARK, TextTarget};
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, OpCode, Profile, adapter_slug, is_adapter, is_slug,
    lacks_native_c, lacks_text, missing_function,
};

/// Family of a backend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BackendFamily {
    /// An adapter, which runs the lowering of every op.
    Adapter,
    /// The strict profile of native floats, which runs the ops that the adapter computes correctly.
    Native,
    /// The profile of plain WGSL.
    Wgsl,
    /// The functions in `lower`, on the processor.
    Processor,
    /// A registered backend in the profile of native floats, which runs the native expressions that it computes
    /// correctly.
    Expressions,
    /// Any other registered backend.
    Registered,
}

/// The backend of a certificate; it cannot run anything.
pub(super) struct IssuerBackend {
    identity: Identity,
    family: BackendFamily,
}

impl IssuerBackend {
    /// The backend that a certificate names.
    ///
    /// # Errors
    ///
    /// If no backend can have its kind and slug.
    pub(super) fn new(evidence: &Evidence) -> Result<Self, String> {
        let identity = evidence.backend.identity();
        let (kind, slug) = (&identity.kind, &identity.slug);
        let name = slug.split(PROFILE_MARK).next().unwrap_or_default();
        if !is_slug(name) {
            return Err(format!(
                "no backend is called `{slug}`: names have ASCII letters, digits, `-`, `_` and `#`"
            ));
        }
        // A space or a similar letter would make it another, unknown backend.
        if !kind.split(PROFILE_MARK).all(is_slug) {
            return Err(format!(
                "no backend is of the kind `{kind}`: kinds have ASCII letters, digits, `-`, `_` and `#`"
            ));
        }
        let of_adapter = is_adapter;
        let known = match (Profile::of(kind), identity.profile()) {
            // The mark has no profile behind it.
            (None, None) if [kind, slug].iter().any(|n| n.contains(PROFILE_MARK)) => None,
            (None, None) if of_adapter(kind) => Some(BackendFamily::Adapter),
            (None, None) => Some(BackendFamily::Registered),
            (Some((kind, Profile::Native)), Some(Profile::Native)) if !of_adapter(kind) => {
                Some(BackendFamily::Expressions)
            }
            (Some((_, Profile::KernelRust)), Some(_)) if kind == slug => {
                Some(BackendFamily::Processor)
            }
            (Some((kind, of_kind)), Some(of_slug)) if of_kind == of_slug && of_adapter(kind) => {
                match of_kind {
                    Profile::Native => Some(BackendFamily::Native),
                    Profile::Wgsl => Some(BackendFamily::Wgsl),
                    _ => None,
                }
            }
            _ => None,
        };
        let family = known.ok_or_else(|| {
            format!("a backend of the kind `{kind}` is not called `{slug}`: the profiles differ")
        })?;
        if matches!(
            family,
            BackendFamily::Adapter | BackendFamily::Native | BackendFamily::Wgsl
        ) {
            // Several adapters of one name have numbers.
            let name = name.split('#').next().unwrap_or_default();
            let expected = adapter_slug(&identity.device, kind);
            if name != expected {
                return Err(format!(
                    "its parts name the backend `{name}`, but the slug of the adapter `{}` is `{expected}`",
                    identity.device
                ));
            }
        }
        Ok(Self { identity, family })
    }

    /// The language of texts of the suite's own backends; `None` for the backends of authors.
    pub(super) fn target(&self) -> Option<TextTarget> {
        let kind = self.identity.kind.split(PROFILE_MARK).next();
        match kind.unwrap_or_default() {
            "c11" => Some(TextTarget::C),
            "cuda" => Some(TextTarget::Cuda),
            "opencl" => Some(TextTarget::OpenCl),
            kind if is_adapter(kind) => Some(TextTarget::Wgsl),
            _ => None,
        }
    }

    pub(super) fn family(&self) -> BackendFamily {
        self.family
    }

    /// True for registered backends in any profile.
    pub(super) fn is_registered(&self) -> bool {
        matches!(
            self.family,
            BackendFamily::Registered | BackendFamily::Expressions
        )
    }

    /// The value of a limit in the file.
    pub(super) fn limit(&self, name: &str) -> Option<u64> {
        let mut limits = self.identity.limits.iter();
        limits.find(|(n, _)| n == name).map(|(_, value)| *value)
    }

    /// True if the file lists a feature with this prefix.
    pub(super) fn has_feature(&self, begin: &str) -> bool {
        self.identity.features.iter().any(|f| f.starts_with(begin))
    }
}

impl Backend for IssuerBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        match self.family {
            BackendFamily::Registered => None,
            BackendFamily::Adapter => op.missing_target(TextTarget::Wgsl),
            BackendFamily::Native | BackendFamily::Wgsl => lacks_text(op, &self.identity),
            BackendFamily::Expressions => lacks_native_c(op),
            BackendFamily::Processor => missing_function(op),
        }
    }

    fn missing_support_in_program(&self, op: &OpCode<'_>) -> Option<String> {
        match self.family {
            BackendFamily::Native | BackendFamily::Wgsl => op.missing_target(TextTarget::Wgsl),
            // The compiled language is the issuer's word.
            BackendFamily::Expressions => None,
            _ => self.missing_support(op),
        }
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let (id, slug) = (op.id, &self.identity.slug);
        Err(BackendError::Other(format!(
            "{slug} is not on this machine: {id} cannot run"
        )))
    }
}
