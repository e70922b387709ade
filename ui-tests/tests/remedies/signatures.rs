//! What the remedies of the attributes come to. Generated: `VYRE_BLESS=1 cargo test -p vyre-conform-macros mended`
//! writes it.

#![allow(dead_code, unused_imports, unused_variables)]

#[path = "../remedies_prelude.rs"]
mod prelude;

mod not_a_function_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod second_attribute_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), table((1, 3) => 2, "one bit differs"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod method_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Involution))] const fn f(a: u32) -> u32 { !a }
}

mod no_result_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod reference_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Involution))] const fn f(a: u32) -> u32 { !a }
}

mod unsupported_type_0 {
    use crate::prelude::*;
    #[vyre_fn] const fn g(a: u32) -> u32 { a ^ 0x8000_0000 }
    #[vyre_op(laws(Involution), lower = g)] const fn f(a: f32) -> f32 { -a }
}

mod unsupported_width_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Idempotent))] const fn f(a: u32) -> u32 { a & 0xFFFF }
}

mod float_without_lowering_0 {
    use crate::prelude::*;
    #[vyre_fn] const fn f_bits(a: u32) -> u32 { a ^ 0x8000_0000 }
    #[vyre_op(laws(Involution), lower = f_bits)] const fn f(a: f32) -> f32 { -a }
}

mod ulps_of_a_binade_0 {
    use crate::prelude::*;
    #[vyre_fn] const fn g(a: u32) -> u32 { a ^ 0x8000_0000 }
    #[vyre_op(laws(Involution), lower = g, ulps = 3)] const fn f(a: f32) -> f32 { -a }
}

mod float_kernel_type_0 {
    use crate::prelude::*;
    
    #[vyre_fn] fn f(a: u32) -> u32 { 1 }
}

mod unsupported_kernel_width_0 {
    use crate::prelude::*;
    
    #[vyre_fn] fn f(a: i32) -> u64 { a as u64 }
}

mod pattern_parameter_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Involution))] const fn f(v: [u32; 2]) -> [u32; 2] { [v[1], v[0]] }
}

mod pattern_parameter_1 {
    use crate::prelude::*;
    
    #[vyre_fn] const fn f(v: (u32, u32)) -> u32 { let (a, b) = v; a ^ b }
}

mod unnamed_family_0 {
    use crate::prelude::*;
    type Word = u32;
    #[vyre_op(laws(Commutative), id = "u32::f")] const fn f(a: Word, b: Word) -> Word { a ^ b }
}

fn main() {}
