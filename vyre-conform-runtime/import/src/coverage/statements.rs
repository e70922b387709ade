//! Statements and memory.

use super::covered;
use super::notes::{
    ATOMIC, BARRIER, COLLECTIVE, COOPERATIVE, EMITTED, EXCHANGE, GATHER, MEMORY_BARRIER, RAYS,
    STAGE, TEXTURES,
};
use naga::{AddressSpace, AtomicFunction, Statement};

covered! {
    Statement: Statement {
        Emit => Statement::Emit(..), Imported, EMITTED;
        Block => Statement::Block(..), Imported, "";
        If => Statement::If { .. }, Imported, "";
        Switch => Statement::Switch { .. }, Imported, "a condition for each case";
        Loop => Statement::Loop { .. }, Imported, "a `While` of the bound in the options";
        Break => Statement::Break, Imported, "";
        Continue => Statement::Continue, Imported, "";
        Return => Statement::Return { .. }, Imported, "";
        Kill => Statement::Kill, Refused, STAGE;
        ControlBarrier => Statement::ControlBarrier(..), Imported, BARRIER;
        MemoryBarrier => Statement::MemoryBarrier(..), Refused, MEMORY_BARRIER;
        Store => Statement::Store { .. }, Imported, "";
        ImageStore => Statement::ImageStore { .. }, Refused, TEXTURES;
        Atomic => Statement::Atomic { .. }, Imported, ATOMIC;
        ImageAtomic => Statement::ImageAtomic { .. }, Refused, TEXTURES;
        WorkGroupUniformLoad => Statement::WorkGroupUniformLoad { .. }, Imported, "a load between two barriers";
        Call => Statement::Call { .. }, Imported, "the function is written out";
        RayQuery => Statement::RayQuery { .. }, Refused, RAYS;
        RayPipelineFunction => Statement::RayPipelineFunction(..), Refused, RAYS;
        SubgroupBallot => Statement::SubgroupBallot { .. }, Imported, EXCHANGE;
        SubgroupGather => Statement::SubgroupGather { .. }, Imported, GATHER;
        SubgroupCollectiveOperation => Statement::SubgroupCollectiveOperation { .. }, Imported, COLLECTIVE;
        CooperativeStore => Statement::CooperativeStore { .. }, Refused, COOPERATIVE;
    }
}

covered! {
    AtomicFunction: AtomicFunction {
        Add => AtomicFunction::Add, Imported, "";
        Subtract => AtomicFunction::Subtract, Imported, "";
        And => AtomicFunction::And, Imported, "";
        ExclusiveOr => AtomicFunction::ExclusiveOr, Imported, "";
        InclusiveOr => AtomicFunction::InclusiveOr, Imported, "";
        Min => AtomicFunction::Min, Imported, "of `i32` by compare and exchange";
        Max => AtomicFunction::Max, Imported, "of `i32` by compare and exchange";
        Exchange => AtomicFunction::Exchange { .. }, Imported, "";
    }
}

covered! {
    AddressSpace: AddressSpace {
        Function => AddressSpace::Function, Imported, "";
        Private => AddressSpace::Private, Imported, "";
        WorkGroup => AddressSpace::WorkGroup, Imported, "with atomics a part of a hidden storage buffer";
        Uniform => AddressSpace::Uniform, Imported, "";
        Storage => AddressSpace::Storage { .. }, Imported, "";
        Handle => AddressSpace::Handle, Refused, "textures and samplers";
        Immediate => AddressSpace::Immediate, Refused, "programs have no such memory";
        TaskPayload => AddressSpace::TaskPayload, Refused, "programs have no such memory";
        RayPayload => AddressSpace::RayPayload, Refused, "programs have no such memory";
        IncomingRayPayload => AddressSpace::IncomingRayPayload, Refused, "programs have no such memory";
    }
}
