//! The table of wrong texts.

mod control;
mod conversions;
mod integers;

/// A wrong text: a piece of a shader, replaced as by a wrong compiler.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fault {
    /// The shader.
    pub(super) test: &'static str,
    /// The fault.
    pub(super) what: &'static str,
    /// The piece.
    pub(super) from: &'static str,
    /// The replacement.
    pub(super) to: &'static str,
}

const fn fault(
    test: &'static str,
    what: &'static str,
    from: &'static str,
    to: &'static str,
) -> Fault {
    Fault {
        test,
        what,
        from,
        to,
    }
}

/// All wrong texts.
pub(super) fn faults() -> impl Iterator<Item = &'static Fault> {
    let tables = [control::FAULTS, conversions::FAULTS, integers::FAULTS];
    tables.into_iter().flatten()
}
