//! Types of constructs with statements inside: blocks, branches, loops, assignments.

use super::Infer;
use crate::body::{self, Ast, BodyLocal, Statement};
use crate::elaborate::tree::{Kind, Pattern, PatternBinding, Tree};
use crate::elaborate::types::Ty;

impl Infer {
    /// A construct with statements inside.
    pub(super) fn control(&mut self, ast: &'static Ast) -> Tree {
        match ast {
            Ast::If(condition, then, otherwise) => {
                let condition = self.condition(condition, "the condition of this `if`");
                let then = self.expr(then);
                let otherwise = self.expr(otherwise);
                let ty = self.join([&then, &otherwise].into_iter());
                let (then, otherwise) = (Box::new(then), Box::new(otherwise));
                self.tree(ty, Kind::If(Box::new(condition), then, otherwise))
            }
            Ast::Match(value, arms) => {
                let value = self.expr(value);
                if arms.is_empty() {
                    return self.wrong("a `match` needs at least one arm");
                }
                let arms: Vec<_> = arms
                    .iter()
                    .map(|(pattern, arm)| (self.pattern(pattern, &value.ty), self.expr(arm)))
                    .collect();
                let ty = self.join(arms.iter().map(|(_, arm)| arm));
                self.tree(ty, Kind::Match(Box::new(value), arms))
            }
            Ast::Block {
                statements,
                value,
                diverges,
            } => self.block(statements, *value, *diverges),
            Ast::Return(value) => {
                let value = self.expr(value);
                if !value.diverges() {
                    let result = self.result.clone();
                    self.same(&value.ty, &result, "the value of this `return`");
                }
                let ty = self.types.any();
                self.tree(ty, Kind::Return(Box::new(value)))
            }
            Ast::Break => self.leave(true),
            Ast::Continue => self.leave(false),
            Ast::Assign(local, value) => {
                let value = self.expr(value);
                let ty = self.type_of_local(*local);
                self.assigned(&value, &ty);
                self.tree(Ty::UNIT, Kind::Assign(*local, Box::new(value)))
            }
            Ast::AssignField(local, index, value) => self.assign_field(*local, *index, value),
            Ast::AssignElement(local, index, value) => self.assign_element(*local, index, value),
            Ast::While {
                bound,
                condition,
                body,
                step,
            } => self.while_loop(*bound, condition, body, step),
            Ast::For { .. } => self.for_loop(ast),
            _ => self.wrong("an expression outside the kernel subset"),
        }
    }

    /// A block: its type is that of its value.
    fn block(
        &mut self,
        statements: &'static [Statement],
        value: Option<&'static Ast>,
        diverges: bool,
    ) -> Tree {
        let statements = statements.iter().map(|s| self.statement(s)).collect();
        let value = value.map(|v| Box::new(self.expr(v)));
        let ty = match &value {
            Some(value) => value.ty.clone(),
            None if diverges => self.types.any(),
            None => Ty::UNIT,
        };
        let kind = Kind::Block {
            statements,
            value,
            diverges,
        };
        self.tree(ty, kind)
    }

    /// A `break` or `continue`.
    fn leave(&mut self, is_break: bool) -> Tree {
        match self.breaks.last_mut() {
            Some(breaks) => *breaks |= is_break,
            None => return self.wrong("`break` and `continue` stand inside a loop"),
        }
        let ty = self.types.any();
        let kind = if is_break {
            Kind::Break
        } else {
            Kind::Continue
        };
        self.tree(ty, kind)
    }

    /// An assignment to a field of a local tuple.
    fn assign_field(&mut self, local: BodyLocal, index: usize, value: &'static Ast) -> Tree {
        let value = self.expr(value);
        let ty = self.type_of_local(local);
        match self.types.resolve(&ty) {
            Ty::Tuple(parts) if index < parts.len() => {
                self.assigned(&value, &parts[index]);
            }
            other => {
                let other = self.types.finish(&other);
                return self.wrong(format!("`{other}` has no field {index}"));
            }
        }
        self.tree(Ty::UNIT, Kind::AssignField(local, index, Box::new(value)))
    }

