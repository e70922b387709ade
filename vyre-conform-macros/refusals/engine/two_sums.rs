use vyre_conform_runtime::engine::{Input, Plan, Sums};
use vyre_conform_runtime::vyre_engine;

/// Sums of rows.
#[vyre_engine(invariants(Deterministic), inputs = inputs, kind = tensor, additions = Strict, sums = asked, similar_sums = asked)]
fn sums(_input: &Input, _workgroup_size: u32) -> Plan {
    unimplemented!()
}

fn inputs(_: u64) -> Input {
    Input::default()
}

fn asked(_: &Sums) -> Vec<Input> {
    vec![]
}

fn main() {
    let _ = (inputs, asked);
}
