use vyre_conform_runtime::vyre_op;

// True only for bytes.
#[vyre_op(laws(Injective))]
const fn low_half(a: u32) -> u32 {
    a & 0xffff
}

fn main() {}
