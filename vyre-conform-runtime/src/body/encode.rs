//! An injective encoding of a body as bytes.
//!
//! Every node is its tag, then its parts in order; a length precedes every text and list, so that no
//! two bodies have the same encoding. The encoding omits source lines and the names of the function,
//! its variables and constants, because they change no result. Numbers are little-endian.

use super::{Ast, Binding, Body, BodyCallee, ConstantValue, Pattern, Primitive, Shape, Statement};

impl Body {
    /// The encoding of this function. `callee` supplies the bytes that represent a called function.
    pub fn encoded(&self, callee: &mut dyn FnMut(&BodyCallee) -> Vec<u8>) -> Vec<u8> {
        let mut encoder = Encoder {
            bytes: vec![],
            callee,
        };
        encoder.list(self.params, |e, param| {
            e.binding(param.binding);
            e.shape(&(param.shape)());
        });
        encoder.shape(&(self.result)());
        encoder.number(u64::from(self.locals));
        encoder.ast(&self.body);
        encoder.bytes
    }
}

/// The tag of a node; `None` for a place in the source, which the encoding omits.
fn tag_of(ast: &Ast) -> Option<u8> {
    Some(match ast {
        Ast::Int(_) => 0,
        Ast::Literal(..) => 1,
        Ast::Constant(..) => 2,
        Ast::Local(_) => 3,
        Ast::Unary(..) => 4,
        Ast::Binary(..) => 5,
        Ast::Cast(..) => 6,
        Ast::Method(..) => 7,
        Ast::Call(..) => 8,
        Ast::Tuple(_) => 9,
        Ast::Array(_) => 10,
        Ast::Repeat(..) => 11,
        Ast::Field(..) => 12,
        Ast::Index(..) => 13,
        Ast::Len(_) => 14,
        Ast::If(..) => 15,
        Ast::Match(..) => 16,
        Ast::Block { .. } => 17,
        Ast::Return(_) => 18,
        Ast::Break => 19,
        Ast::Continue => 20,
        Ast::Assign(..) => 21,
        Ast::AssignField(..) => 22,
        Ast::AssignElement(..) => 23,
        Ast::While { .. } => 24,
        Ast::For { .. } => 25,
        Ast::At(..) => return None,
    })
}

struct Encoder<'a> {
    bytes: Vec<u8>,
    callee: &'a mut dyn FnMut(&BodyCallee) -> Vec<u8>,
}

