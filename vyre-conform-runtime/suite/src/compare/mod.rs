//! From disagreeing results to a diagnosis: which of declaration, reference, translation and lowering is wrong.
//!
//! One order of judging for every trial, from what is certain to what is likely:
//!
//! 1. *One text*: what comes from one text must agree, so a lowering that differs from the interpreter on the same
//!    body is wrong whatever was meant by that body.
//! 2. *Explanations*: functions that were written apart, rows and laws contradict each other, and the fewest faults
//!    that explain every contradiction of the run are the culprits ([`Evidence`]). Rows are right by definition
//!    wherever a function is held to them; a report still says of a row that nothing agrees with it.
//! 3. *Vouching*: where only a law and the reference contradict each other, other laws that hold, or rows, may speak
//!    about the very calls.
//!
//! Where none of them decides, the diagnosis says between whom it is undecided, and which rows would decide.

mod diagnosis;
mod engine;
mod evidence;
mod exceeded_bound;
mod law;
mod reason;
mod values;

pub use diagnosis::{Blame, Diagnosis, Testimony, diagnose};
pub use engine::{CaseOutputs, EngineFinding, diagnose_engine};
pub use evidence::{Coincidence, Conflict, Evidence, Faults, Suspect};
pub use exceeded_bound::ExceededBound;
pub use law::{Call, LawFinding, Vouching};
pub use reason::{Party, Reason};
pub use values::{Origin, RowHere, ValueFinding};
