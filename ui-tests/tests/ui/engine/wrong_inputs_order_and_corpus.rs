use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::vyre_engine;

/// Running sums.
#[vyre_engine(
    invariants(OutputOrdered),
    inputs = input,
    order = order,
    corpus = CORPUS,
)]
fn scan(_input: &Input, _workgroup_size: u32) -> Plan {
    unimplemented!()
}

fn input(_: u32) -> Input {
    Input::default()
}

fn order(a: u32, b: u32) -> std::cmp::Ordering {
    a.cmp(&b)
}

const CORPUS: &[u32] = &[];

fn inputs(_: u64) -> Input {
    Input::default()
}

fn main() {
    let _ = inputs;
}
