use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Monotone))]
fn next(a: u32) -> u32 {
    if let Some(sum) = a.checked_add(1)
        && sum > 1
    {
        sum
    } else {
        0
    }
}

fn main() {}
