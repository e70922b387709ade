use vyre_conform_runtime::engine::{Input, Plan};
use vyre_conform_runtime::vyre_engine;

/// Running sums.
#[vyre_engine(invariants(Deterministic), inputs = inputs)]
struct Scan(Input, Plan);

fn inputs(_: u64) -> Input {
    Input::default()
}

fn main() {
    let _ = inputs;
}
