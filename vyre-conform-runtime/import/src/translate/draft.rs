//! The kernel under construction: locals, tables, callees and nodes with their source places.

use crate::{SourcePlaces, source::Lines};
use naga::Span;
use vyre_conform_ir::{
    Callee, Expr, ExprKind, Function, FunctionId, Local, LocalId, Node, Table, Type,
};

/// A node with its blocks, which are still drafts.
#[derive(Debug)]
pub(super) struct Step {
    node: Node,
    span: Span,
    blocks: Vec<Vec<Step>>,
}

/// The kernel under construction.
#[derive(Debug, Default)]
pub(super) struct Draft {
    locals: Vec<Local>,
    tables: Vec<Table>,
    pub(super) callees: Vec<Callee>,
    /// The open blocks, innermost last.
    blocks: Vec<Vec<Step>>,
    /// The source place of the next nodes.
    pub(super) span: Span,
    /// Number of nodes so far.
    pub(super) nodes: usize,
}

impl Draft {
    pub(super) fn new() -> Self {
        Self {
            blocks: vec![vec![]],
            ..Self::default()
        }
    }

    /// Adds a local that no node binds yet.
    pub(super) fn local(&mut self, name: &str, ty: Type, len: Option<u32>) -> LocalId {
        let name = name.to_owned();
        self.locals.push(Local { name, ty, len });
        LocalId(self.locals.len() as u32 - 1)
    }

    /// The table with these words, shared between uses.
    pub(super) fn table(&mut self, ty: Type, data: Vec<u64>) -> u32 {
        let known = self
            .tables
            .iter()
            .position(|t| t.ty == ty && t.data == data);
        let number = known.unwrap_or_else(|| {
            let name = format!("table_{}", self.tables.len());
            self.tables.push(Table { name, ty, data });
            self.tables.len() - 1
        });
        number as u32
    }

    pub(super) fn push(&mut self, node: Node) {
        self.push_blocks(node, vec![]);
    }

    /// Appends a node with its blocks, in the order of its fields.
    pub(super) fn push_blocks(&mut self, node: Node, blocks: Vec<Vec<Step>>) {
        let span = self.span;
        self.nodes += 1;
        if let Some(block) = self.blocks.last_mut() {
            block.push(Step { node, span, blocks });
        }
    }

    /// Begins a block.
    pub(super) fn open(&mut self) {
        self.blocks.push(vec![]);
    }

    /// Ends the innermost block.
    pub(super) fn close(&mut self) -> Vec<Step> {
        self.blocks.pop().unwrap_or_default()
    }

    /// The number of nodes in the innermost block.
    pub(super) fn len(&self) -> usize {
        self.blocks.last().map_or(0, Vec::len)
    }

    /// Takes the `k`-th node out of the innermost block.
    pub(super) fn remove(&mut self, k: usize) {
        if let Some(block) = self.blocks.last_mut() {
            block.remove(k);
        }
    }

    /// Names a value.
    pub(super) fn bind(&mut self, name: &str, value: Expr) -> Expr {
        if matches!(value.kind, ExprKind::Literal(_)) {
            return value;
        }
        let ty = value.ty;
        let local = self.local(name, ty, None);
        let mutable = false;
        self.push(Node::Let {
            local,
            value,
            mutable,
        });
        Expr::local(local, ty)
    }

    /// A variable with an initial value.
    pub(super) fn variable(&mut self, name: &str, value: Expr) -> LocalId {
        let local = self.local(name, value.ty, None);
        let mutable = true;
        self.push(Node::Let {
            local,
            value,
            mutable,
        });
        local
    }

    /// A zero-initialised variable or array.
    pub(super) fn declare(&mut self, name: &str, ty: Type, len: Option<u32>) -> LocalId {
        let local = self.local(name, ty, len);
        self.push(Node::Declare { local });
        local
    }

    pub(super) fn assign(&mut self, local: LocalId, value: Expr) {
        self.push(Node::Assign { local, value });
    }

    pub(super) fn type_of(&self, local: LocalId) -> Type {
        self.locals[local.0 as usize].ty
    }

    /// The value of an op of the library.
    pub(super) fn call(&mut self, id: &str, args: Vec<Expr>, result: Type) -> Expr {
        let known = self
            .callees
            .iter()
            .position(|c| matches!(c, Callee::Op(op) if op == id));
        let function = known.unwrap_or_else(|| {
            self.callees.push(Callee::Op(id.to_owned()));
            self.callees.len() - 1
        });
        let name = id.rsplit("::").next().unwrap_or(id);
        let local = self.local(name, result, None);
        self.push(Node::Call {
            function: FunctionId(function as u32),
            args,
            results: vec![local],
        });
        Expr::local(local, result)
    }

    /// Appends a condition whose blocks are closed drafts.
    pub(super) fn condition(&mut self, condition: Expr, then: Vec<Step>, otherwise: Vec<Step>) {
        let node = Node::If {
            condition,
            then: vec![],
            otherwise: vec![],
        };
        self.push_blocks(node, vec![then, otherwise]);
    }

    /// The kernel, its callees, and the places of its nodes.
    pub(super) fn finish(
        mut self,
        name: &str,
        lines: &Lines<'_>,
    ) -> (Function, Vec<Callee>, SourcePlaces) {
        let mut places = SourcePlaces::default();
        let steps = self.close();
        let body = finished(steps, "body", lines, &mut places);
        let function = Function {
            name: name.to_owned(),
            params: vec![],
            results: vec![],
            locals: self.locals,
            tables: self.tables,
            body,
        };
        (function, self.callees, places)
    }
}

/// The nodes of a block at a path.
fn finished(
    steps: Vec<Step>,
    path: &str,
    lines: &Lines<'_>,
    places: &mut SourcePlaces,
) -> Vec<Node> {
    let nodes = steps.into_iter().enumerate().map(|(k, step)| {
        let path = format!("{path}[{k}]");
        if let Some(place) = lines.place(step.span) {
            places.insert(path.clone(), place);
        }
        let mut blocks = step.blocks.into_iter();
        let mut inside = |part: &str| {
            let block = blocks.next().unwrap_or_default();
            finished(block, &format!("{path}.{part}"), lines, places)
        };
        let mut node = step.node;
        match &mut node {
            Node::If {
                then, otherwise, ..
            } => {
                *then = inside("then");
                *otherwise = inside("otherwise");
            }
            Node::While {
                head, body, step, ..
            } => {
                *head = inside("head");
                *body = inside("body");
                *step = inside("step");
            }
            Node::Loop { body, .. } => *body = inside("body"),
            Node::Block(nodes) => *nodes = inside("block"),
            Node::Let { .. }
            | Node::Declare { .. }
            | Node::Assign { .. }
            | Node::StoreElement { .. }
            | Node::Break
            | Node::Continue
            | Node::Call { .. }
            | Node::Return(_)
            | Node::Store { .. }
            | Node::Atomic { .. }
            | Node::Barrier => {}
        }
        node
    });
    nodes.collect()
}
