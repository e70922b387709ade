//! Splicing of one call: the body of the callee with renamed locals, and its results bound.

use super::forward::depth;
use super::walk::{Usage, blocks_mut, each_node, each_own, each_part, rebuild_all, usage};
use std::collections::HashMap;
use vyre_conform_ir::{
    Expr, ExprKind, Function, FunctionId, Local, LocalId, MAX_NESTING, Node, Table, Type,
    statement_depth,
};

/// The number of parts of an expression.
pub(super) fn parts(expr: &Expr) -> usize {
    let mut parts = 0;
    each_part(expr, &mut |_| parts += 1);
    parts
}

/// A function that can be spliced, with the data for that decision.
pub(super) struct Callee {
    params: Vec<LocalId>,
    locals: Vec<Local>,
    tables: Vec<Table>,
    /// The body, which ends in a `Return` of the results.
    body: Vec<Node>,
    usage: Vec<Usage>,
    /// Nesting depth of its expressions.
    depth: usize,
    /// Nesting depth of its blocks.
    pub(super) levels: usize,
    /// Nesting depth of its statements.
    pub(super) statements: usize,
    /// Number of its nodes.
    pub(super) nodes: usize,
    /// Number of its nodes and parts of expressions.
    pub(super) parts: usize,
}

impl Callee {
    /// `function` with a body without a final return, and the returned values.
    pub(super) fn new(function: &Function, mut body: Vec<Node>, values: Vec<Expr>) -> Self {
        let (mut nodes, mut all, mut deepest) = (0, 0, 0);
        let (levels, statements) = (levels(&body), statement_depth(&body));
        each_node(&body, &mut |_| nodes += 1);
        body.push(Node::Return(values));
        each_node(&body, &mut |node| {
            all += 1;
            each_own(node, &mut |expr| {
                all += parts(expr);
                deepest = deepest.max(depth(expr));
            });
        });
        Self {
            params: function.params.clone(),
            locals: function.locals.clone(),
            tables: function.tables.clone(),
            usage: usage(&body),
            body,
            depth: deepest,
            levels,
            statements,
            nodes,
            parts: all,
        }
    }

    fn usage(&self, local: LocalId) -> Usage {
        let cached = self.usage.get(local.0 as usize);
        cached.copied().unwrap_or_default()
    }
}

/// Nesting depth of blocks in these nodes; 0 if there are none.
fn levels(nodes: &[Node]) -> usize {
    let mut max = 0;
    for node in nodes {
        node.for_each_part(|_| {}, |block| max = max.max(1 + levels(block)));
    }
    max
}

/// A function into which others are spliced.
pub(super) struct Caller {
    /// The function without its body.
    pub(super) function: Function,
    /// The locals made for intermediate values.
    pub(super) temporaries: Vec<LocalId>,
    /// Its tables by content.
    tables: HashMap<Table, u32>,
    /// The indices here of each function's tables.
    numbers: HashMap<FunctionId, Vec<u32>>,
}

impl Caller {
    pub(super) fn new(function: Function) -> Self {
        let mut tables = HashMap::new();
        for (number, table) in (0..).zip(&function.tables) {
            tables.entry(table.clone()).or_insert(number);
        }
        Self {
            function,
            temporaries: vec![],
            tables,
            numbers: HashMap::new(),
        }
    }

    /// Appends the body of `callee` to `nodes`, with arguments replacing parameters and the results
    /// bound.
    pub(super) fn splice(
        &mut self,
        (id, callee): (FunctionId, &Callee),
        args: Vec<Expr>,
        results: &[LocalId],
        nodes: &mut Vec<Node>,
    ) {
        let mut body = callee.body.clone();
        let mut arguments = HashMap::new();
        let mut renamed = HashMap::new();
        for (param, arg) in callee.params.iter().zip(args) {
            let Usage { reads, writes, .. } = callee.usage(*param);
            let free = matches!(arg.kind, ExprKind::Literal(_) | ExprKind::Local(_));
            let fits = depth(&arg) - 1 + callee.depth <= MAX_NESTING;
            if writes == 0 && (free || reads <= 1 && fits) {
                arguments.insert(*param, arg);
                continue;
            }
            let local = self.fresh(callee, *param);
            renamed.insert(*param, local);
            nodes.push(Node::Let {
                local,
                value: arg,
                mutable: writes > 0,
            });
            self.temporaries.push(local);
        }
        let tables = self.tables_of(id, callee);
        let mut name = |local: LocalId| {
            let known = renamed.entry(local);
            *known.or_insert_with(|| self.fresh(callee, local))
        };
        rename_bindings(&mut body, &mut name);
        rebuild_all(&mut body, &mut |expr| match expr.kind {
            ExprKind::Local(local) => match arguments.get(&local) {
                Some(argument) => argument.clone(),
                None => with_kind(expr.ty, ExprKind::Local(name(local))),
            },
            ExprKind::Element(local, index) => {
                with_kind(expr.ty, ExprKind::Element(name(local), index))
            }
            ExprKind::TableElement(table, index) => with_kind(
                expr.ty,
                ExprKind::TableElement(tables[table as usize], index),
            ),
            kind => with_kind(expr.ty, kind),
        });
        let values = match body.pop() {
            Some(Node::Return(values)) => values,
            _ => Vec::new(),
        };
        nodes.extend(body);
        nodes.extend(results.iter().zip(values).map(|(local, value)| Node::Let {
            local: *local,
            value,
            mutable: false,
        }));
        self.temporaries.extend(results);
    }

    /// A new local like one of the callee.
    fn fresh(&mut self, callee: &Callee, like: LocalId) -> LocalId {
        let locals = &mut self.function.locals;
        locals.push(callee.locals[like.0 as usize].clone());
        LocalId(locals.len() as u32 - 1)
    }

    /// The indices here of a callee's tables.
    fn tables_of(&mut self, id: FunctionId, callee: &Callee) -> Vec<u32> {
        let (known, own) = (&mut self.tables, &mut self.function.tables);
        let number = |table: &Table| {
            *known.entry(table.clone()).or_insert_with(|| {
                own.push(table.clone());
                own.len() as u32 - 1
            })
        };
        let numbers = self.numbers.entry(id);
        let numbers = numbers.or_insert_with(|| callee.tables.iter().map(number).collect());
        numbers.clone()
    }
}

fn with_kind(ty: Type, kind: ExprKind) -> Expr {
    Expr { ty, kind }
}

/// Renames the locals that nodes bind or write.
fn rename_bindings(nodes: &mut [Node], name: &mut dyn FnMut(LocalId) -> LocalId) {
    for node in nodes {
        match node {
            Node::Let { local, .. } | Node::Declare { local } | Node::Assign { local, .. } => {
                *local = name(*local);
            }
            Node::StoreElement { array, .. } => *array = name(*array),
            Node::Loop { counter, .. } => *counter = name(*counter),
            Node::Call { results, .. } => results.iter_mut().for_each(|r| *r = name(*r)),
            _ => {}
        }
        for block in blocks_mut(node) {
            rename_bindings(block, name);
        }
    }
}
