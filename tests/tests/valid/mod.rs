//! Validation of programs from outside: families of invalid programs, and the verdicts of other validators.

mod casts;
mod i6;
mod programs;
mod verdicts;
