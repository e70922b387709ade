//! Laws of integer ops proved or refuted for every input (`docs/spec/proofs.md`).
//!
//! The steps for a law: [`claim`] makes one bit that is 1 if the law is broken, from the [`term`]s that
//! [`translate`] makes of its ops; [`method`] shows that the bit is never 1, by the [`ring`] normal
//! form, by trying all inputs if they are few, by [`aig`], [`cnf`] and a [`solver`] whose proof
//! [`lrat`] checks, or by [`exhaust`], which simulates the gates.
//!
//! [`ieee`] proves float ops against IEEE 754, with specifications as terms.
//!
//! Composition [`theorem`]s prove laws that follow from the structure of a body and the laws of its
//! parts.
//!
//! The trusted base: the translation and the evaluator of terms, which tests compare with the compiled
//! functions; the simplifications, normal forms, [`lemmas`] and gates, which tests compare with the
//! evaluator; and the checker [`lrat::check()`]. Solvers are not trusted.

pub mod aig;
pub mod claim;
pub mod cnf;
pub mod composed;
pub mod exhaust;
pub mod ieee;
pub mod lemmas;
pub mod lrat;
pub mod method;
pub mod mutate;
pub mod ring;
pub mod solver;
pub mod term;
pub mod theorem;
pub mod translate;
