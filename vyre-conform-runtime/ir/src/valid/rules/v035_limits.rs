//! V035: a program keeps the limits of its target.

use super::v033_uniform_buffer::UNIFORM_BYTES;
use super::{Check, Rule};
use crate::valid::limits::{Limit, Limits};
use crate::{Access, Axis, BufferDecl, Function, LocalId, Module, Node, Program, Table, callees};
use std::collections::HashSet;

pub(in crate::valid) const RULE: Rule = Rule {
    id: "V035",
    remedy: "use less, tile the work, or validate for a target that has more",
    checks: &[Check::Limits(|program, linked, limits, report| {
        let mut exceeds = |limit: Limit, place: String, found: u64, most: u64| {
            if found > most {
                let name = limit.name();
                let message = format!("limit `{name}` is {most}, this takes {found}");
                report(limit, place, message);
            }
            found > most
        };
        let place = || "workgroup_size".to_owned();
        let mut axis_exceeds = false;
        for (axis, most) in (0..).map(Axis).zip(limits.workgroup_size) {
            let size = program.workgroup_size[usize::from(axis.0)];
            let limit = Limit::WorkgroupSize(axis);
            axis_exceeds |= exceeds(limit, place(), size.into(), most.into());
        }
        // An axis that is too long also makes too many invocations.
        if !axis_exceeds {
            let most = limits.workgroup_invocations.into();
            let limit = Limit::WorkgroupInvocations;
            exceeds(limit, place(), program.invocations(), most);
        }
        let whole = || "buffers".to_owned();
        let count = |access: &[Access]| {
            let of = |decl: &&BufferDecl| access.contains(&decl.access);
            program.buffers.iter().filter(of).count() as u64
        };
        let storage = count(&[Access::ReadOnly, Access::ReadWrite]);
        let most = limits.storage_buffers.into();
        exceeds(Limit::StorageBuffers, whole(), storage, most);
        let most = limits.uniform_buffers.into();
        exceeds(
            Limit::UniformBuffers,
            whole(),
            count(&[Access::Uniform]),
            most,
        );
        let most = limits.workgroup_bytes.into();
        exceeds(
            Limit::WorkgroupBytes,
            whole(),
            workgroup_bytes(program),
            most,
        );
        memory(linked.module, limits, &mut exceeds);
        for (k, decl) in program.buffers.iter().enumerate() {
            one(k, decl, limits, &mut exceeds);
        }
    })],
};

/// Checks the limits on variables and tables of a module, for programs and ops alike.
fn memory(
    module: &Module,
    limits: &Limits,
    exceeds: &mut dyn FnMut(Limit, String, u64, u64) -> bool,
) {
    let max = limits.function_bytes.into();
    let place = || "locals".to_owned();
    exceeds(Limit::FunctionBytes, place(), variable_bytes(module), max);
    let max = limits.private_bytes.into();
    let place = || "tables".to_owned();
    exceeds(Limit::PrivateBytes, place(), table_bytes(module), max);
}

/// The limits that an op exceeds; no other limit applies to ops.
pub(in crate::valid) fn of_op(module: &Module, limits: &Limits) -> Vec<(Limit, u64, u64)> {
    let mut violations = vec![];
    memory(module, limits, &mut |limit, _, takes, max| {
        if takes > max {
            violations.push((limit, takes, max));
        }
        takes > max
    });
    violations
}

/// Checks the limits on one buffer.
fn one(
    k: usize,
    decl: &BufferDecl,
    limits: &Limits,
    exceeds: &mut dyn FnMut(Limit, String, u64, u64) -> bool,
) {
    let place = || format!("buffers[{k}]");
    if decl.access != Access::Workgroup {
        let max = limits.bindings.into();
        exceeds(Limit::Bindings, place(), u64::from(decl.binding) + 1, max);
    }
    let bytes = bytes(decl);
    match decl.access {
        Access::ReadOnly | Access::ReadWrite => {
            exceeds(Limit::StorageBytes, place(), bytes, limits.storage_bytes);
        }
        // Rule V033 covers larger buffers.
        Access::Uniform if bytes <= UNIFORM_BYTES => {
            let max = limits.uniform_bytes.into();
            exceeds(Limit::UniformBytes, place(), bytes, max);
        }
        Access::Uniform | Access::Workgroup => {}
    }
}

