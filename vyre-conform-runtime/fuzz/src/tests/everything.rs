//! Coverage of random programs, counted statically, and their out-of-bounds accesses at run time.

use super::super::Case;
use super::{Ops, ops};
use std::collections::BTreeMap;
use vyre_conform_interp::{Options, OutOfBounds, report_launch};
use vyre_conform_ir::{Access, AtomicOp, Callee, Expr, ExprKind, Function, Node, Program, Type};

/// Number of occurrences by kind and name, such as `binary Min` and `atomic Min`.
#[derive(Default)]
struct Census(BTreeMap<String, u32>);

impl Census {
    fn see(&mut self, description: &str) {
        *self.0.entry(description.to_owned()).or_default() += 1;
    }

    fn program(&mut self, program: &Program) {
        for decl in &program.buffers {
            let (access, element) = (decl.access, decl.element);
            self.see(&format!("buffer {access:?}"));
            self.see(&format!("{access:?} of {element:?}"));
        }
        for callee in &program.callees {
            match callee {
                Callee::Function(function) => {
                    self.see("callee function");
                    self.function(program, function);
                }
                Callee::Op(_) => self.see("callee op"),
            }
        }
        self.function(program, &program.entry);
    }

    fn function(&mut self, program: &Program, function: &Function) {
        for local in &function.locals {
            let kind = ["local", "array"][usize::from(local.len.is_some())];
            self.see(&format!("{kind} {:?}", local.ty));
        }
        for param in &function.params {
            let ty = function.locals[param.0 as usize].ty;
            self.see(&format!("parameter {ty:?}"));
        }
        for result in &function.results {
            self.see(&format!("result {result:?}"));
        }
        for table in &function.tables {
            self.see(&format!("table {:?}", table.ty));
        }
        self.block(program, &function.body);
    }

    fn block(&mut self, program: &Program, nodes: &[Node]) {
        for node in nodes {
            self.node(program, node);
            let (mut exprs, mut blocks) = (vec![], vec![]);
            node.for_each_part(|expr| exprs.push(expr), |block| blocks.push(block));
            exprs.into_iter().for_each(|expr| self.expr(program, expr));
            blocks
                .into_iter()
                .for_each(|block| self.block(program, block));
        }
    }

    fn node(&mut self, program: &Program, node: &Node) {
        let name = match node {
            Node::Let { .. } => "Let",
            Node::Declare { .. } => "Declare",
            Node::Assign { .. } => "Assign",
            Node::StoreElement { .. } => "StoreElement",
            Node::If { .. } => "If",
            Node::Loop { .. } => "Loop",
            Node::While { .. } => "While",
            Node::Break => "Break",
            Node::Continue => "Continue",
            Node::Call { .. } => "Call",
            Node::Block(_) => "Block",
            Node::Return(_) => "Return",
            Node::Store { buffer, .. } => {
                let decl = &program.buffers[buffer.0 as usize];
                self.see(&format!("store to {:?} of {:?}", decl.access, decl.element));
                "Store"
            }
            Node::Atomic { op, .. } => {
                self.see(&format!("atomic {op:?}"));
                "Atomic"
            }
            Node::Barrier => "Barrier",
        };
        self.see(&format!("node {name}"));
    }

    fn expr(&mut self, program: &Program, expr: &Expr) {
        let name = match &expr.kind {
            ExprKind::Literal(_) => {
                self.see(&format!("literal {:?}", expr.ty));
                "Literal"
            }
            ExprKind::Local(_) => "Local",
            ExprKind::Element(..) => "Element",
            ExprKind::TableElement(..) => "TableElement",
            ExprKind::Unary(op, _) => {
                self.see(&format!("unary {op:?}"));
                "Unary"
            }
            ExprKind::Binary(op, ..) => {
                self.see(&format!("binary {op:?}"));
                "Binary"
            }
            ExprKind::Select { .. } => {
                self.see(&format!("select {:?}", expr.ty));
                "Select"
            }
            ExprKind::Cast(from) => {
                self.see(&format!("cast {:?} to {:?}", from.ty, expr.ty));
                "Cast"
            }
            ExprKind::Compose(_) => "Compose",
            ExprKind::Lane(..) => "Lane",
            ExprKind::Load(buffer, _) => {
                let decl = &program.buffers[buffer.0 as usize];
                self.see(&format!("load {:?} of {:?}", decl.access, decl.element));
                "Load"
            }
            ExprKind::BufferLength(_) => "BufferLength",
            ExprKind::InvocationId(_) => "InvocationId",
            ExprKind::WorkgroupId(_) => "WorkgroupId",
            ExprKind::LocalInvocationId(_) => "LocalInvocationId",
        };
        self.see(&format!("expression {name}"));
        expr.for_each_operand(|operand| self.expr(program, operand));
    }
}

