//! What a normal form may do wrong.

/// Tests plant each of these, and see that [`Simplified::agrees`](super::Simplified::agrees) finds it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The second summand counts three times.
    Sum,
    /// A negation is the word.
    Negation,
    /// An inversion is the negation, one more than it should be.
    Inversion,
    /// The lowest bit of every coefficient of a product is lost.
    Product,
    /// A shift goes one place too far.
    Shift,
    /// The lowest bit is not counted.
    Count,
    /// A bit that is inverted counts as the bit.
    Bit,
    /// A rotation undoes any other.
    Rotation,
    /// A factor that is even is left out of an equation, as one that is odd.
    Factor,
}