/// Bytes known before a dispatch.
fn bytes(decl: &BufferDecl) -> u64 {
    4 * decl.element.words() as u64 * u64::from(decl.count.unwrap_or(0))
}

fn workgroup_bytes(program: &Program) -> u64 {
    let own = program
        .buffers
        .iter()
        .filter(|decl| decl.access == Access::Workgroup);
    own.map(|decl| bytes(decl).next_multiple_of(16))
        .fold(0, u64::saturating_add)
}

/// Bytes of the variables of the entry and all its callees, counted once per call: calls are inlined.
pub(in crate::valid) fn variable_bytes(module: &Module) -> u64 {
    let mut known = vec![0_u64; module.functions.len()];
    for id in module.callees_first() {
        let function = &module.functions[id.0 as usize];
        let mut bytes = own_bytes(function);
        for callee in callees(&function.body) {
            // V017 reports recursion, V016 an unknown function.
            let called = known.get(callee.0 as usize).copied().unwrap_or(0);
            bytes = bytes.saturating_add(called);
        }
        known[id.0 as usize] = bytes;
    }
    known.get(module.entry.0 as usize).copied().unwrap_or(0)
}

fn own_bytes(function: &Function) -> u64 {
    let mut constant = HashSet::new();
    let mut lists = vec![&function.body[..]];
    while let Some(nodes) = lists.pop() {
        for node in nodes {
            if let Node::Let {
                local,
                mutable: false,
                ..
            } = node
            {
                constant.insert(*local);
            }
            node.for_each_part(|_| {}, |block| lists.push(block));
        }
    }
    let variables = (0..).map(LocalId).zip(&function.locals);
    let variables = variables.filter(|(id, _)| !constant.contains(id));
    variables
        .map(|(_, local)| 4 * local.ty.words() as u64 * u64::from(local.len.unwrap_or(1)))
        .fold(0, u64::saturating_add)
}

