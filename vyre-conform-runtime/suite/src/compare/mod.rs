//! Diagnosis of disagreeing results: the fault is in declaration, reference, translation or lowering.
//!
//! Every trial is judged in the same order, from certain to likely:
//!
//! 1. *One text*: implementations of one text must agree, so a lowering that differs from the interpreter on the same
//!    body is wrong, whatever that body was meant to compute.
//! 2. *Explanations*: independent functions, rows and laws contradict each other, and the fewest faults that explain
//!    every contradiction of the run are the culprits ([`Evidence`]). Rows are right by definition in comparisons with
//!    them; a report still mentions a row that nothing agrees with.
//! 3. *Support*: if only a law and the reference contradict each other, other laws that hold, or rows, may cover the
//!    same calls.
//!
//! If none of them decides, the diagnosis names the candidates and the rows that would decide.

mod diagnosis;
mod engine;
mod evidence;
mod exceeded_bound;
mod law;
mod reason;
mod values;

pub use diagnosis::{Blame, Diagnosis, InputEvidence, diagnose};
pub use engine::{CaseOutputs, EngineFinding, diagnose_engine};
pub use evidence::{Coincidence, Conflict, Evidence, Faults, Suspect};
pub use exceeded_bound::ExceededBound;
pub use law::{DeclarationSupport, DifferingCall, LawFinding};
pub use reason::{Party, Reason};
pub use values::{InputRow, Origin, ValueFinding};
