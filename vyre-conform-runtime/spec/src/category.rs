//! How an operation reaches the hardware.

/// What a backend says it has, as far as an availability predicate may ask.
pub trait Capabilities {
    /// Whether the backend has the named hardware feature, such as `"shader-f16"`.
    fn has(&self, feature: &str) -> bool;
}

/// The permanent categories. Category B (runtime overhead inside an op: virtual dispatch,
/// interpreter loops, boxing) is forbidden and therefore has no variant.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum Category {
    /// A composition of other operations: lowers to the shader code a person would write by hand.
    A,
    /// One hardware feature that no composition can match. There is no fallback: a backend without
    /// it answers `UnsupportedByBackend`.
    C {
        /// Identifier of the hardware feature, such as `"shader-f16"`.
        hardware: &'static str,
        /// Whether a backend has it.
        available: fn(&dyn Capabilities) -> bool,
    },
}

impl Category {
    /// `"A"` or `"C"`.
    pub const fn letter(&self) -> &'static str {
        match self {
            Self::A => "A",
            Self::C { .. } => "C",
        }
    }
}
