use vyre_conform_runtime::vyre_op;

macro_rules! doubled {
    ($name:ident, $a:ident, $value:expr) => {
        #[vyre_op(laws(Bounded(0, 0xffff_ffff)))]
        fn $name($a: u32) -> u32 {
            let x = 7u32;
            x ^ $value
        }
    };
}

// Rust resolves the argument to the `x` given here, not to the macro's own variable.
doubled!(seven, x, x.rotate_left(1));

fn main() {}
