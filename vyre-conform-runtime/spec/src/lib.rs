//! The vocabulary of vyre-conform.
//!
//! Everything on which two packages must agree and nothing else: the [laws](law) as terms, the
//! [types](value) of operands, [categories](category), the kinds of [evidence], the
//! [invariants](invariant) and [kinds](engine) of engines, the [methods of proof](proof), the
//! [languages](target) of hand-written texts, the [distance](ulp) between floats and the
//! [levels](level) of conformance. The crate has no dependencies and no `std`, because the attribute
//! macro (which runs inside the compiler) and the runtime both read it.
//!
//! Public enums are `non_exhaustive`: entries may be added; a published meaning never changes.
#![no_std]

pub mod category;
pub mod engine;
pub mod evidence;
pub mod invariant;
pub mod law;
pub mod level;
pub mod native;
pub mod profile;
pub mod proof;
pub mod target;
pub mod term;
pub mod track;
pub mod ulp;
pub mod value;

pub use category::{BINARY64, Capabilities, Category, MATRIX_PRODUCT, PACKED_PRODUCT, SUBGROUP};
pub use engine::{AdditionOrder, EngineKind};
pub use evidence::Evidence;
pub use invariant::Invariant;
pub use law::{Form, Law, ParamKind, Parameter, laws};
pub use level::Level;
pub use profile::{PROFILE_MARK, Profile};
pub use proof::ProofMethod;
pub use target::{ENTRY_POINT, TextTarget, Texts};
pub use term::{Claim, LawCallee, Term};
pub use track::Track;
pub use ulp::Tolerance;
pub use value::{FloatFormat, ValueType, f8e4m3, f8e5m2};
