//! Random op bodies of the kernel subset as text: the build script of the tests `bodies` writes them, and what fails is
//! made smaller by the tests themselves.

pub mod body;
pub mod strategy;
