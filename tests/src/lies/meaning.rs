//! Programs that are taken for others.

pub(super) mod expressions;
pub(super) mod nodes;
