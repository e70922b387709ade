//! Faults to plant in a normal form.

/// Tests plant each of these, and confirm that `Simplification::agrees` detects it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The second summand counts three times.
    Sum,
    /// A negation returns the operand.
    Negation,
    /// An inversion is computed as the negation, which is one too much.
    Inversion,
    /// The lowest bit of every coefficient of a product is lost.
    Product,
    /// A shift moves one bit too far.
    Shift,
    /// The lowest bit is not counted.
    Count,
    /// An inverted bit counts as the bit.
    Bit,
    /// A rotation undoes any other rotation.
    Rotation,
    /// An even factor is cancelled in an equation like an odd one.
    Factor,
}
