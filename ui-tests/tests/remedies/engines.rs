//! What the remedies of the attributes come to. Generated: `VYRE_BLESS=1 cargo test -p vyre-conform-macros mended`
//! writes it.

#![allow(dead_code, unused_imports, unused_variables)]

#[path = "../remedies_prelude.rs"]
mod prelude;

mod engine_not_a_function_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = "d"] fn f(input: &Input, workgroup_size: u32) -> Plan { p() }
}

mod engine_signature_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = "d"] fn f(input: &Input, workgroup_size: u32) -> Plan { p() }
}

mod engine_id_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, id = "engine::scan")] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_invariants_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(..), reference = r, inputs = i)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod unknown_invariant_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_inputs_0 {
    use crate::prelude::*;
    fn own(n: u64) -> Input { i(n) }
    #[vyre_engine(invariants(Deterministic), inputs = own)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod nothing_expected_0 {
    use crate::prelude::*;
    const OWN: &[CorpusCase] = &[];
    #[vyre_engine(invariants(NoOutputLost), inputs = i, reference = r)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod nothing_expected_1 {
    use crate::prelude::*;
    const OWN: &[CorpusCase] = &[];
    #[vyre_engine(invariants(NoOutputLost), inputs = i, corpus = OWN)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_order_0 {
    use crate::prelude::*;
    fn own(a: &Record, b: &Record) -> Ordering { a.cmp(b) }
    #[vyre_engine(invariants(OutputOrdered), inputs = i, order = own)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_order_1 {
    use crate::prelude::*;
    fn own(a: &Record, b: &Record) -> Ordering { a.cmp(b) }
    #[vyre_engine(invariants(OutputOrdered), inputs = i, reference = r)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod order_of_nothing_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic, OutputOrdered), inputs = i, order = o)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_additions_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = FmaChain, sums = s)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_additions_1 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = None)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod no_sums_0 {
    use crate::prelude::*;
    fn own(_: &Sums) -> Vec<Input> { vec![] }
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = own)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod sums_of_nothing_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = composed, additions = FmaChain, sums = s)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod two_sums_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = s)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod two_sums_1 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, similar_sums = s)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod additions_of_integers_0 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = tensor, additions = Strict, sums = s)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

mod additions_of_integers_1 {
    use crate::prelude::*;
    
    #[vyre_engine(invariants(Deterministic), inputs = i, kind = composed, additions = Strict, sums = s)] #[doc = "d"] fn f(input: &Input, size: u32) -> Plan { p() }
}

fn main() {}
