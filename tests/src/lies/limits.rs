//! Stated limits that are false: those of the toy are WebGPU's.

use super::{Kind, Lie};
use vyre_conform_runtime::dispatch::{Contents, Launch};
use vyre_conform_runtime::ir::Access;
use vyre_conform_runtime::valid::ValidProgram;

const fn limit(name: &'static str, lie: fn(&ValidProgram, &Launch) -> bool) -> Lie {
    let kind = Kind::Limit(lie);
    Lie { name, kind }
}

/// Total words of the buffers of this access.
fn words(program: &ValidProgram, access: Access) -> u32 {
    let buffer = program
        .program()
        .buffers
        .iter()
        .filter(|b| b.access == access);
    buffer
        .map(|b| b.count.unwrap_or(0) * b.element.words() as u32)
        .sum()
}

fn number(program: &ValidProgram, uniform: bool) -> usize {
    let bound = program.program().bound();
    let of = bound
        .iter()
        .filter(|(_, b)| (b.access == Access::Uniform) == uniform);
    of.count()
}

pub(super) const LIES: &[Lie] = &[
    limit("takes workgroups of 128 along x", |p, _| {
        p.program().workgroup_size[0] > 128
    }),
    limit("takes workgroups of 128 along y", |p, _| {
        p.program().workgroup_size[1] > 128
    }),
    limit("takes workgroups of 32 along z", |p, _| {
        p.program().workgroup_size[2] > 32
    }),
    limit("takes 192 invocations", |p, _| {
        p.program().invocations() > 192
    }),
    limit("takes 40,000 workgroups along z", |_, launch| {
        launch.steps.iter().any(|step| step.workgroups[2] > 40_000)
    }),
    limit("takes 8 KiB of a workgroup", |p, _| {
        words(p, Access::Workgroup) > 2048
    }),
    limit("takes arrays of 4 KiB", |p, _| {
        let locals = p.program().entry.locals.iter();
        locals
            .filter_map(|local| local.len)
            .any(|words| words > 1024)
    }),
    limit("takes tables of 4 KiB", |p, _| {
        let tables = p.program().entry.tables.iter();
        tables
            .map(|table| table.data.len())
            .any(|words| words > 1024)
    }),
    limit("takes buffers of 16 MiB", |_, launch| {
        launch
            .buffers
            .iter()
            .map(Contents::len)
            .any(|words| words > 4 << 20)
    }),
    limit("takes 7 storage buffers", |p, _| number(p, false) > 7),
    limit("takes uniforms of 16 KiB", |p, _| {
        words(p, Access::Uniform) > 4096
    }),
    limit("takes 8 uniforms", |p, _| number(p, true) > 8),
    limit("takes bindings below 256", |p, _| {
        p.program().bound().iter().any(|(_, b)| b.binding > 255)
    }),
];
