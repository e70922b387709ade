//! Expressions, operators and types.

use super::covered;
use super::notes::{COOPERATIVE, INDEX, RAYS, STAGE, SUBGROUPS, TEXTURES};
use naga::{
    BinaryOperator, Expression, Literal, RelationalFunction, ScalarKind, TypeInner, UnaryOperator,
};

covered! {
    Expression: Expression {
        Literal => Expression::Literal(..), Imported, "";
        Constant => Expression::Constant(..), Imported, "";
        Override => Expression::Override(..), Imported, "by the value in the options or its default";
        ZeroValue => Expression::ZeroValue(..), Imported, "";
        Compose => Expression::Compose { .. }, Imported, "";
        Access => Expression::Access { .. }, Imported, INDEX;
        AccessIndex => Expression::AccessIndex { .. }, Imported, "";
        Splat => Expression::Splat { .. }, Imported, "";
        Swizzle => Expression::Swizzle { .. }, Imported, "";
        FunctionArgument => Expression::FunctionArgument(..), Imported, "";
        GlobalVariable => Expression::GlobalVariable(..), Imported, "";
        LocalVariable => Expression::LocalVariable(..), Imported, "";
        Load => Expression::Load { .. }, Imported, "";
        ImageSample => Expression::ImageSample { .. }, Refused, TEXTURES;
        ImageLoad => Expression::ImageLoad { .. }, Refused, TEXTURES;
        ImageQuery => Expression::ImageQuery { .. }, Refused, TEXTURES;
        Unary => Expression::Unary { .. }, Imported, "";
        Binary => Expression::Binary { .. }, Imported, "";
        Select => Expression::Select { .. }, Imported, "";
        Derivative => Expression::Derivative { .. }, Refused, STAGE;
        Relational => Expression::Relational { .. }, Imported, "";
        Math => Expression::Math { .. }, Imported, "";
        As => Expression::As { .. }, Imported, "";
        CallResult => Expression::CallResult(..), Imported, "";
        AtomicResult => Expression::AtomicResult { .. }, Imported, "";
        WorkGroupUniformLoadResult => Expression::WorkGroupUniformLoadResult { .. }, Imported, "";
        ArrayLength => Expression::ArrayLength(..), Imported, "";
        RayQueryVertexPositions => Expression::RayQueryVertexPositions { .. }, Refused, RAYS;
        RayQueryProceedResult => Expression::RayQueryProceedResult, Refused, RAYS;
        RayQueryGetIntersection => Expression::RayQueryGetIntersection { .. }, Refused, RAYS;
        SubgroupBallotResult => Expression::SubgroupBallotResult, Imported, SUBGROUPS;
        SubgroupOperationResult => Expression::SubgroupOperationResult { .. }, Imported, SUBGROUPS;
        CooperativeLoad => Expression::CooperativeLoad { .. }, Refused, COOPERATIVE;
        CooperativeMultiplyAdd => Expression::CooperativeMultiplyAdd { .. }, Refused, COOPERATIVE;
    }
}

covered! {
    UnaryOperator: UnaryOperator {
        Negate => UnaryOperator::Negate, Imported, "";
        LogicalNot => UnaryOperator::LogicalNot, Imported, "";
        BitwiseNot => UnaryOperator::BitwiseNot, Imported, "";
    }
}

covered! {
    BinaryOperator: BinaryOperator {
        Add => BinaryOperator::Add, Imported, "";
        Subtract => BinaryOperator::Subtract, Imported, "";
        Multiply => BinaryOperator::Multiply, Imported, "";
        Divide => BinaryOperator::Divide, Imported, "integers by zero are the dividend; of floats the strict op";
        Modulo => BinaryOperator::Modulo, Imported, "integers by zero are 0; of floats `a - b * trunc(a / b)`";
        Equal => BinaryOperator::Equal, Imported, "";
        NotEqual => BinaryOperator::NotEqual, Imported, "";
        Less => BinaryOperator::Less, Imported, "";
        LessEqual => BinaryOperator::LessEqual, Imported, "";
        Greater => BinaryOperator::Greater, Imported, "";
        GreaterEqual => BinaryOperator::GreaterEqual, Imported, "";
        And => BinaryOperator::And, Imported, "";
        ExclusiveOr => BinaryOperator::ExclusiveOr, Imported, "";
        InclusiveOr => BinaryOperator::InclusiveOr, Imported, "";
        LogicalAnd => BinaryOperator::LogicalAnd, Imported, "";
        LogicalOr => BinaryOperator::LogicalOr, Imported, "";
        ShiftLeft => BinaryOperator::ShiftLeft, Imported, "amounts count modulo 32";
        ShiftRight => BinaryOperator::ShiftRight, Imported, "amounts count modulo 32";
    }
}

covered! {
    RelationalFunction: RelationalFunction {
        All => RelationalFunction::All, Imported, "";
        Any => RelationalFunction::Any, Imported, "";
        IsNan => RelationalFunction::IsNan, Imported, "";
        IsInf => RelationalFunction::IsInf, Imported, "";
    }
}

covered! {
    TypeInner: TypeInner {
        Scalar => TypeInner::Scalar(..), Imported, "of 32 bits, and f16";
        Vector => TypeInner::Vector { .. }, Imported, "of 32 bits, and f16";
        Matrix => TypeInner::Matrix { .. }, Imported, "of 32 bits, and f16";
        CooperativeMatrix => TypeInner::CooperativeMatrix { .. }, Refused, COOPERATIVE;
        Atomic => TypeInner::Atomic(..), Imported, "of `u32` and `i32`";
        Pointer => TypeInner::Pointer { .. }, Imported, "";
        ValuePointer => TypeInner::ValuePointer { .. }, Imported, "";
        Array => TypeInner::Array { .. }, Imported, "";
        Struct => TypeInner::Struct { .. }, Imported, "";
        Image => TypeInner::Image { .. }, Refused, TEXTURES;
        Sampler => TypeInner::Sampler { .. }, Refused, TEXTURES;
        AccelerationStructure => TypeInner::AccelerationStructure { .. }, Refused, RAYS;
        RayQuery => TypeInner::RayQuery { .. }, Refused, RAYS;
        BindingArray => TypeInner::BindingArray { .. }, Refused, "programs have no arrays of bindings";
    }
}

covered! {
    ScalarKind: ScalarKind {
        Sint => ScalarKind::Sint, Imported, "";
        Uint => ScalarKind::Uint, Imported, "";
        Float => ScalarKind::Float, Imported, "";
        Bool => ScalarKind::Bool, Imported, "";
        AbstractInt => ScalarKind::AbstractInt, Imported, "front ends leave none";
        AbstractFloat => ScalarKind::AbstractFloat, Imported, "front ends leave none";
    }
}

covered! {
    Literal: Literal {
        F64 => Literal::F64(..), Refused, "integers and floats have 32 bits";
        F32 => Literal::F32(..), Imported, "";
        F16 => Literal::F16(..), Imported, "";
        U16 => Literal::U16(..), Refused, "integers and floats have 32 bits";
        I16 => Literal::I16(..), Refused, "integers and floats have 32 bits";
        U32 => Literal::U32(..), Imported, "";
        I32 => Literal::I32(..), Imported, "";
        U64 => Literal::U64(..), Refused, "integers and floats have 32 bits";
        I64 => Literal::I64(..), Refused, "integers and floats have 32 bits";
        Bool => Literal::Bool(..), Imported, "";
        AbstractInt => Literal::AbstractInt(..), Imported, "front ends leave none";
        AbstractFloat => Literal::AbstractFloat(..), Imported, "front ends leave none";
    }
}