/// All possible constructs, by kind and name.
fn everything() -> Vec<String> {
    const NAMES: &[(&str, &str)] = &[
        (
            "node",
            "Let Declare Assign StoreElement If Loop While Break Continue Call Block Return Store Atomic Barrier",
        ),
        (
            "expression",
            "Literal Local Element TableElement Unary Binary Select Cast Compose Lane Load BufferLength \
             InvocationId WorkgroupId LocalInvocationId",
        ),
        (
            "unary",
            "Not Negate CountOnes LeadingZeros TrailingZeros ReverseBits SwapBytes",
        ),
        (
            "binary",
            "Add Sub Mul Div Rem And Or Xor Shl Shr RotateLeft RotateRight Min Max MulHigh Eq Ne Lt Le Gt Ge",
        ),
        ("callee", "function op"),
    ];
    let names = NAMES.iter();
    let mut all: Vec<String> = names
        .flat_map(|(kind, names)| names.split(' ').map(move |name| format!("{kind} {name}")))
        .collect();
    all.extend(AtomicOp::ALL.iter().map(|op| format!("atomic {op:?}")));
    for ty in Type::ALL {
        if ty.is_literal() {
            all.extend(["table", "literal"].map(|kind| format!("{kind} {ty:?}")));
        }
        for access in Access::ALL {
            if *access == Access::Uniform && ty.is_packed() {
                continue; // Rule V033.
            }
            all.push(format!("load {access:?} of {ty:?}"));
            if matches!(access, Access::ReadWrite | Access::Workgroup) {
                all.push(format!("store to {access:?} of {ty:?}"));
            }
        }
        if *ty != Type::Bytes {
            let kinds = ["local", "array", "parameter", "result", "select"];
            all.extend(kinds.map(|kind| format!("{kind} {ty:?}")));
        }
        if ty.is_float() {
            all.push(format!("cast U32 to {ty:?}"));
            all.push(format!("cast {ty:?} to U32"));
        }
    }
    all
}

fn cases() -> (Ops, Vec<Case>) {
    let (library, signatures) = ops();
    let cases = (0..600).map(|seed| Case::random(seed, &signatures));
    (library, cases.collect())
}

/// Oracle: the variants of the IR, and its typing rules.
#[test]
fn random_programs_have_everything() {
    let mut observed = Census::default();
    let mut with_barrier = 0;
    for case in cases().1 {
        let before = observed.0.get("node Barrier").copied();
        observed.program(&case.program);
        with_barrier += u32::from(observed.0.get("node Barrier").copied() > before);
    }
    let missing: Vec<String> = everything()
        .into_iter()
        .filter(|what| !observed.0.contains_key(what))
        .collect();
    assert!(missing.is_empty(), "no program has {missing:?}");
    assert!(with_barrier > 100, "barriers are rare: {with_barrier}");
}

/// Oracle: the interpreter's count of out-of-bounds accesses.
#[test]
fn indices_fall_out_of_bounds_when_programs_run() {
    let (library, cases) = cases();
    let mut all = OutOfBounds::default();
    for case in cases {
        let valid = case.valid(&library).expect("a valid program");
        let launch = case.launch(&valid);
        let report = report_launch(&[valid], &launch, &Options::default()).expect("no fault");
        let actual = report.out_of_bounds;
        all.loads += actual.loads;
        all.stores += actual.stores;
        all.atomics += actual.atomics;
    }
    let each = [all.loads, all.stores, all.atomics];
    assert!(each.iter().all(|count| *count > 100), "{all:?}");
}
