//! What the remedies of the attributes come to. Generated: `VYRE_BLESS=1 cargo test -p vyre-conform-macros mended`
//! writes it.

#![allow(dead_code, unused_imports, unused_variables)]

#[path = "../remedies_prelude.rs"]
mod prelude;

mod unknown_key_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod no_key_0 {
    use crate::prelude::*;
    
    #[vyre_op(id = "u32::add", laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod key_form_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod syntax_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative, Identity(0)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod bad_id_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), id = "u32::add")] const fn bit_f(a: u32, b: u32) -> u32 { a ^ b }
}

mod bad_version_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), version = 2)] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod bad_ulps_0 {
    use crate::prelude::*;
    #[vyre_fn] const fn g(a: u32) -> u32 { a ^ 0x8000_0000 }
    #[vyre_op(laws(Involution), lower = g, ulps = 2)] const fn f(a: f32) -> f32 { -a }
}

mod category_b_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = A)] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod category_b_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = C { hardware = "shader-f16", available = |backend| backend.has("shader-f16") }, lower = wgsl("fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod unknown_category_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = A)] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod unknown_category_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = C { hardware = "shader-f16", available = |backend| backend.has("shader-f16") }, lower = wgsl("fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod category_c_incomplete_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = C { hardware = "shader-f16", available = |backend| backend.has("shader-f16") }, lower = wgsl("fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod category_c_without_shader_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = C { hardware = "shader-f16", available = |backend| backend.has("shader-f16") }, lower = wgsl("fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod category_c_without_shader_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = C { hardware = "x", available = |b| b.has("x") }, lower = target(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }", cuda = "__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod category_a_with_shader_0 {
    use crate::prelude::*;
    
    #[vyre_op(alternates(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod category_a_with_shader_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), category = C { hardware = "shader-f16", available = |backend| backend.has("shader-f16") }, lower = wgsl("fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod duplicate_alternate_0 {
    use crate::prelude::*;
    
    #[vyre_op(alternates(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }", carry_save: wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod unknown_target_0 {
    use crate::prelude::*;
    
    #[vyre_op(alternates(one: target(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }", cuda = "__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }", opencl = "static u32 vyre_f(u32 a, u32 b) { return a ^ b; }", c = "static u32 vyre_f(u32 a, u32 b) { return a ^ b; }")))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod duplicate_target_0 {
    use crate::prelude::*;
    
    #[vyre_op(alternates(name: target(cuda = "__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }")))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod no_target_0 {
    use crate::prelude::*;
    
    #[vyre_op(alternates(one: target(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }", cuda = "__device__ u32 vyre_f(u32 a, u32 b) { return a ^ b; }", opencl = "static u32 vyre_f(u32 a, u32 b) { return a ^ b; }", c = "static u32 vyre_f(u32 a, u32 b) { return a ^ b; }")))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod native_of_no_float_0 {
    use crate::prelude::*;
    
    #[vyre_op(alternates(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod c_word_0 {
    use crate::prelude::*;
    #[vyre_fn] const fn g(a: u32, b: u32) -> u32 { b }
    #[vyre_op(lower = g, table((1.0, 2.0) => 2.0, "the second"), native(wgsl = "fn native_f(a: f32, b: f32) -> f32 { return b; }", c = "sqrt(fma(a, b, 1.5f)) - sqrt(b)"))] const fn f(a: f32, b: f32) -> f32 { b }
}

mod row_without_rationale_0 {
    use crate::prelude::*;
    
    #[vyre_op(table((0, 0) => 0, "no bit differs"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod row_arity_0 {
    use crate::prelude::*;
    
    #[vyre_op(table((0, 1) => 1, "why"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod value_type_0 {
    use crate::prelude::*;
    
    #[vyre_op(table((0, 7) => 7, "zero changes nothing"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod boundary_arity_0 {
    use crate::prelude::*;
    
    #[vyre_op(boundaries((0, 0), (0, 1)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod class_like_parameter_0 {
    use crate::prelude::*;
    
    #[vyre_op(classes(zero = a == 0))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod untestable_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative), classes(zero = a == 0), boundaries((0, 0)), alternates(wgsl = "fn f(a: u32, b: u32) -> u32 { return a ^ b; }"), table((1, 3) => 2, "one bit differs"))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

fn main() {}
