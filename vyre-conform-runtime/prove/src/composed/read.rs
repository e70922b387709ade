//! Reads a validated op as a tree. Bodies with loops, tables or operand-dependent element indices have
//! none.

use super::tree::{Lambda, Operator, Tree};
use vyre_conform_ir::{Expr, ExprKind, Function, FunctionId, LocalId, Module, Node, Type};
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ValueType;

/// The most nodes and expressions of one body; code after a branch counts in both sides.
const MAX_NODES: usize = 1 << 11;

/// The function of an op.
pub(crate) fn read(op: &Op) -> Option<Lambda> {
    let module = op.module().as_ref().ok()?.module();
    let signature = op.def.op.signature;
    let mut arguments = vec![];
    for (k, ty) in signature.operands.iter().enumerate() {
        let operand = Tree::Operand(k);
        match Type::components(*ty).len() {
            1 => arguments.push(operand),
            lanes => {
                for lane in 0..lanes {
                    arguments.push(Tree::part(operand.clone(), lane)?);
                }
            }
        }
    }
    let mut reader = Reader {
        module,
        left: MAX_NODES,
    };
    let mut results = reader.call(module.entry, arguments)?;
    let tree = match results.len() {
        1 => results.remove(0),
        _ => {
            let lanes = |term: &Tree| Some(term.ty(signature.operands)?.words());
            Tree::vector(results, lanes)
        }
    };
    let read = Lambda::new(signature.operands.to_vec(), tree)?;
    (read.result == signature.result && !is_float(signature.result)).then_some(read)
}

fn is_float(ty: ValueType) -> bool {
    ty.float().is_some()
}

/// The results of a function after a branch.
fn chosen(function: &Function, condition: &Tree, yes: Vec<Tree>, no: Vec<Tree>) -> Vec<Tree> {
    let choices = function.results.iter().zip(yes.into_iter().zip(no));
    let choice = |(ty, (yes, no)): (&Type, (Tree, Tree))| {
        Tree::Node(Operator::Choice(*ty), vec![condition.clone(), yes, no])
    };
    choices.map(choice).collect()
}

struct Reader<'m> {
    module: &'m Module,
    left: usize,
}

/// The elements of every local, a single one if it is not an array; `None` if not yet written.
type Locals = Vec<Vec<Option<Tree>>>;

impl<'m> Reader<'m> {
    fn call(&mut self, id: FunctionId, arguments: Vec<Tree>) -> Option<Vec<Tree>> {
        let module: &'m Module = self.module;
        let function = module.functions.get(id.0 as usize)?;
        let locals = function.locals.iter();
        let mut locals: Locals = locals
            .map(|local| vec![None; local.len.unwrap_or(1) as usize])
            .collect();
        for (param, argument) in function.params.iter().zip(arguments) {
            locals[param.0 as usize] = vec![Some(argument)];
        }
        self.run(function, locals, &[&function.body])
    }

    /// The results of some lists of nodes, run in reverse order.
    fn run(
        &mut self,
        function: &Function,
        mut locals: Locals,
        lists: &[&[Node]],
    ) -> Option<Vec<Tree>> {
        let mut lists = lists.to_vec();
        loop {
            let Some((node, rest)) = lists.last()?.split_first() else {
                lists.pop();
                continue;
            };
            *lists.last_mut()? = rest;
            self.left = self.left.checked_sub(1)?;
            match node {
                Node::Let { local, value, .. } | Node::Assign { local, value } => {
                    let value = self.value(&locals, value)?;
                    locals[local.0 as usize] = vec![Some(value)];
                }
                Node::Declare { local } => {
                    let ty = function.locals[local.0 as usize].ty;
                    let zero = ty.is_literal().then_some(Tree::Literal(ty, 0));
                    locals[local.0 as usize].fill(zero);
                }
                Node::StoreElement {
                    array,
                    index,
                    value,
                } => self.store(&mut locals, *array, index, value)?,
                Node::If {
                    condition,
                    then,
                    otherwise,
                } => {
                    let condition = self.value(&locals, condition)?;
                    let mut branch = |nodes| {
                        let lists = [lists.clone(), vec![nodes]].concat();
                        self.run(function, locals.clone(), &lists)
                    };
                    let (yes, no) = (branch(then)?, branch(otherwise)?);
                    return Some(chosen(function, &condition, yes, no));
                }
                Node::Call {
                    function: callee,
                    args,
                    results,
                } => {
                    let args = args.iter().map(|arg| self.value(&locals, arg));
                    let args = args.collect::<Option<Vec<Tree>>>()?;
                    for (local, value) in results.iter().zip(self.call(*callee, args)?) {
                        locals[local.0 as usize] = vec![Some(value)];
                    }
                }
                Node::Block(nodes) => lists.push(nodes),
                Node::Return(values) => {
                    let values = values.iter().map(|value| self.value(&locals, value));
                    return values.collect();
                }
                _ => return None,
            }
        }
    }

    /// Writes an element at a literal index.
    fn store(
        &mut self,
        locals: &mut Locals,
        array: LocalId,
        index: &Expr,
        value: &Expr,
    ) -> Option<()> {
        let value = self.value(locals, value)?;
        let place = self.value(locals, index)?;
        let Tree::Literal(_, place) = place else {
            return None;
        };
        let place = usize::try_from(place).ok()?;
        *locals[array.0 as usize].get_mut(place)? = Some(value);
        Some(())
    }

    fn value(&mut self, locals: &Locals, expr: &Expr) -> Option<Tree> {
        self.left = self.left.checked_sub(1)?;
        Some(match &expr.kind {
            ExprKind::Literal(bits) => Tree::Literal(expr.ty, *bits),
            ExprKind::Local(local) => locals[local.0 as usize].first()?.clone()?,
            ExprKind::Element(array, index) => {
                let Tree::Literal(_, place) = self.value(locals, index)? else {
                    return None;
                };
                let place = usize::try_from(place).ok()?;
                locals[array.0 as usize].get(place)?.clone()?
            }
            ExprKind::Unary(op, a) => {
                Tree::Node(Operator::Unary(*op, a.ty), vec![self.value(locals, a)?])
            }
            ExprKind::Binary(op, a, b) => {
                let operands = vec![self.value(locals, a)?, self.value(locals, b)?];
                Tree::Node(Operator::Binary(*op, a.ty), operands)
            }
            ExprKind::Select {
                condition,
                then,
                otherwise,
            } => {
                let mut operands = vec![];
                for part in [condition, then, otherwise] {
                    operands.push(self.value(locals, part)?);
                }
                Tree::Node(Operator::Choice(expr.ty), operands)
            }
            ExprKind::Cast(a) => {
                Tree::Node(Operator::Cast(a.ty, expr.ty), vec![self.value(locals, a)?])
            }
            _ => return None,
        })
    }
}
