//! Modules named like a type or like the op inside, and ops imported under another name.

/// A module named like a primitive type.
pub mod u32 {
    use vyre_conform_runtime::vyre_op;

    /// Bitwise and.
    #[vyre_op(laws(
        Commutative,
        DistributiveOver(super::disjunction),
        LatticeAbsorption(super::or)
    ))]
    pub const fn and(a: u32, b: u32) -> u32 {
        a & b
    }
}

mod or {
    use vyre_conform_runtime::vyre_op;

    /// Bitwise or, in a module with its name.
    #[vyre_op(laws(Commutative, DistributiveOver(super::u32::and)))]
    pub const fn or(a: u32, b: u32) -> u32 {
        a | b
    }
}
pub(super) use or::or;
use or::or as disjunction;
