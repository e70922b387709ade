use vyre_conform_runtime::vyre_fn;

#[vyre_fn]
fn double(a: f32) -> f32 {
    a + a
}

fn main() {}
