//! Nodes.

use super::error::ParseResult;
use super::lex::Token;
use super::parser::Parser;
use super::scope::{Item, Label, Name};
use crate::{AtomicOp, BufferId, Expr, FunctionId, Local, LocalId, Node, Type};

impl<'a> Parser<'a> {
    /// Nodes between braces.
    pub(super) fn block(&mut self) -> ParseResult<Vec<Node>> {
        self.sign("{")?;
        let nodes = self.nodes()?;
        self.sign("}")?;
        Ok(nodes)
    }

    /// Nodes up to a closing brace, or to the `while c;` of a `loop`.
    pub(super) fn nodes(&mut self) -> ParseResult<Vec<Node>> {
        let entered = self.used.enter_block(0);
        self.within(entered)?;
        let mut nodes = vec![];
        while !self.is("}") {
            // A `while` may end this block.
            if !self.is_word("while") {
                self.count_node()?;
            }
            let Some(node) = self.node()? else { break };
            self.push(&mut nodes, node)?;
        }
        self.used.leave_block();
        self.end_of(&mut nodes)?;
        Ok(nodes)
    }

    fn count_node(&mut self) -> ParseResult<()> {
        let counted = self.used.node();
        self.within(counted)
    }

    /// A node; `None` at a `while` that ends the head of a loop.
    fn node(&mut self) -> ParseResult<Option<Node>> {
        let node = match self.token {
            Token::Sign("{") => Node::Block(self.block()?),
            Token::Word("let") => self.binding()?,
            Token::Word("call") => self.call(vec![])?,
            Token::Word("if") => self.branch()?,
            Token::Word("for") => self.count()?,
            Token::Word("while") => return self.while_or_end(),
            Token::Word("loop") => self.repeat()?,
            Token::Word("break") => self.alone(Node::Break)?,
            Token::Word("continue") => self.alone(Node::Continue)?,
            Token::Word("return") => self.leave()?,
            _ => self.store()?,
        };
        Ok(Some(node))
    }

    fn alone(&mut self, node: Node) -> ParseResult<Node> {
        self.advance()?;
        self.sign(";")?;
        Ok(node)
    }

    fn leave(&mut self) -> ParseResult<Node> {
        self.word("return")?;
        if self.accept(";")? {
            return Ok(Node::Return(vec![]));
        }
        Ok(Node::Return(self.list(";", Self::expr)?))
    }

    /// `x = v;`, `x[i] = v;`, `barrier();`
    fn store(&mut self) -> ParseResult<Node> {
        let position = self.offset;
        let is_barrier = self.is_word("barrier");
        let name = self.any_name("a statement or `}`")?;
        if is_barrier && self.accept("(")? {
            self.sign(")")?;
            self.sign(";")?;
            return Ok(Node::Barrier);
        }
        let Some(item) = self.scope.find(&name) else {
            return self.unknown(
                position,
                "a statement, or a local or buffer that stands above",
            );
        };
        let index = if self.accept("[")? {
            let index = self.expr()?;
            self.sign("]")?;
            Some(index)
        } else {
            None
        };
        let assigned = match (item, index) {
            (Item::Table(_), _) => {
                return self.unknown(position, "a local or a buffer, since a table is constant");
            }
            (Item::Buffer(_), None) => return self.unexpected("`[`"),
            (Item::Local(local), index) => (Ok(local), index),
            (Item::Buffer(buffer), index) => (Err(BufferId(buffer)), index),
        };
        self.sign("=")?;
        let value = self.expr()?;
        self.sign(";")?;
        Ok(match assigned {
            (Ok(local), None) => Node::Assign { local, value },
            (Ok(array), Some(index)) => Node::StoreElement {
                array,
                index,
                value,
            },
            (Err(buffer), index) => Node::Store {
                buffer,
                index: index.unwrap_or(Expr::u32(0)),
                value,
            },
        })
    }

    fn branch(&mut self) -> ParseResult<Node> {
        self.word("if")?;
        let condition = self.expr()?;
        let then = self.block()?;
        let otherwise = if self.accept_word("else")? {
            self.block()?
        } else {
            vec![]
        };
        Ok(Node::If {
            condition,
            then,
            otherwise,
        })
    }

    /// `for i in 0..n { .. }`; a counter without a type is a u32.
    fn count(&mut self) -> ParseResult<Node> {
        self.word("for")?;
        let counter = self.bind(Some(Type::U32))?;
        self.word("in")?;
        let from = self.expr()?;
        self.sign("..")?;
        let to = self.expr()?;
        Ok(Node::Loop {
            counter,
            from,
            to,
            body: self.block()?,
        })
    }

    /// `while c at_most(9) { .. }`; `None` for `while c;`, which the enclosing `loop` handles.
    fn while_or_end(&mut self) -> ParseResult<Option<Node>> {
        self.word("while")?;
        let condition = self.expr()?;
        if self.is(";") {
            self.condition = Some(condition);
            return Ok(None);
        }
        self.count_node()?;
        let bound = self.at_most()?;
        self.sign("{")?;
        Ok(Some(self.rounds(bound, vec![], condition)?))
    }

    /// `loop at_most(9) { head while c; body }`
    fn repeat(&mut self) -> ParseResult<Node> {
        self.word("loop")?;
        let bound = self.at_most()?;
        self.sign("{")?;
        let head = self.nodes()?;
        let Some(condition) = self.condition.take() else {
            return self.unexpected("the `while c;` of this `loop`");
        };
        self.sign(";")?;
        self.rounds(bound, head, condition)
    }

