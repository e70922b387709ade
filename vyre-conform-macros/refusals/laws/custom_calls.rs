use vyre_conform_runtime::vyre_op;

#[vyre_op(laws(custom(far, |f, a| f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(f(a)))))))))))))))) == f(a))))]
fn not(a: u32) -> u32 {
    !a
}

fn main() {}
