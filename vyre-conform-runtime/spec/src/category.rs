//! How an operation reaches the hardware.

/// What a backend says it has, as far as an availability predicate may ask.
pub trait Capabilities {
    /// True if the backend has the named hardware feature, such as `"shader-f16"`.
    fn has(&self, feature: &str) -> bool;
}

/// The feature of a product of four packed bytes each: the name that WGSL gives this part of the language.
pub const PACKED_PRODUCT: &str = "packed_4x8_integer_dot_product";
/// The feature of products of matrices of bytes by the invocations of a subgroup together, with sums of 32 bits: what
/// CUDA calls `mma` of `u8`.
pub const MATRIX_PRODUCT: &str = "integer_matrix_product";
/// The feature of binary64 numbers.
pub const BINARY64: &str = "shader-f64";
/// The feature of operations between the invocations of a subgroup, of which there are at least four.
pub const SUBGROUP: &str = "subgroup";

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
