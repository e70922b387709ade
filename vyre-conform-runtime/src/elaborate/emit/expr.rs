//! Expressions.

use super::Emit;
use super::value::Value;
use crate::body::{BodyLocal, Primitive};
use crate::elaborate::ir_type;
use crate::elaborate::tree::{Kind, Operator, Tree};
use crate::elaborate::types::{Ty, primitive_name};
use vyre_conform_ir::{Expr, Node, Type, UnaryOp};

impl Emit<'_> {
    /// The value of an expression; `None` if it diverges.
    pub(super) fn expr(&mut self, tree: &Tree) -> Option<Value> {
        self.expr_into(tree, None)
    }

    /// The value of an expression, written to a place if one is given (the result is then unit).
    pub(super) fn expr_into(&mut self, tree: &Tree, into: Option<&Value>) -> Option<Value> {
        match &tree.kind {
            Kind::Block {
                statements,
                value,
                diverges,
            } => {
                for statement in statements {
                    if !self.statement(statement) {
                        return None;
                    }
                }
                match value {
                    Some(value) => self.expr_into(value, into),
                    None if *diverges => None,
                    None => Some(Value::UNIT),
                }
            }
            Kind::If(condition, then, otherwise) => {
                let ty = self.ty(tree);
                self.if_else(condition, then, otherwise, &ty, into)
            }
            Kind::Match(value, arms) => {
                let ty = self.ty(tree);
                self.match_on(value, arms, &ty, into)
            }
            _ => {
                let value = self.plain_expr(tree)?;
                match into {
                    Some(place) => {
                        self.assign(place, value);
                        Some(Value::UNIT)
                    }
                    None => Some(value),
                }
            }
        }
    }

    fn plain_expr(&mut self, tree: &Tree) -> Option<Value> {
        match &tree.kind {
            Kind::Error | Kind::Block { .. } | Kind::If(..) | Kind::Match(..) => None,
            Kind::Literal(value) => Some(Value::One(self.literal(tree, *value)?)),
            Kind::Table(index) => {
                let table = &self.typed.tables[*index as usize];
                Some(Value::Table(*index, table.ty, table.data.len() as u32))
            }
            Kind::Local(local) => self.read(*local, tree.line),
            Kind::Not(operand) => self.not(operand),
            Kind::Binary(operator, left, right) => self.binary(tree, *operator, left, right),
            Kind::Lazy { or, left, right } => self.lazy(*or, left, right),
            Kind::Cast(operand) => self.cast(tree, operand),
            Kind::Method(method, operands) => self.method(method, operands),
            Kind::Call(index, arguments) => self.call(tree, *index, arguments),
            Kind::Tuple(parts) => {
                let parts: Vec<&Tree> = parts.iter().collect();
                Some(Value::Tuple(self.sequence(&parts)?))
            }
            Kind::Array(elements) => {
                let elements: Vec<&Tree> = elements.iter().collect();
                let elements = self.sequence_of_ones(&elements)?;
                Some(Value::Elements(self.element_type(tree), elements))
            }
            Kind::Repeat(element, len) => self.repeat(tree, element, *len),
            Kind::Field(base, index) => self.field(tree, base, *index),
            Kind::Index(base, index) => self.index(base, index),
            Kind::Return(value) => {
                let value = self.expr(value)?;
                self.return_value(value);
                None
            }
            Kind::Break => self.jump(Node::Break),
            Kind::Continue => self.jump(Node::Continue),
            Kind::Assign(local, value) => self.assign_local(*local, value),
            Kind::AssignField(local, index, value) => {
                let value = self.expr(value)?;
                self.assign_field(tree, *local, *index, value)
            }
            Kind::AssignElement(local, index, value) => self.store(*local, index, value),
            Kind::While {
                bound,
                condition,
                body,
                step,
                endless,
            } => self.while_loop(*bound, condition, body, step, *endless),
            Kind::For {
                variable,
                from,
                to,
                inclusive,
                body,
            } => self.for_loop(*variable, from, to, *inclusive, body),
        }
    }

    /// Leaves the iteration of a loop; what follows has no value.
    fn jump(&mut self, node: Node) -> Option<Value> {
        self.push(node);
        None
    }

    /// Evaluates an element once and repeats it.
    fn repeat(&mut self, tree: &Tree, element: &Tree, len: usize) -> Option<Value> {
        let element = self.one(element)?;
        let element = self.shared("element", element);
        Some(Value::Elements(self.element_type(tree), vec![element; len]))
    }

    fn field(&mut self, tree: &Tree, base: &Tree, index: usize) -> Option<Value> {
        match self.expr(base)? {
            Value::Tuple(mut parts) if index < parts.len() => Some(parts.swap_remove(index)),
            _ => {
                self.problem(tree.line, format!("there is no field {index} here"));
                None
            }
        }
    }

    fn return_value(&mut self, value: Value) {
        let values = value.flatten();
        let values = values.into_iter().map(|v| self.shallow(v)).collect();
        self.push(Node::Return(values));
    }

    fn assign_field(
        &mut self,
        tree: &Tree,
        local: BodyLocal,
        index: usize,
        value: Value,
    ) -> Option<Value> {
        if let Value::Tuple(parts) = self.read(local, tree.line)?
            && let Some(place) = parts.get(index)
        {
            self.assign(place, value);
        }
        Some(Value::UNIT)
    }

    fn element_type(&mut self, tree: &Tree) -> Type {
        match self.ty(tree) {
            Ty::Array(element, _) => match *element {
                Ty::One(p) => ir_type(p),
                _ => Type::U32,
            },
            _ => Type::U32,
        }
    }

    /// A literal, if its type can hold it.
    fn literal(&mut self, tree: &Tree, value: i128) -> Option<Expr> {
        let primitive = self.primitive(tree)?;
        let (least, most) = match primitive {
            Primitive::U32 | Primitive::Usize => (0, i128::from(u32::MAX)),
            Primitive::I32 => (i128::from(i32::MIN), i128::from(i32::MAX)),
            Primitive::U64 => (0, i128::from(u64::MAX)),
            Primitive::Bool => (0, 1),
        };
        if value < least || value > most {
            let ty = primitive_name(primitive);
            let message = if primitive == Primitive::Usize {
                format!(
                    "{value} is not an index: the IR keeps `usize` in 32 bits; compute in `u64`"
                )
            } else {
                format!("{value} is not a `{ty}`: its values are {least} to {most}")
            };
            self.problem(tree.line, message);
        }
        let ty = ir_type(primitive);
        Some(Expr::literal(ty, value as u64 & ty.mask()))
    }

    fn not(&mut self, operand: &Tree) -> Option<Value> {
        let primitive = self.primitive(operand);
        if primitive == Some(Primitive::Usize) {
            self.problem(
                operand.line,
                "`!` of a `usize` depends on how wide `usize` is: compute in `u32`",
            );
        }
        let operand = self.one(operand)?;
        let not = if operand.ty == Type::Bool {
            super::choice::negated(operand)
        } else {
            Expr::unary(UnaryOp::Not, operand)
        };
        Some(Value::One(self.shallow(not)))
    }

    fn binary(
        &mut self,
        tree: &Tree,
        operator: Operator,
        left: &Tree,
        right: &Tree,
    ) -> Option<Value> {
        let primitive = self.primitive(left);
        let mut values = self.sequence(&[left, right])?;
        let (right, left) = (values.pop()?, values.pop()?);
        let result = match (left, right) {
            (Value::One(left), Value::One(right)) => {
                self.operation(tree.line, operator, primitive?, left, right)?
            }
            (left, right) => self.compare_parts(tree.line, operator, left, right)?,
        };
        Some(Value::One(self.shallow(result)))
    }

    fn call(&mut self, tree: &Tree, index: usize, arguments: &[Tree]) -> Option<Value> {
        let arguments: Vec<&Tree> = arguments.iter().collect();
        let values = self.sequence(&arguments)?;
        let args: Vec<Expr> = values.into_iter().flat_map(Value::flatten).collect();
        let args = args.into_iter().map(|a| self.shallow(a)).collect();
        let (function, ty) = (self.callees[index], self.ty(tree));
        let name = self.functions[function.0 as usize].name.clone();
        let mut results = vec![];
        let value = self.results(&name, &ty, &mut results);
        self.push(Node::Call {
            function,
            args,
            results,
        });
        Some(value)
    }

    /// Locals for the result of a call, named after the function until a `let` renames them.
    fn results(
        &mut self,
        name: &str,
        ty: &Ty,
        results: &mut Vec<vyre_conform_ir::LocalId>,
    ) -> Value {
        match ty {
            Ty::One(p) => {
                let ty = ir_type(*p);
                let local = self.result(&format!("{name}_result"), ty);
                results.push(local);
                Value::One(Expr::local(local, ty))
            }
            Ty::Tuple(parts) => {
                let parts = parts.iter();
                Value::Tuple(parts.map(|ty| self.results(name, ty, results)).collect())
            }
            Ty::Array(element, n) => {
                let elements = (0..*n).flat_map(|_| self.results(name, element, results).flatten());
                let elements: Vec<Expr> = elements.collect();
                let ty = elements.first().map_or(Type::U32, |e| e.ty);
                Value::Elements(ty, elements)
            }
            Ty::Var(_) | Ty::Option(_) => Value::UNIT,
        }
    }
}