impl Encoder<'_> {
    fn tag(&mut self, tag: u8) {
        self.bytes.push(tag);
    }

    fn number(&mut self, number: u64) {
        self.bytes.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.number(text.len() as u64);
        self.bytes.extend(text.as_bytes());
    }

    fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.number(items.len() as u64);
        for item in items {
            each(self, item);
        }
    }

    fn primitive(&mut self, primitive: Primitive) {
        self.tag(match primitive {
            Primitive::U32 => 0,
            Primitive::I32 => 1,
            Primitive::U64 => 2,
            Primitive::Bool => 3,
            Primitive::Usize => 4,
        });
    }

    fn shape(&mut self, shape: &Shape) {
        match shape {
            Shape::One(primitive) => {
                self.tag(0);
                self.primitive(*primitive);
            }
            Shape::Tuple(shapes) => {
                self.tag(1);
                self.list(shapes, Self::shape);
            }
            Shape::Array(primitive, len) => {
                self.tag(2);
                self.primitive(*primitive);
                self.number(*len as u64);
            }
        }
    }

    fn binding(&mut self, binding: Binding) {
        match binding {
            Binding::Let(local, _) => self.numbered(0, local),
            Binding::Mut(local, _) => self.numbered(1, local),
            Binding::Wild => self.tag(2),
        }
    }

    fn numbered(&mut self, tag: u8, local: u32) {
        self.tag(tag);
        self.number(u64::from(local));
    }

    fn constant(&mut self, value: &ConstantValue) {
        match value {
            ConstantValue::One(primitive, bits) => {
                self.tag(0);
                self.primitive(*primitive);
                self.number(*bits);
            }
            ConstantValue::Table(primitive, elements) => {
                self.tag(1);
                self.primitive(*primitive);
                self.list(elements, |e, bits| e.number(*bits));
            }
        }
    }

    fn asts(&mut self, asts: &[&Ast]) {
        for ast in asts {
            self.ast(ast);
        }
    }

    fn ast(&mut self, ast: &Ast) {
        if let Some(tag) = tag_of(ast) {
            self.tag(tag);
        }
        match ast {
            Ast::Int(value) => self.bytes.extend(value.to_le_bytes()),
            Ast::Literal(primitive, bits) => {
                self.primitive(*primitive);
                self.number(*bits);
            }
            Ast::Constant(_, value) => self.constant(&value.value()),
            Ast::Local(local) => self.number(u64::from(*local)),
            Ast::Unary(operator, a) => {
                self.text(operator);
                self.ast(a);
            }
            Ast::Binary(operator, a, b) => {
                self.text(operator);
                self.asts(&[a, b]);
            }
            Ast::Cast(primitive, a) => {
                self.primitive(*primitive);
                self.ast(a);
            }
            Ast::Method(name, a, args) => {
                self.text(name);
                self.ast(a);
                self.list(args, Self::ast);
            }
            Ast::Call(callee, args) => {
                let stands = (self.callee)(callee);
                self.list(&stands, |e, byte| e.tag(*byte));
                self.list(args, Self::ast);
            }
            Ast::Tuple(parts) => self.list(parts, Self::ast),
            Ast::Array(elements) => self.list(elements, Self::ast),
            Ast::Repeat(a, number) | Ast::Field(a, number) => {
                self.number(*number as u64);
                self.ast(a);
            }
            Ast::Index(a, index) => self.asts(&[a, index]),
            Ast::Len(a) | Ast::Return(a) | Ast::At(_, a) => self.ast(a),
            Ast::If(..) | Ast::Match(..) | Ast::Block { .. } => self.control(ast),
            Ast::While { .. } | Ast::For { .. } => self.control(ast),
            Ast::Break | Ast::Continue => {}
            Ast::Assign(local, a) => {
                self.number(u64::from(*local));
                self.ast(a);
            }
            Ast::AssignField(local, field, a) => {
                self.number(*field as u64);
                self.ast(a);
                self.number(u64::from(*local));
            }
            Ast::AssignElement(local, index, a) => {
                self.number(u64::from(*local));
                self.asts(&[index, a]);
            }
        }
    }

    /// The parts of a branch, loop or block; nothing for other expressions.
    fn control(&mut self, ast: &Ast) {
        match ast {
            Ast::If(condition, then, otherwise) => self.asts(&[condition, then, otherwise]),
            Ast::Match(value, arms) => {
                self.ast(value);
                self.list(arms, |e, (pattern, value)| {
                    e.pattern(pattern);
                    e.ast(value);
                });
            }
            Ast::Block {
                statements,
                value,
                diverges,
            } => {
                self.list(statements, Self::statement);
                self.list(value.as_slice(), |e, value| e.ast(value));
                self.tag((*diverges).into());
            }
            Ast::While {
                bound,
                condition,
                body,
                step,
            } => {
                self.number(*bound);
                self.asts(&[condition, body, step]);
            }
            Ast::For {
                variable,
                from,
                to,
                inclusive,
                bound,
                body,
            } => {
                self.binding(*variable);
                self.tag((*inclusive).into());
                self.number(*bound);
                self.asts(&[from, to, body]);
            }
            _ => {}
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Any => self.tag(0),
            Pattern::Bind(binding) => {
                self.tag(1);
                self.binding(*binding);
            }
            Pattern::None => self.tag(2),
            Pattern::Some(binding) => {
                self.tag(3);
                self.binding(*binding);
            }
            Pattern::OneOf(values) => {
                self.tag(4);
                self.list(values, Self::ast);
            }
            Pattern::Range(from, to) => {
                self.tag(5);
                self.asts(&[from, to]);
            }
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Let {
                binding,
                shape,
                value,
            } => {
                self.tag(0);
                self.binding(*binding);
                self.list(shape.as_slice(), |e, shape| e.shape(&shape()));
                self.list(value.as_slice(), Self::ast);
            }
            Statement::Destructure(bindings, value) => {
                self.tag(1);
                self.list(bindings, |e, binding| e.binding(*binding));
                self.ast(value);
            }
            Statement::Do(value) => {
                self.tag(2);
                self.ast(value);
            }
        }
    }
}