/// Bytes of the tables of all functions; equal tables count once.
pub(in crate::valid) fn table_bytes(module: &Module) -> u64 {
    let all = module.functions.iter().flat_map(|f| &f.tables);
    let different: HashSet<&Table> = all.collect();
    let bytes = different
        .iter()
        .map(|table| 4 * (table.ty.words() * table.data.len()) as u64);
    bytes.fold(0, u64::saturating_add)
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::valid::{Limit, Limits, validate_program};
    use crate::{Access, Axis, Expr, ExprKind, FunctionBuilder, Kernel, Node, Program, Type};

    #[track_caller]
    fn exceeds(limit: Limit, program: Program) {
        let violations = refused("V035", 1, program);
        assert_eq!(violations[0].limit, Some(limit));
        assert!(
            violations[0].message.contains(limit.name()),
            "{violations:?}"
        );
    }

    fn with(count: u32, access: Access, element: Type, elements: Option<u32>) -> Program {
        let mut k = kernel();
        for n in 0..count {
            k.buffer(&format!("b{n}"), access, element, elements);
        }
        k.finish()
    }

    /// Oracle: V035 and the default limits of WebGPU.
    #[test]
    fn workgroups() {
        let sized = |size| Kernel::new("k", size).finish();
        accepted(sized([256, 1, 1]));
        exceeds(Limit::WorkgroupSize(Axis::X), sized([257, 1, 1]));
        accepted(sized([1, 256, 1]));
        exceeds(Limit::WorkgroupSize(Axis::Y), sized([1, 257, 1]));
        accepted(sized([1, 1, 64]));
        exceeds(Limit::WorkgroupSize(Axis::Z), sized([1, 1, 65]));
        accepted(sized([16, 16, 1]));
        exceeds(Limit::WorkgroupInvocations, sized([16, 16, 2]));
        refused("V035", 3, sized([u32::MAX; 3]));
    }

    /// Oracle: V035 and the default limits of WebGPU.
    #[test]
    fn buffers() {
        use Access::{ReadOnly, ReadWrite, Uniform, Workgroup};
        accepted(with(8, ReadOnly, Type::U32, None));
        exceeds(Limit::StorageBuffers, with(9, ReadOnly, Type::U32, None));
        accepted(with(12, Uniform, Type::U32, Some(1)));
        exceeds(Limit::UniformBuffers, with(13, Uniform, Type::U32, Some(1)));
        accepted(with(2, Workgroup, Type::U64, Some(1024)));
        exceeds(
            Limit::WorkgroupBytes,
            with(2, Workgroup, Type::U64, Some(1025)),
        );
        let words = (128 << 20) / 4;
        accepted(with(1, ReadWrite, Type::U32, Some(words)));
        exceeds(
            Limit::StorageBytes,
            with(1, ReadWrite, Type::U32, Some(words + 1)),
        );
        let bound = |binding| {
            let mut program = with(1, ReadOnly, Type::U32, None);
            program.buffers[0].binding = binding;
            program
        };
        accepted(bound(999));
        exceeds(Limit::Bindings, bound(1000));
        exceeds(Limit::Bindings, bound(u32::MAX));
    }

    /// Oracle: V035, the limits of WGSL, and the rule of WebGPU that workgroup variables take whole steps
    /// of 16 bytes.
    #[test]
    fn variables() {
        let array = |len, singles| {
            let mut k = kernel();
            let array = k.array("a", Type::U64, len);
            for n in 0..singles {
                k.variable("x", n);
                k.bind("not_counted", n);
            }
            k.store_element(array, 0, Expr::u64(1));
            k.finish()
        };
        accepted(array(1024, 0));
        exceeds(Limit::FunctionBytes, array(1024, 1));
        accepted(array(1023, 2));
        exceeds(Limit::FunctionBytes, array(u32::MAX, 2));
        let table = |len| {
            let mut k = kernel();
            k.table("t", Type::U32, vec![1; len]);
            k.table("t", Type::U32, vec![1; len]);
            k.finish()
        };
        accepted(table(2048));
        exceeds(Limit::PrivateBytes, table(2049));
        // Calls are inlined: two calls make two arrays.
        let calls = |times| {
            let mut f = FunctionBuilder::new("f", vec![Type::U32]);
            let array = f.array("a", Type::U32, 1000);
            let index = Box::new(Expr::u32(0));
            let first = Expr {
                ty: Type::U32,
                kind: ExprKind::Element(array, index),
            };
            let declare = Node::Declare { local: array };
            let f = f.finish(vec![declare, Node::Return(vec![first])]);
            let mut k = kernel();
            let f = k.function(f);
            for _ in 0..times {
                k.call_function(f, vec![]);
            }
            k.finish()
        };
        accepted(calls(2));
        exceeds(Limit::FunctionBytes, calls(3));
        let workgroup = |count| with(count, Access::Workgroup, Type::U32, Some(1));
        accepted(workgroup(1024));
        exceeds(Limit::WorkgroupBytes, workgroup(1025));
    }

    /// Oracle: V035: a program that fits both targets, and one that exceeds the smaller.
    #[test]
    fn a_program_for_a_smaller_target() {
        let program = Kernel::new("k", [128, 1, 1]).finish();
        let valid = validate_program(program, &(), &Limits::INTERPRETER).expect("valid");
        let smaller = valid.within(&Limits::WEBGPU).expect("it fits");
        assert_eq!(smaller.limits(), &Limits::INTERPRETER.min(&Limits::WEBGPU));
        let tiny = Limits {
            workgroup_invocations: 64,
            ..Limits::WEBGPU
        };
        let violations = valid.within(&tiny).expect_err("128 invocations");
        assert_eq!(violations[0].limit, Some(Limit::WorkgroupInvocations));
        assert_eq!(violations.len(), 1);
    }

    /// Oracle: V035, and V033 for more than 64 KiB.
    #[test]
    fn uniform_bytes() {
        let limits = Limits {
            uniform_bytes: 16,
            ..Limits::WEBGPU
        };
        let build = |count| {
            let program = with(1, Access::Uniform, Type::Vec2, Some(count));
            validate_program(program, &(), &limits)
        };
        assert!(build(2).is_ok());
        let violations = build(3).expect_err("24 bytes");
        assert_eq!(violations[0].limit, Some(Limit::UniformBytes));
        let violations = build(1 << 14).expect_err("128 KiB");
        assert_eq!(
            violations.iter().map(|i| i.rule).collect::<Vec<_>>(),
            ["V033"]
        );
    }
}
