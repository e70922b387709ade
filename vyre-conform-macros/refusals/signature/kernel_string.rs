use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn low(a: u32) -> String {
    a as u8
}

fn main() {}
