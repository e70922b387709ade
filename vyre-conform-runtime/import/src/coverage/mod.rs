//! Coverage: every construct of naga's representation, imported or refused. The matches have no
//! wildcard, so a construct added by a later naga does not compile until it has a row.

mod builtins;
mod expressions;
mod functions;
mod notes;
mod statements;

/// The support of a construct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ConstructSupport {
    /// Programs can express it.
    Imported,
    /// The importer refuses it by name and place.
    Refused,
}

/// A construct of naga's representation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Construct {
    /// The naga type.
    pub family: &'static str,
    /// The variant of the type.
    pub name: &'static str,
    /// Imported or refused.
    pub support: ConstructSupport,
    /// Its form in a program, if that is not obvious, or the reason of the refusal.
    pub note: &'static str,
}

/// A construct with a row in the table.
pub(crate) trait ConstructRow {
    /// Every row of the family.
    const ROWS: &'static [Construct];

    /// The row of this construct.
    fn row(&self) -> Construct;
}

/// Defines the rows of a type from the patterns of its variants.
macro_rules! covered {
    ($family:ident: $ty:ty { $($name:ident => $pattern:pat, $support:ident, $note:expr;)* }) => {
        impl $crate::coverage::ConstructRow for $ty {
            const ROWS: &'static [$crate::Construct] = &[
                $($crate::Construct {
                    family: stringify!($family),
                    name: stringify!($name),
                    support: $crate::ConstructSupport::$support,
                    note: $note,
                },)*
            ];

            fn row(&self) -> $crate::Construct {
                let name = match self {
                    $($pattern => stringify!($name),)*
                };
                let mut rows = Self::ROWS.iter().filter(|row| row.name == name);
                *rows.next().expect("each pattern has a row")
            }
        }
    };
}
pub(crate) use covered;

/// Every construct of the linked naga, by family, in naga's order.
pub fn constructs() -> Vec<Construct> {
    let families: [&[Construct]; 12] = [
        <naga::Statement as ConstructRow>::ROWS,
        <naga::AtomicFunction as ConstructRow>::ROWS,
        <naga::AddressSpace as ConstructRow>::ROWS,
        <naga::Expression as ConstructRow>::ROWS,
        <naga::UnaryOperator as ConstructRow>::ROWS,
        <naga::BinaryOperator as ConstructRow>::ROWS,
        <naga::RelationalFunction as ConstructRow>::ROWS,
        <naga::TypeInner as ConstructRow>::ROWS,
        <naga::ScalarKind as ConstructRow>::ROWS,
        <naga::Literal as ConstructRow>::ROWS,
        <naga::BuiltIn as ConstructRow>::ROWS,
        <naga::MathFunction as ConstructRow>::ROWS,
    ];
    families.concat()
}
