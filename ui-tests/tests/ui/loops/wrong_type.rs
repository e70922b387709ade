use vyre_conform_runtime::vyre_op;

// The counting copy of the function has the same mistake, which is reported once.
#[vyre_op(laws(), boundaries((1)))]
const fn keeps(x: u32) -> u32 {
    let mut kept = 0u64;
    let mut n = 0;
    while n < 4 {
        kept = x;
        n += 1;
    }
    x
}

fn main() {}
