//! Random op bodies of the kernel subset as text: the build script of the tests `bodies` writes them, and the tests
//! shrink failing ones.

pub mod body;
pub mod strategy;
