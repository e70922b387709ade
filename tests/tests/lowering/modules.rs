//! Random modules with every kind of node and expression, made from bytes so that they shrink. They keep the promises
//! of the IR: loops stay within their bounds, and every path returns.

use super::exprs::{Choice, ExprBuilder, TYPES, Var};
use vyre_conform_runtime::ir::{
    BinaryOp, Expr, Function, FunctionBuilder, FunctionId, LocalId, Module, Node, Type,
};

const NAMES: [&str; 9] = ["x", "y", "x", "acc", "min", "i", "let", "trip", "x_1"];
/// A module with parameters u32, i32, u64 and bool, and two results u32.
pub(super) fn random_module(bytes: &[u8]) -> Module {
    let mut choice = Choice { bytes, at: 0 };
    let mut functions: Vec<Function> = Vec::new();
    for k in 0..choice.below(3) {
        let params: Vec<Type> = (0..choice.below(3)).map(|_| choice.ty()).collect();
        let results: Vec<Type> = (0..1 + choice.below(2)).map(|_| choice.ty()).collect();
        let name = ["helper", "step", "op"][k];
        let function = function(&mut choice, &functions, name, &params, &results);
        functions.push(function);
    }
    let entry = function(&mut choice, &functions, "op", &TYPES, &[Type::U32; 2]);
    functions.push(entry);
    let entry = FunctionId(functions.len() as u32 - 1);
    Module { functions, entry }
}

fn function(
    choice: &mut Choice<'_>,
    others: &[Function],
    name: &str,
    params: &[Type],
    results: &[Type],
) -> Function {
    let mut builder = FunctionBuilder::new(name, results.to_vec());
    let mut scope = Vec::new();
    for ty in params {
        let local = builder.param(NAMES[choice.below(NAMES.len())], *ty);
        scope.push(Var::value(local, *ty, choice.below(4) == 0));
    }
    let table = choice.ty();
    let data = (0..1 + choice.below(5))
        .map(|_| choice.literal(table))
        .collect();
    builder.table("TABLE", table, data);
    let mut making = ExprBuilder {
        builder,
        choice,
        others,
        results: results.to_vec(),
        table,
        scope,
        loops: 0,
        budget: 14,
    };
    let mut body = making.block(2);
    let values = making.results();
    body.push(Node::Return(values));
    making.builder.finish(body)
}

impl ExprBuilder<'_, '_> {
    fn local(&mut self, ty: Type) -> LocalId {
        let name = NAMES[self.choice.below(NAMES.len())];
        self.builder.local(name, ty)
    }

    fn results(&mut self) -> Vec<Expr> {
        let types = self.results.clone();
        types.into_iter().map(|ty| self.expr(ty, 3)).collect()
    }

    /// A block with its own names.
    fn block(&mut self, depth: usize) -> Vec<Node> {
        let known = self.scope.len();
        let mut nodes = Vec::new();
        for _ in 0..self.choice.below(5) {
            if self.budget == 0 {
                break;
            }
            self.budget -= 1;
            self.node(depth, &mut nodes);
        }
        self.scope.truncate(known);
        nodes
    }

    fn node(&mut self, depth: usize, nodes: &mut Vec<Node>) {
        match self.choice.below(if depth == 0 { 7 } else { 13 }) {
            0 => self.binding(nodes),
            1 | 2 => self.assignment(nodes),
            3 => self.array(nodes),
            4 => self.call(nodes),
            5 => self.leave(nodes),
            6 => self.declared(nodes),
            7 | 8 => {
                let condition = self.expr(Type::Bool, 2);
                let then = self.block(depth - 1);
                let otherwise = self.block(depth - 1);
                nodes.push(Node::If {
                    condition,
                    then,
                    otherwise,
                });
            }
            9 => self.counted(depth, nodes),
            10 | 11 => self.repetition(depth, nodes),
            _ => {
                let inner = self.block(depth - 1);
                nodes.push(Node::Block(inner));
            }
        }
    }

    fn binding(&mut self, nodes: &mut Vec<Node>) {
        let ty = self.choice.ty();
        let value = self.expr(ty, 3);
        let mutable = self.choice.below(2) == 1;
        let local = self.local(ty);
        nodes.push(Node::Let {
            local,
            value,
            mutable,
        });
        self.scope.push(Var::value(local, ty, mutable));
    }

    /// A local that is declared first and assigned later.
    fn declared(&mut self, nodes: &mut Vec<Node>) {
        let ty = self.choice.ty();
        let local = self.local(ty);
        nodes.push(Node::Declare { local });
        let value = self.expr(ty, 2);
        nodes.push(match self.choice.below(2) {
            0 => Node::Assign { local, value },
            _ => Node::If {
                condition: self.expr(Type::Bool, 1),
                then: vec![Node::Assign { local, value }],
                otherwise: vec![Node::Assign {
                    local,
                    value: self.expr(ty, 2),
                }],
            },
        });
        self.scope.push(Var::value(local, ty, true));
    }

