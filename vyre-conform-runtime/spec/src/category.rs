//! Categories: the way in which an operation reaches the hardware.

/// The hardware features of a backend, as an availability predicate queries them.
pub trait Capabilities {
    /// True if the backend has the named hardware feature, such as `"shader-f16"`.
    fn has(&self, feature: &str) -> bool;
}

/// The hardware feature of a dot product of four packed bytes; WGSL's name for this language extension.
pub const PACKED_PRODUCT: &str = "packed_4x8_integer_dot_product";
/// The hardware feature of cooperative products of byte matrices by a subgroup, with 32-bit sums:
/// CUDA's `mma` of `u8`.
pub const MATRIX_PRODUCT: &str = "integer_matrix_product";
/// The feature of binary64 numbers.
pub const BINARY64: &str = "shader-f64";
/// The feature of operations between the invocations of a subgroup of at least four.
pub const SUBGROUP: &str = "subgroup";

/// The permanent categories. Category B (runtime overhead inside an op: virtual dispatch,
/// interpreter loops, boxing) is forbidden and therefore has no variant.
#[non_exhaustive]
#[derive(Clone, Copy, Debug)]
pub enum Category {
    /// A composition of other operations; it lowers to the shader code that a programmer would write.
    A,
    /// One hardware feature that no composition can match. It has no fallback: a backend without the
    /// feature returns `UnsupportedByBackend`.
    C {
        /// Identifier of the hardware feature, such as `"shader-f16"`.
        hardware: &'static str,
        /// True if a backend has it.
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
