//! Levels as arguments.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use vyre_conform_spec::Level;

/// A parser that accepts exactly the names of levels.
pub(super) fn parser() -> impl TypedValueParser<Value = Level> {
    let names = PossibleValuesParser::new(Level::ALL.iter().map(|level| level.name()));
    names.try_map(|name| Level::from_name(&name).ok_or("a level"))
}
