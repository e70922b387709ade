//! Builtin values.

use super::covered;
use super::notes::{STAGE, SUBGROUPS};
use naga::BuiltIn;

covered! {
    BuiltIn: BuiltIn {
        PrimitiveIndex => BuiltIn::PrimitiveIndex, Refused, STAGE;
        Position => BuiltIn::Position { .. }, Refused, STAGE;
        ViewIndex => BuiltIn::ViewIndex, Refused, STAGE;
        BaseInstance => BuiltIn::BaseInstance, Refused, STAGE;
        BaseVertex => BuiltIn::BaseVertex, Refused, STAGE;
        ClipDistances => BuiltIn::ClipDistances, Refused, STAGE;
        CullDistance => BuiltIn::CullDistance, Refused, STAGE;
        InstanceIndex => BuiltIn::InstanceIndex, Refused, STAGE;
        PointSize => BuiltIn::PointSize, Refused, STAGE;
        VertexIndex => BuiltIn::VertexIndex, Refused, STAGE;
        DrawIndex => BuiltIn::DrawIndex, Refused, STAGE;
        FragDepth => BuiltIn::FragDepth, Refused, STAGE;
        PointCoord => BuiltIn::PointCoord, Refused, STAGE;
        FrontFacing => BuiltIn::FrontFacing, Refused, STAGE;
        Barycentric => BuiltIn::Barycentric { .. }, Refused, STAGE;
        SampleIndex => BuiltIn::SampleIndex, Refused, STAGE;
        SampleMask => BuiltIn::SampleMask, Refused, STAGE;
        GlobalInvocationId => BuiltIn::GlobalInvocationId, Imported, "";
        LocalInvocationId => BuiltIn::LocalInvocationId, Imported, "";
        LocalInvocationIndex => BuiltIn::LocalInvocationIndex, Imported, "";
        WorkGroupId => BuiltIn::WorkGroupId, Imported, "";
        WorkGroupSize => BuiltIn::WorkGroupSize, Imported, "";
        NumWorkGroups => BuiltIn::NumWorkGroups, Imported, "from a hidden uniform buffer";
        NumSubgroups => BuiltIn::NumSubgroups, Imported, SUBGROUPS;
        SubgroupId => BuiltIn::SubgroupId, Imported, SUBGROUPS;
        SubgroupSize => BuiltIn::SubgroupSize, Imported, SUBGROUPS;
        SubgroupInvocationId => BuiltIn::SubgroupInvocationId, Imported, SUBGROUPS;
        MeshTaskSize => BuiltIn::MeshTaskSize, Refused, STAGE;
        CullPrimitive => BuiltIn::CullPrimitive, Refused, STAGE;
        PointIndex => BuiltIn::PointIndex, Refused, STAGE;
        LineIndices => BuiltIn::LineIndices, Refused, STAGE;
        TriangleIndices => BuiltIn::TriangleIndices, Refused, STAGE;
        VertexCount => BuiltIn::VertexCount, Refused, STAGE;
        Vertices => BuiltIn::Vertices, Refused, STAGE;
        PrimitiveCount => BuiltIn::PrimitiveCount, Refused, STAGE;
        Primitives => BuiltIn::Primitives, Refused, STAGE;
        RayInvocationId => BuiltIn::RayInvocationId, Refused, STAGE;
        NumRayInvocations => BuiltIn::NumRayInvocations, Refused, STAGE;
        InstanceCustomData => BuiltIn::InstanceCustomData, Refused, STAGE;
        GeometryIndex => BuiltIn::GeometryIndex, Refused, STAGE;
        WorldRayOrigin => BuiltIn::WorldRayOrigin, Refused, STAGE;
        WorldRayDirection => BuiltIn::WorldRayDirection, Refused, STAGE;
        ObjectRayOrigin => BuiltIn::ObjectRayOrigin, Refused, STAGE;
        ObjectRayDirection => BuiltIn::ObjectRayDirection, Refused, STAGE;
        RayTmin => BuiltIn::RayTmin, Refused, STAGE;
        RayTCurrentMax => BuiltIn::RayTCurrentMax, Refused, STAGE;
        ObjectToWorld => BuiltIn::ObjectToWorld, Refused, STAGE;
        WorldToObject => BuiltIn::WorldToObject, Refused, STAGE;
        HitKind => BuiltIn::HitKind, Refused, STAGE;
    }
}
