//! Builtin values of entry points.

use super::shape::Shape;
use super::{Data, Remedy, Translator};
use crate::coverage::ConstructRow;
use naga::{Binding, BuiltIn};
use vyre_conform_ir::{Axis, Expr, Type};

impl Translator<'_> {
    /// A builtin value of the entry point.
    pub(super) fn builtin(&mut self, binding: &Binding) -> Data {
        let vector = |leaves: [Expr; 3]| Data::new(Shape::Vector(Type::U32, 3), leaves.to_vec());
        let axes = [Axis::X, Axis::Y, Axis::Z];
        let Binding::BuiltIn(builtin) = binding else {
            self.refuse("an argument at a location", Remedy::Stage);
            return Data::scalar(Expr::u32(0));
        };
        match builtin {
            BuiltIn::GlobalInvocationId => vector(axes.map(Expr::invocation_id)),
            BuiltIn::LocalInvocationId => vector(axes.map(Expr::local_id)),
            BuiltIn::WorkGroupId => vector(axes.map(Expr::workgroup_id)),
            BuiltIn::WorkGroupSize => vector(self.workgroup_size.map(Expr::u32)),
            BuiltIn::NumWorkGroups => vector([0, 1, 2].map(|axis| self.count(axis))),
            BuiltIn::LocalInvocationIndex => Data::scalar(self.local_index()),
            // The table of constructs is exhaustive.
            other => {
                if let Some(data) = self.subgroup_builtin(*other) {
                    return data;
                }
                let row = other.row();
                let remedy = match other {
                    BuiltIn::NumSubgroups
                    | BuiltIn::SubgroupId
                    | BuiltIn::SubgroupSize
                    | BuiltIn::SubgroupInvocationId => Remedy::Subgroup,
                    _ => Remedy::Stage,
                };
                self.refuse(format!("the builtin value {}", row.name), remedy);
                Data::scalar(Expr::u32(0))
            }
        }
    }

    /// The index of the invocation in its workgroup.
    pub(super) fn local_index(&self) -> Expr {
        let [x, y, z] = [Axis::X, Axis::Y, Axis::Z].map(Expr::local_id);
        let [wide, high, deep] = self.workgroup_size;
        match (high, deep) {
            (1, 1) => x,
            (_, 1) => x + y * wide,
            _ => x + (y + z * high) * wide,
        }
    }
}
