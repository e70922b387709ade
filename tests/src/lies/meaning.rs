//! Programs that are replaced by others.

pub(super) mod expressions;
pub(super) mod nodes;
