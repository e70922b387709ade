//! Names that need `r#`.

use vyre_conform_runtime::{vyre_fn, vyre_op};

/// Remainder; 0 for the divisor 0.
#[vyre_op(laws(SelfInverse(0)), classes(r#type = r#in == 0, other = r#in != 0))]
pub const fn r#mod(r#fn: u32, r#in: u32) -> u32 {
    let r#loop = r#fn.checked_rem(r#in);
    if let Some(r#struct) = r#loop {
        r#struct
    } else {
        0
    }
}

/// Calls it.
#[vyre_op(laws(Absorbing(0)), alternates(r#impl: wgsl = "fn match(a: u32, b: u32) -> u32 { return 0u; }"))]
pub fn r#match(r#for: u32, b: u32) -> u32 {
    r#use(r#mod(r#for, b)) & r#mod(b, r#for)
}

#[vyre_fn]
fn r#use(r#where: u32) -> u32 {
    r#where
}
