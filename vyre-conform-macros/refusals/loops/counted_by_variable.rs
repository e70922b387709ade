use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(RightIdentity(0)))]
fn shift(mut a: u32, n: u32) -> u32 {
    let mut i = 0;
    while i < n {
        a >>= 1;
        i += 1;
    }
    a
}

fn main() {}
