use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Commutative))]
fn xor(a: u32, b: u32) -> u32 {
    println!("{a}");
    let is_small = matches!(a, 0..=9);
    dbg!(a) ^ b ^ is_small as u32
}