    /// An assignment to an element of a local array.
    fn assign_element(
        &mut self,
        local: BodyLocal,
        index: &'static Ast,
        value: &'static Ast,
    ) -> Tree {
        // Rust evaluates the value first; the tree keeps the order of the syntax, and `emit`
        // follows Rust's order.
        let value = self.expr(value);
        let index = self.expr(index);
        self.same(&index.ty, &Ty::USIZE, "an index");
        let ty = self.type_of_local(local);
        match self.types.resolve(&ty) {
            Ty::Array(element, _) => self.assigned(&value, &element),
            other => {
                let other = self.types.finish(&other);
                return self.wrong(format!("`{other}` cannot be indexed: only arrays can"));
            }
        }
        let (index, value) = (Box::new(index), Box::new(value));
        self.tree(Ty::UNIT, Kind::AssignElement(local, index, value))
    }

    /// A loop over a range of integers.
    fn for_loop(&mut self, ast: &'static Ast) -> Tree {
        let Ast::For {
            variable,
            from,
            to,
            inclusive,
            bound: _,
            body,
        } = ast
        else {
            return self.wrong("an expression outside the kernel subset");
        };
        let from = self.expr(from);
        let to = self.expr(to);
        self.same(&to.ty, &from.ty, "the end of this range");
        let integer = self.types.integer();
        self.same(&from.ty, &integer, "the start of this range");
        let variable = self.bind(*variable, from.ty.clone());
        self.breaks.push(false);
        let body = self.expr(body);
        self.breaks.pop();
        let kind = Kind::For {
            variable,
            from: Box::new(from),
            to: Box::new(to),
            inclusive: *inclusive,
            body: Box::new(body),
        };
        self.tree(Ty::UNIT, kind)
    }

    fn while_loop(
        &mut self,
        bound: u64,
        condition: &'static Ast,
        body: &'static Ast,
        step: &'static Ast,
    ) -> Tree {
        let condition = self.condition(condition, "the condition of this loop");
        self.breaks.push(false);
        let body = self.expr(body);
        let step = self.expr(step);
        let left = self.breaks.pop() == Some(true);
        let endless = !left && matches!(condition.kind, Kind::Literal(1));
        let ty = if endless { self.types.any() } else { Ty::UNIT };
        let kind = Kind::While {
            bound,
            condition: Box::new(condition),
            body: Box::new(body),
            step: Box::new(step),
            endless,
        };
        self.tree(ty, kind)
    }

    fn condition(&mut self, condition: &'static Ast, what: &str) -> Tree {
        let condition = self.expr(condition);
        if !condition.diverges() {
            self.same(&condition.ty, &Ty::BOOL, what);
        }
        condition
    }

    fn assigned(&mut self, value: &Tree, ty: &Ty) {
        if !value.diverges() {
            self.same(&value.ty, ty, "the assigned value");
        }
    }

    /// The common type of several arms.
    fn join<'a>(&mut self, arms: impl Iterator<Item = &'a Tree>) -> Ty {
        let ty = self.types.any();
        for arm in arms.filter(|arm| !arm.diverges()) {
            let line = std::mem::replace(&mut self.line, arm.line);
            self.same(&arm.ty, &ty, "the value of this arm");
            self.line = line;
        }
        ty
    }

    fn pattern(&mut self, pattern: &'static body::Pattern, ty: &Ty) -> Pattern {
        match pattern {
            body::Pattern::Any => Pattern::Bind(PatternBinding::Wild),
            body::Pattern::Bind(binding) => Pattern::Bind(self.bind(*binding, ty.clone())),
            body::Pattern::None | body::Pattern::Some(_) => {
                let content = self.types.any();
                let option = Ty::Option(Box::new(content.clone()));
                self.same(ty, &option, "the matched value");
                match pattern {
                    body::Pattern::Some(binding) => Pattern::Some(self.bind(*binding, content)),
                    _ => Pattern::None,
                }
            }
            body::Pattern::OneOf(values) => {
                let values = self.exprs(values);
                if values.is_empty() {
                    self.problem("a pattern needs at least one value");
                }
                for value in &values {
                    self.same(&value.ty, ty, "a pattern");
                }
                Pattern::OneOf(values)
            }
            body::Pattern::Range(from, to) => {
                let (from, to) = (self.expr(from), self.expr(to));
                self.same(&from.ty, ty, "a pattern");
                self.same(&to.ty, ty, "a pattern");
                Pattern::Range(Box::new(from), Box::new(to))
            }
        }
    }
}
