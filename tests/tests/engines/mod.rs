//! Engines: right ones pass every check, and the violated invariant catches each mutant.

mod atomics;
mod backends;
mod barriers;
mod called;
mod layouts;
mod library;
mod mutants;
mod ranges;
pub(super) mod right;
mod saved;
mod silent;
mod stopped;
pub(super) mod support;
mod walkthrough;

pub(super) use support::catalog;