    fn assignment(&mut self, nodes: &mut Vec<Node>) {
        let targets: Vec<Var> = self.scope.iter().copied().filter(|v| v.mutable).collect();
        if targets.is_empty() {
            return self.binding(nodes);
        }
        let var = targets[self.choice.below(targets.len())];
        let value = self.expr(var.ty, 3);
        nodes.push(match var.len {
            None => Node::Assign {
                local: var.local,
                value,
            },
            Some(_) => Node::StoreElement {
                array: var.local,
                index: self.expr(Type::U32, 2),
                value,
            },
        });
    }

    fn array(&mut self, nodes: &mut Vec<Node>) {
        let ty = self.choice.ty();
        let len = self.choice.below(4) as u32 + 1;
        let local = self.builder.array("cells", ty, len);
        nodes.push(Node::Declare { local });
        let mutable = true;
        let filled = self.choice.below(3) == 0;
        for k in 0..if filled { len } else { 0 } {
            let value = self.expr(ty, 1);
            nodes.push(Node::StoreElement {
                array: local,
                index: Expr::u32(k),
                value,
            });
        }
        self.scope.push(Var {
            local,
            ty,
            len: Some(len),
            mutable,
        });
    }

    fn call(&mut self, nodes: &mut Vec<Node>) {
        if self.others.is_empty() {
            return self.binding(nodes);
        }
        let number = self.choice.below(self.others.len());
        let callee = &self.others[number];
        let types: Vec<Type> = callee
            .params
            .iter()
            .map(|p| callee.locals[p.0 as usize].ty)
            .collect();
        let args = types.into_iter().map(|ty| self.expr(ty, 2)).collect();
        let vars: Vec<Var> = callee
            .results
            .iter()
            .map(|ty| Var::value(self.local(*ty), *ty, false))
            .collect();
        nodes.push(Node::Call {
            function: FunctionId(number as u32),
            args,
            results: vars.iter().map(|v| v.local).collect(),
        });
        self.scope.extend(vars);
    }

    /// A `Return`, `Break` or `Continue`, on a condition.
    fn leave(&mut self, nodes: &mut Vec<Node>) {
        let leave = match self.choice.below(3) {
            0 if self.loops > 0 => Node::Break,
            1 if self.loops > 0 => Node::Continue,
            _ => Node::Return(self.results()),
        };
        nodes.push(Node::If {
            condition: self.expr(Type::Bool, 2),
            then: vec![leave],
            otherwise: vec![],
        });
    }

    fn counted(&mut self, depth: usize, nodes: &mut Vec<Node>) {
        let small = |e: Expr| Expr::binary(BinaryOp::And, e, Expr::u32(7));
        let from = match self.choice.below(2) {
            0 => Expr::u32(0),
            _ => small(self.expr(Type::U32, 1)),
        };
        let to = match self.choice.below(2) {
            0 => Expr::u32(self.choice.below(6) as u32),
            _ => small(self.expr(Type::U32, 1)),
        };
        let counter = self.local(Type::U32);
        let body = self.looped(depth, Some(Var::value(counter, Type::U32, false)));
        nodes.push(Node::Loop {
            counter,
            from,
            to,
            body,
        });
    }

    fn looped(&mut self, depth: usize, var: Option<Var>) -> Vec<Node> {
        let known = self.scope.len();
        self.scope.extend(var);
        self.loops += 1;
        let body = self.block(depth - 1);
        self.loops -= 1;
        self.scope.truncate(known);
        body
    }

    /// A `While` around a counter that nothing else writes.
    fn repetition(&mut self, depth: usize, nodes: &mut Vec<Node>) {
        let ty = [Type::U32, Type::I32][self.choice.below(2)];
        let (end, by) = (self.choice.below(6) as u64, 1 + self.choice.below(2) as u64);
        let counter = self.local(ty);
        let known = self.scope.len();
        let read = Expr::local(counter, ty);
        let start = self.choice.below(2) as u64;
        nodes.push(Node::Let {
            local: counter,
            value: Expr::literal(ty, start),
            mutable: true,
        });
        if self.choice.below(3) == 0 {
            self.binding(nodes);
        }
        self.scope.push(Var::value(counter, ty, false));
        let mut head = Vec::new();
        if self.choice.below(4) == 0 {
            self.binding(&mut head);
        }
        let mut condition = Expr::binary(BinaryOp::Lt, read.clone(), Expr::literal(ty, end));
        if self.choice.below(3) == 0 {
            let other = self.expr(Type::Bool, 1);
            condition = Expr::binary(BinaryOp::And, condition, other);
        }
        let body = self.looped(depth, None);
        let mut step = vec![Node::Assign {
            local: counter,
            value: Expr::binary(BinaryOp::Add, read, Expr::literal(ty, by)),
        }];
        if self.choice.below(4) == 0 {
            self.assignment(&mut step);
        }
        nodes.push(Node::While {
            bound: end,
            head,
            condition,
            body,
            step,
        });
        self.scope.truncate(known);
        if self.choice.below(2) == 0 {
            self.scope.push(Var::value(counter, ty, false));
        }
    }
}
