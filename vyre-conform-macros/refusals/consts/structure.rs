use vyre_conform_runtime::vyre_op;

struct Config {
    mask: u32,
}

const CONFIG: Config = Config { mask: 0xff };

#[vyre_op(laws(Idempotent))]
fn low(a: u32) -> u32 {
    a & CONFIG.mask
}

fn main() {}
