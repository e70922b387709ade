use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(0, 32)))]
fn weight(a: u32) -> u32 {
    let mut count = 0u32;
    for i in (0..32).rev() {
        count = count.wrapping_add(a >> (i & 31) & 1);
    }
    count
}

fn main() {}
