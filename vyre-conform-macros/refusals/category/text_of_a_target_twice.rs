use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(Involution),
    category = C { hardware = "bit-reverse", available = |backend| backend.has("bit-reverse") },
    lower = target(cuda = "__device__ u32 vyre_reverse(u32 a) { return __brev(a); }",
        cuda = "__device__ u32 vyre_reverse(u32 a) { return __brev(a); }"))]
fn reverse(a: u32) -> u32 {
    a.reverse_bits()
}

fn main() {}
