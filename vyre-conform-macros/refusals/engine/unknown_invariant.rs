use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::vyre_engine;

/// Running sums.
#[vyre_engine(invariants(NoOutputsLost, Sorted), inputs = inputs)]
fn scan(_input: &Input, _workgroup_size: u32) -> Plan {
    unimplemented!()
}

fn inputs(_: u64) -> Input {
    Input::default()
}

fn main() {
    let _ = inputs;
}