    fn at_most(&mut self) -> ParseResult<u64> {
        self.word("at_most")?;
        self.sign("(")?;
        let bound = self.long("a number of rounds")?;
        self.sign(")")?;
        Ok(bound)
    }

    /// The body of a loop after its opening brace, and the `continuing` block.
    fn rounds(&mut self, bound: u64, head: Vec<Node>, condition: Expr) -> ParseResult<Node> {
        let body = self.nodes()?;
        self.sign("}")?;
        let step = if self.accept_word("continuing")? {
            self.block()?
        } else {
            vec![]
        };
        Ok(Node::While {
            bound,
            head,
            condition,
            body,
            step,
        })
    }

    /// `let x: u32 = v;`, `let mut x: u32 = v;`, `let mut x: [u32; 4];`, `let (x: u32, y: u32) = call f(a);`,
    /// `let x: u32 = atomic_add(b[i], v);`
    fn binding(&mut self) -> ParseResult<Node> {
        self.word("let")?;
        if self.accept("(")? {
            let results = self.list(")", |parser| parser.bind(None))?;
            self.sign("=")?;
            return self.call(results);
        }
        let mutable = self.accept_word("mut")?;
        let local = self.bind(None)?;
        if mutable && self.accept(";")? {
            return Ok(Node::Declare { local });
        }
        self.sign("=")?;
        if !mutable {
            if self.is_word("call") {
                let mut results = vec![];
                self.push(&mut results, local)?;
                self.end_of(&mut results)?;
                return self.call(results);
            }
            if let Some(op) = self.atomic_op() {
                return self.atomic(op, local);
            }
        }
        let value = self.expr()?;
        self.sign(";")?;
        Ok(Node::Let {
            local,
            value,
            mutable,
        })
    }

    fn call(&mut self, results: Vec<LocalId>) -> ParseResult<Node> {
        self.word("call")?;
        let position = self.offset;
        let name = self.any_name("a function")?;
        if let Name::Item(_) = name {
            return self.unknown(position, "a function");
        }
        let function = FunctionId(self.functions.place(name, position));
        self.sign("(")?;
        let args = self.list(")", Self::expr)?;
        self.sign(";")?;
        Ok(Node::Call {
            function,
            args,
            results,
        })
    }

    fn atomic_op(&self) -> Option<AtomicOp> {
        let Token::Word(word) = self.token else {
            return None;
        };
        Self::tagged(word.strip_prefix("atomic_")?, AtomicOp::name)
    }

    /// `atomic_add(b[i], v)`, with an expected value in front of `v` if there is one.
    fn atomic(&mut self, op: AtomicOp, result: LocalId) -> ParseResult<Node> {
        self.advance()?;
        self.sign("(")?;
        let position = self.offset;
        let name = self.any_name("a buffer")?;
        let Some(Item::Buffer(buffer)) = self.scope.find(&name) else {
            return self.unknown(position, "a buffer");
        };
        self.sign("[")?;
        let index = self.expr()?;
        self.sign("]")?;
        self.sign(",")?;
        let mut value = self.expr()?;
        let mut expected = None;
        if self.accept(",")? {
            expected = Some(std::mem::replace(&mut value, self.expr()?));
        }
        self.sign(")")?;
        self.sign(";")?;
        Ok(Node::Atomic {
            op,
            buffer: BufferId(buffer),
            index,
            value,
            expected,
            result,
        })
    }

    /// A local at its binding, with its type: a new one, or one that the text lists or has bound
    /// before. `or` is the default type of a new local.
    pub(super) fn bind(&mut self, or: Option<Type>) -> ParseResult<LocalId> {
        let position = self.offset;
        let name = self.any_name("the name of a local")?;
        let begin = self.offset;
        let shape = if self.accept(":")? {
            Some(self.shape()?)
        } else {
            None
        };
        let known = self.scope.find(&name);
        let label = match (name, known) {
            (_, Some(Item::Local(local))) => {
                let actual = self.scope.local(local).map(|l| (l.ty, l.len));
                return if shape.is_none() || shape == actual {
                    Ok(local)
                } else {
                    self.unknown(begin, "the type that this local has above")
                };
            }
            (Name::Label(label), None) if !self.scope.listed => label,
            (Name::Label(_), None) => return self.unknown(position, "a local that `locals` lists"),
            _ => {
                return self.unknown(
                    position,
                    "a name that no table or buffer has, such as `x#2`",
                );
            }
        };
        let Some((ty, len)) = shape.or(or.map(|ty| (ty, None))) else {
            return self.unexpected("the type of the local, such as `: u32`");
        };
        self.declare(label, ty, len)
    }

    /// Declares a local.
    pub(super) fn declare(
        &mut self,
        label: Label<'a>,
        ty: Type,
        len: Option<u32>,
    ) -> ParseResult<LocalId> {
        let id = LocalId(self.scope.locals.len() as u32);
        let name = self.copy_name(&label.name)?;
        let counted = self.used.bytes(size_of::<Local>());
        self.within(counted)?;
        self.scope.locals.push(Local { name, ty, len });
        self.scope.items.insert(label, Item::Local(id));
        Ok(id)
    }
}
