use vyre_conform_runtime::vyre_op;

type Word = u32;

#[vyre_op(laws(Commutative))]
fn xor(a: Word, b: Word) -> Word {
    a ^ b
}

fn main() {}
