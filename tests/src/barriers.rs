//! Barriers under every kind of control flow, as programs and as WGSL, with the verdicts of validators.

use vyre_conform_runtime::ir::{
    AtomicOp, Axis, Buffer, Expr, Kernel, Node, Operand, Program, Type,
};

/// A kernel in both notations, and the verdicts.
#[derive(Clone, Copy, Debug)]
pub struct BarrierCase {
    /// Its topic.
    pub name: &'static str,
    /// The statements of the kernel.
    pub build: fn(&mut Kernel, &Buffers),
    /// WGSL of the statements; see [`BarrierCase::wgsl`].
    pub body: &'static str,
    /// True if rule V010 and the uniformity analysis of WGSL accept it.
    pub accepted: bool,
}

/// The buffers of every case.
#[derive(Clone, Copy, Debug)]
pub struct Buffers {
    /// Read-only.
    pub input: Buffer,
    /// Read and written.
    pub data: Buffer,
    /// In the workgroup.
    pub scratch: Buffer,
}

impl BarrierCase {
    /// The program.
    pub fn program(&self) -> Program {
        let mut k = Kernel::new("barrier", [64, 1, 1]);
        let buffers = Buffers {
            input: k.read_only("input", Type::U32),
            data: k.read_write("data", Type::U32),
            scratch: k.workgroup("scratch", Type::U32, 64),
        };
        (self.build)(&mut k, &buffers);
        k.finish()
    }

    /// A whole shader.
    pub fn wgsl(&self) -> String {
        format!(
            "@group(0) @binding(0) var<storage, read> input: array<u32>;\n\
             @group(0) @binding(1) var<storage, read_write> data: array<u32>;\n\
             @group(0) @binding(2) var<storage, read_write> counter: atomic<u32>;\n\
             var<workgroup> scratch: array<u32, 64>;\n\
             @compute @workgroup_size(64)\n\
             fn main(@builtin(local_invocation_id) local: vec3<u32>, @builtin(workgroup_id) group: vec3<u32>) {{\n{}\n}}\n",
            self.body
        )
    }
}

fn local() -> Expr {
    Expr::local_id(Axis::X)
}

fn group() -> Expr {
    Expr::workgroup_id(Axis::X)
}

const fn case(
    name: &'static str,
    build: fn(&mut Kernel, &Buffers),
    body: &'static str,
    accepted: bool,
) -> BarrierCase {
    BarrierCase {
        name,
        build,
        body,
        accepted,
    }
}

/// All cases.
pub const BARRIERS: &[BarrierCase] = &[
    case(
        "no control",
        |k, _| k.barrier(),
        "workgroupBarrier();",
        true,
    ),
    case(
        "condition on the local id",
        |k, _| k.when(local().less(3), |k| k.barrier()),
        "if (local.x < 3u) { workgroupBarrier(); }",
        false,
    ),
    case(
        "condition on the workgroup id",
        |k, _| k.when(group().less(3), |k| k.barrier()),
        "if (group.x < 3u) { workgroupBarrier(); }",
        true,
    ),
    case(
        "condition on a read-only buffer",
        |k, b| k.when(b.input.at(0).less(3), |k| k.barrier()),
        "if (input[0] < 3u) { workgroupBarrier(); }",
        true,
    ),
    case(
        "condition on a read-only buffer at the local id",
        |k, b| k.when(b.input.at(local()).less(3), |k| k.barrier()),
        "if (input[local.x] < 3u) { workgroupBarrier(); }",
        false,
    ),
    case(
        "condition on a written buffer",
        |k, b| k.when(b.data.at(0).less(3), |k| k.barrier()),
        "if (data[0] < 3u) { workgroupBarrier(); }",
        false,
    ),
    case(
        "condition on workgroup memory",
        |k, b| k.when(b.scratch.at(0).less(3), |k| k.barrier()),
        "if (scratch[0] < 3u) { workgroupBarrier(); }",
        false,
    ),
    case(
        "condition on an atomic",
        |k, b| {
            let before = k.atomic(AtomicOp::Add, b.data, 0, 1);
            k.when(before.less(3), |k| k.barrier());
        },
        "let before = atomicAdd(&counter, 1u);\nif (before < 3u) { workgroupBarrier(); }",
        false,
    ),
    case(
        "return of a part",
        |k, _| {
            k.when(local().less(3), |k| k.finish_invocation());
            k.barrier();
        },
        "if (local.x < 3u) { return; }\nworkgroupBarrier();",
        false,
    ),
    case(
        "return of all or none",
        |k, _| {
            k.when(group().less(3), |k| k.finish_invocation());
            k.barrier();
        },
        "if (group.x < 3u) { return; }\nworkgroupBarrier();",
        true,
    ),
    case(
        "loop to the local id",
        |k, _| k.count("i", 0, local(), |k, _| k.barrier()),
        "for (var i = 0u; i < local.x; i++) { workgroupBarrier(); }",
        false,
    ),
    case(
        "loop to the workgroup id",
        |k, _| k.count("i", 0, group(), |k, _| k.barrier()),
        "for (var i = 0u; i < group.x; i++) { workgroupBarrier(); }",
        true,
    ),
    case(
        "break of a part",
        |k, _| {
            k.count("i", 0, 4, |k, _| {
                k.when(local().less(3), |k| k.leave_loop());
                k.barrier();
            })
        },
        "for (var i = 0u; i < 4u; i++) { if (local.x < 3u) { break; } workgroupBarrier(); }",
        false,
    ),
    case(
        "continue of a part",
        |k, _| {
            k.count("i", 0, 4, |k, _| {
                k.when(local().less(3), |k| k.push(Node::Continue));
                k.barrier();
            })
        },
        "for (var i = 0u; i < 4u; i++) { if (local.x < 3u) { continue; } workgroupBarrier(); }",
        false,
    ),
    case(
        "break of a part of an inner loop",
        |k, _| {
            k.count("i", 0, 4, |k, _| {
                k.count("j", 0, 4, |k, _| {
                    k.when(local().less(3), |k| k.leave_loop())
                });
                k.barrier();
            })
        },
        "for (var i = 0u; i < 4u; i++) \
         { for (var j = 0u; j < 4u; j++) { if (local.x < 3u) { break; } } workgroupBarrier(); }",
        true,
    ),
    case(
        "variable assigned by a part",
        |k, _| {
            let x = k.variable("x", 0);
            k.when(local().less(3), |k| k.assign(x, 1));
            k.when(x.less(1), |k| k.barrier());
        },
        "var x = 0u;\nif (local.x < 3u) { x = 1u; }\nif (x < 1u) { workgroupBarrier(); }",
        false,
    ),
    case(
        "variable assigned by all",
        |k, _| {
            let x = k.variable("x", local());
            k.assign(x, group());
            k.when(x.less(1), |k| k.barrier());
        },
        "var x = local.x;\nx = group.x;\nif (x < 1u) { workgroupBarrier(); }",
        true,
    ),
];
