//! Selection and order of values.
//!
//! | engine | gives |
//! |---|---|
//! | [`partition`] | the flagged values, then the others, each in their order |
//! | [`top_k`] | the k largest values, descending |
//! | [`unique`] | a value of every run of equal ones, and the length of the run |

pub(crate) mod partition;
pub(crate) mod top_k;
pub(crate) mod unique;

pub use partition::partition;
pub use top_k::top_k;
pub use unique::unique;
