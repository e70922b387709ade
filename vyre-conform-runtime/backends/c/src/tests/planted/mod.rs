//! The table of faults.

mod casts;
mod control;
mod memory;
mod values;

use vyre_conform_scripts::planted::Fault;

/// All faults.
pub(super) fn faults() -> Vec<Fault> {
    let tables = [
        control::FAULTS,
        memory::FAULTS,
        values::FAULTS,
        casts::FAULTS,
    ];
    tables.concat()
}
