use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Not(Commutative, witness = (0, 1))))]
fn zeros(a: u32, n: u32) -> u32 {
    let mut count = 0u32;
    for i in 0..n {
        count = count.wrapping_add(a >> (i & 31) & 1);
    }
    count
}

fn main() {}
