use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::vyre_engine;

/// Sums of rows.
#[vyre_engine(invariants(Deterministic), inputs = inputs, kind = tensors)]
fn sums(_input: &Input, _workgroup_size: u32) -> Plan {
    unimplemented!()
}

fn inputs(_: u64) -> Input {
    Input::default()
}

fn main() {
    let _ = inputs;
}
