use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Idempotent))]
fn climb(mut a: u32) -> u32 {
    while let Some(next) = a.checked_add(1) {
        a = next;
    }
    a
}

fn main() {}
