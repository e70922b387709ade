use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(0, 100)))]
fn length(text: &str) -> u32 {
    text.len() as u32
}

fn main() {}
