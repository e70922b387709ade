//! Generation of random cases: functions and the kernel.

use super::draw::Draw;
use super::expr::{LITERALS, TYPES};
use super::memory::Memory;
use super::ops::CALLEE_LIMITS;
use super::statement::{CallTarget, FunctionContext};
use super::trace::own_element;
use super::{Case, OpSignature};
use vyre_conform_ir::{
    BinaryOp, Callee, Expr, Function, FunctionBuilder, FunctionId, LocalId, Node, Program, Type,
};

/// Workgroup sizes: mostly small ones, because each invocation takes time.
const SIZES: [[u32; 3]; 20] = [
    [1, 1, 1],
    [2, 1, 1],
    [2, 1, 1],
    [2, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [3, 1, 1],
    [3, 1, 1],
    [5, 1, 1],
    [5, 1, 1],
    [8, 1, 1],
    [16, 1, 1],
    [33, 1, 1],
    [2, 2, 1],
    [2, 2, 1],
    [3, 2, 1],
    [4, 3, 1],
    [2, 2, 2],
    [1, 2, 3],
    [1, 7, 1],
];

/// Numbers of workgroups.
const GROUPS: [[u32; 3]; 7] = [
    [1, 1, 1],
    [1, 1, 1],
    [2, 1, 1],
    [2, 1, 1],
    [3, 1, 1],
    [1, 2, 1],
    [2, 1, 2],
];

impl Case {
    /// The case of a seed. It may call `ops` by id.
    pub fn random(seed: u64, ops: &[OpSignature]) -> Self {
        let mut draw = Draw::new(seed);
        let (size, workgroups) = (draw.of(&SIZES), draw.of(&GROUPS));
        let mut callees = vec![];
        let mut called: Vec<CallTarget> = vec![];
        let mut tables = 0;
        for _ in 0..draw.of(&[0, 1, 1, 2, 2]) {
            let op = if ops.is_empty() || draw.percent(60) {
                None
            } else {
                Some(&ops[draw.below(ops.len() as u32) as usize])
            };
            let known = op.is_some_and(|op| callees.contains(&Callee::Op(op.id.clone())));
            let function = FunctionId(callees.len() as u32);
            let (callee, (params, results), bytes) = match op {
                Some(_) if known => continue,
                Some(op) if tables + op.table_bytes > CALLEE_LIMITS.private_bytes.into() => {
                    continue;
                }
                Some(op) => {
                    tables += op.table_bytes;
                    let callee = Callee::Op(op.id.clone());
                    let types = (op.params.clone(), op.results.clone());
                    (callee, types, op.variable_bytes)
                }
                None => {
                    let (function, bytes) = called_function(&mut draw, &called);
                    let types = function.params.iter();
                    let types = types.map(|p| function.locals[p.0 as usize].ty).collect();
                    let results = function.results.clone();
                    (Callee::Function(function), (types, results), bytes)
                }
            };
            callees.push(callee);
            called.push(CallTarget {
                function,
                params,
                results,
                bytes,
            });
        }
        let (program, buffers) = kernel(draw, size, workgroups, callees, called);
        Self {
            program,
            workgroups,
            buffers,
        }
    }
}

fn tables(making: &mut FunctionContext<'_>) {
    if making.draw.percent(60) {
        let ty = making.draw.of(LITERALS);
        let count = 1 + making.draw.below(5);
        let data = (0..count).map(|_| making.draw.literal(ty)).collect();
        let table = making.builder.table("TABLE", ty, data);
        making.tables.push((table, ty));
    }
}

/// A function, and the bytes of op variables that a call of it needs.
fn called_function(draw: &mut Draw, called: &[CallTarget]) -> (Function, u64) {
    let mut results: Vec<Type> = (0..1 + draw.below(2)).map(|_| draw.of(TYPES)).collect();
    if draw.percent(60) {
        results[0] = Type::U32;
    }
    let builder = FunctionBuilder::new("part", results.clone());
    let mut making = FunctionContext::new(draw, builder, called.to_vec(), results);
    making.budget = 5;
    let room = making.room;
    let mut params = vec![];
    for _ in 0..making.draw.of(&[0, 1, 1, 2, 2, 3]) {
        let ty = if making.draw.percent(60) {
            Type::U32
        } else {
            making.draw.of(TYPES)
        };
        let param = making.builder.param("p", ty);
        making.know(param, ty, true);
        params.push((param, ty));
    }
    tables(&mut making);
    let mut body = vec![];
    let [first, second] = [(); 2].map(|()| making.leaf(Type::U32));
    let first = Expr::compose(vec![first, second, Expr::u32(1), Expr::u32(u32::MAX)]);
    making.begin_trace(&mut body, first);
    for (local, ty) in params {
        making.mix_local(&mut body, local, ty);
        if making.draw.percent(40) {
            let value = making.sampled_operand(ty);
            body.push(Node::Assign { local, value });
        }
    }
    if making.draw.percent(60) {
        making.declare(&mut body);
    }
    if making.draw.percent(50) {
        making.leave(&mut body, false)
    } else {
        making.samples(&mut body, 1)
    }
    body.extend(making.block(2, false, 2));
    making.mix_any(&mut body);
    if !matches!(body.last(), Some(Node::Return(_))) {
        body.push(making.give());
    }
    let bytes = room - making.room;
    (making.builder.finish(body), bytes)
}

/// The ids that a kernel begins with.
fn prelude(
    builder: &mut FunctionBuilder,
    size: [u32; 3],
    groups: [u32; 3],
) -> (Vec<Node>, [LocalId; 3]) {
    use vyre_conform_ir::Axis;
    let times = |a, b| Expr::binary(BinaryOp::Mul, a, Expr::u32(b));
    let plus = |a, b| Expr::binary(BinaryOp::Add, a, b);
    let linear = |f: fn(Axis) -> Expr, size: [u32; 3]| {
        let rows = plus(f(Axis::Y), times(f(Axis::Z), size[1]));
        plus(f(Axis::X), times(rows, size[0]))
    };
    let local = builder.local("local", Type::U32);
    let group = builder.local("group", Type::U32);
    let global = builder.local("global", Type::U32);
    let invocations = size.iter().product();
    let first = times(Expr::local(group, Type::U32), invocations);
    let number = plus(first, Expr::local(local, Type::U32));
    let values = [
        (local, linear(Expr::local_id, size)),
        (group, linear(Expr::workgroup_id, groups)),
        (global, number),
    ];
    let nodes = values.map(|(local, value)| Node::Let {
        local,
        value,
        mutable: false,
    });
    (nodes.to_vec(), [local, global, group])
}

fn kernel(
    mut draw: Draw,
    size: [u32; 3],
    workgroups: [u32; 3],
    callees: Vec<Callee>,
    called: Vec<CallTarget>,
) -> (Program, Vec<Vec<u32>>) {
    let mut builder = FunctionBuilder::new("kernel", vec![]);
    let (mut body, numbers) = prelude(&mut builder, size, workgroups);
    let [local, global, group] = numbers;
    let invocations = size.iter().product();
    let count = workgroups.iter().product();
    let memory = Memory::new(&mut draw, invocations, count, numbers);
    let decls = memory.decls.clone();
    let contents = memory.contents.clone();
    let mut making = FunctionContext::new(&mut draw, builder, called, vec![]);
    making.memory = Some(memory);
    for number in [local, global, group] {
        making.know(number, Type::U32, false);
    }
    making.uniform_local(group);
    tables(&mut making);
    let trace = making.memory.as_ref().map(|memory| memory.trace);
    let first = trace.map_or(making.traced(), |trace| own_element(trace, global));
    making.begin_trace(&mut body, first);
    body.extend(making.kernel());
    let program = Program {
        name: "random".to_owned(),
        buffers: decls,
        workgroup_size: size,
        entry: making.builder.finish(body),
        callees,
    };
    (program, contents)
}
