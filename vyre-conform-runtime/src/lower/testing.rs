//! What the tests of the lowering share: modules built by hand, and naga's opinion of a text.

use crate::ir::{
    BinaryOp, Expr, ExprKind, Function, FunctionId, Local, LocalId, Module, Node, Table, Type,
    UnaryOp,
};

/// Parses and validates a shader with naga, with no optional capability.
#[track_caller]
pub(super) fn accept(text: &str) {
    if let Err(message) = check(text) {
        panic!("{message}\n{text}");
    }
}

/// naga's complaint about a shader.
pub(super) fn check(text: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
    naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    )
    .validate(&module)
    .map(drop)
    .map_err(|e| e.emit_to_string(text))
}

/// A function with these parameters and results, to be filled by [`Build`].
pub(super) struct Build(Function);

impl Build {
    pub(super) fn new(name: &str, params: &[(&str, Type)], results: &[Type]) -> Self {
        let mut build = Self(Function {
            name: name.to_owned(),
            params: vec![],
            results: results.to_vec(),
            locals: vec![],
            tables: vec![],
            body: vec![],
        });
        for (name, ty) in params {
            let id = build.local(name, *ty);
            build.0.params.push(id);
        }
        build
    }

    pub(super) fn local(&mut self, name: &str, ty: Type) -> LocalId {
        self.array(name, ty, None)
    }

    pub(super) fn array(&mut self, name: &str, ty: Type, len: Option<u32>) -> LocalId {
        let name = name.to_owned();
        self.0.locals.push(Local { name, ty, len });
        LocalId(self.0.locals.len() as u32 - 1)
    }

    pub(super) fn table(&mut self, name: &str, ty: Type, data: &[u64]) -> u32 {
        self.0.tables.push(Table {
            name: name.to_owned(),
            ty,
            data: data.to_vec(),
        });
        self.0.tables.len() as u32 - 1
    }

    pub(super) fn param(&self, k: usize) -> Expr {
        self.read(self.0.params[k])
    }

    pub(super) fn read(&self, local: LocalId) -> Expr {
        let ty = self.0.locals[local.0 as usize].ty;
        let kind = ExprKind::Local(local);
        Expr { ty, kind }
    }

    pub(super) fn element(&self, array: LocalId, index: Expr) -> Expr {
        let ty = self.0.locals[array.0 as usize].ty;
        let kind = ExprKind::Element(array, Box::new(index));
        Expr { ty, kind }
    }

    pub(super) fn table_element(&self, table: u32, index: Expr) -> Expr {
        let ty = self.0.tables[table as usize].ty;
        let kind = ExprKind::TableElement(table, Box::new(index));
        Expr { ty, kind }
    }

    pub(super) fn body(mut self, body: Vec<Node>) -> Function {
        self.0.body = body;
        self.0
    }
}

pub(super) fn module(functions: Vec<Function>) -> Module {
    let entry = FunctionId(functions.len() as u32 - 1);
    Module { functions, entry }
}

pub(super) fn lit(ty: Type, bits: u64) -> Expr {
    let kind = ExprKind::Literal(bits);
    Expr { ty, kind }
}

pub(super) fn n(value: u32) -> Expr {
    lit(Type::U32, value.into())
}

pub(super) fn bin(op: BinaryOp, a: Expr, b: Expr) -> Expr {
    let ty = if op.is_comparison() { Type::Bool } else { a.ty };
    let kind = ExprKind::Binary(op, Box::new(a), Box::new(b));
    Expr { ty, kind }
}

pub(super) fn un(op: UnaryOp, a: Expr) -> Expr {
    let ty = if op.is_count() { Type::U32 } else { a.ty };
    let kind = ExprKind::Unary(op, Box::new(a));
    Expr { ty, kind }
}

pub(super) fn cast(ty: Type, a: Expr) -> Expr {
    let kind = ExprKind::Cast(Box::new(a));
    Expr { ty, kind }
}

pub(super) fn select(condition: Expr, then: Expr, otherwise: Expr) -> Expr {
    Expr {
        ty: then.ty,
        kind: ExprKind::Select {
            condition: Box::new(condition),
            then: Box::new(then),
            otherwise: Box::new(otherwise),
        },
    }
}

pub(super) fn bind(local: LocalId, value: Expr) -> Node {
    let mutable = false;
    Node::Let {
        local,
        value,
        mutable,
    }
}

pub(super) fn variable(local: LocalId, value: Expr) -> Node {
    let mutable = true;
    Node::Let {
        local,
        value,
        mutable,
    }
}

pub(super) fn assign(local: LocalId, value: Expr) -> Node {
    Node::Assign { local, value }
}

pub(super) fn call(function: u32, args: Vec<Expr>, results: &[LocalId]) -> Node {
    Node::Call {
        function: FunctionId(function),
        args,
        results: results.to_vec(),
    }
}

pub(super) fn give(value: Expr) -> Node {
    Node::Return(vec![value])
}
