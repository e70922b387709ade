//! Laws of integer ops proved or refuted for every input (`docs/spec/proofs.md`).
//!
//! The way of a law: [`claim`] makes one bit of it that is 1 where the law is broken, from the [`term`]s that
//! [`translate`] makes of the ops in it; [`method`] shows that the bit is never 1, by the [`ring`] normal form, by
//! trying all of few inputs, by [`aig`], [`cnf`] and a [`solver`] whose proof [`lrat`] checks, or by [`exhaust`], which
//! simulates the gates.
//!
//! Floats are proved to be what IEEE 754 says by [`ieee`], which has its specification as terms.
//!
//! Beside it stand composition [`theorem`]s: laws that follow from the form of a body and the laws of its parts.
//!
//! What is trusted: the translation and the evaluator of terms, which tests hold against the compiled functions; the
//! simplifications, normal forms, [`lemmas`] and gates, which tests hold against the evaluator; and the checker
//! [`lrat::check()`]. No solver is.

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
