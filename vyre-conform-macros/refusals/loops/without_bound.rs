use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Bounded(0, 1)))]
fn parity(mut a: u32) -> u32 {
    let mut parity = 0;
    while a != 0 {
        parity ^= a & 1;
        a >>= 1;
    }
    parity
}

fn main() {}
