//! What the remedies of the attributes come to. Generated: `VYRE_BLESS=1 cargo test -p vyre-conform-macros mended`
//! writes it.

#![allow(dead_code, unused_imports, unused_variables)]

#[path = "../remedies_prelude.rs"]
mod prelude;

mod unknown_law_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod law_parameters_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Identity(0)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod law_option_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Not(Commutative, witness = (0, 1))))] const fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
}

mod law_option_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative(at = run)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod law_at_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative(at = run)))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod law_op_parameter_0 {
    use crate::prelude::*;
    #[vyre_op(laws(Commutative))] const fn g(a: u32, b: u32) -> u32 { a ^ b }
    #[vyre_op(laws(DistributiveOver(self::g)))] const fn f(a: u32, b: u32) -> u32 { a & b }
}

mod law_holds_parameter_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(ZeroProduct(true)))] const fn f(a: u32, b: u32) -> u32 { a | b }
}

mod law_holds_parameter_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(ZeroProduct(false, witness = (1, 1))))] const fn f(a: u32, b: u32) -> u32 { a ^ b }
}

mod refutation_without_witness_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Not(Commutative, witness = (0, 1))))] const fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
}

mod witness_arity_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Not(Commutative, witness = (0, 1))))] const fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
}

mod witness_of_true_law_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Not(Commutative, witness = (0, 1))))] const fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
}

mod not_what_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Not(Commutative, witness = (0, 1))))] const fn f(a: u32, b: u32) -> u32 { a.wrapping_sub(b) }
}

mod custom_form_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_name_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(Commutative))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_name_form_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_variables_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_claim_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_claim_1 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(least, |f, a| 0 <= f(a, 0) && f(a, a) == 0)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_claim_2 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(least, |f, a, b| !(a <= b) || f(a, b) >= 0)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_term_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(moves, |f, a, b| f(a, b) == f(b, a) && a.wrapping_add(b) == f(a.wrapping_add(b), 0))))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

mod custom_subject_0 {
    use crate::prelude::*;
    
    #[vyre_op(laws(custom(cancels, |f, a, b| f(a, f(a, b)) == b)))] const fn xor(a: u32, b: u32) -> u32 { a ^ b }
}

fn main() {}
