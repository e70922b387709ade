//! Statements.

use super::facts::{is_lasting, written_in};
use super::fold::not;
use super::function::{boundary_result, word_type};
use super::loops::Repetition;
use super::names::literal;
use super::scope::Writer;
use super::text::Text;
use super::walk::{diverges, each_part, read_local, reads};
use vyre_conform_ir::{BinaryOp, Expr, ExprKind, FunctionId, LocalId, Node, Type};

/// The longest array whose zeros are written as literals.
const LITERAL_ZEROS: u32 = 16;

impl Writer<'_> {
    /// The body of the function; `returns` is true if every path returns results.
    pub(super) fn function_body(&mut self, returns: bool) {
        let body = &self.function.body;
        self.block(body);
        if returns && !diverges(body) {
            self.unreachable_return();
        }
    }

    /// The nodes of a block, up to the first diverging one.
    pub(super) fn block(&mut self, nodes: &[Node]) {
        let known = self.ranges.facts.clone();
        let mut rest = nodes;
        while let [node, after @ ..] = rest {
            if matches!(node, Node::Loop { .. } | Node::While { .. }) {
                self.ranges.forget(&written_in(std::slice::from_ref(node)));
            }
            let used_names = match node {
                Node::Declare { local } => self.declaration(*local, after),
                Node::Let { .. } => self.counted_while(rest),
                _ => 0,
            };
            if used_names == 0 {
                self.node(node);
            }
            let (done, left) = rest.split_at(used_names.max(1));
            if diverges(done) {
                break;
            }
            self.ranges.after(done);
            rest = left;
        }
        self.ranges.facts = known;
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Store {
                buffer,
                index,
                value,
            } => self.store(*buffer, index, value),
            Node::Atomic {
                op,
                buffer,
                index,
                value,
                expected,
                result,
            } => self.atomic(*op, (*buffer, index), value, expected.as_ref(), *result),
            Node::Barrier => self.barrier(),
            Node::Let {
                local,
                value,
                mutable,
            } => self.binding(*local, value, *mutable),
            Node::Assign { local, value } => {
                let text = self.assignment(*local, value);
                self.line(text + ";");
            }
            Node::StoreElement {
                array,
                index,
                value,
            } => self.store_element(*array, index, value),
            Node::If {
                condition,
                then,
                otherwise,
            } => self.choice(condition, then, otherwise),
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => self.counted(*counter, from, to, body),
            Node::While { .. } => self.while_loop(node),
            Node::Break => self.line("break;"),
            Node::Continue => self.line("continue;"),
            Node::Call {
                function,
                args,
                results,
            } => self.call(*function, args, results),
            Node::Block(nodes) => self.block(nodes),
            Node::Return(values) => self.returned(values),
            Node::Declare { local } => {
                self.declaration(*local, &[]);
            }
        }
    }

    fn while_loop(&mut self, node: &Node) {
        if let Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } = node
        {
            self.repetition(Repetition {
                bound: *bound,
                head,
                condition,
                body,
                step,
            });
        }
    }

    fn returned(&mut self, values: &[Expr]) {
        let values: Vec<_> = values.iter().map(|value| self.expr(value)).collect();
        if values.is_empty() {
            return self.line("return;");
        }
        let text = self.result(values);
        self.line(format!("return {text};"));
    }

    fn binding(&mut self, local: LocalId, value: &Expr, mutable: bool) {
        let assigned = mutable && self.writes(local) > 0;
        if !assigned && !self.is_read(local) {
            return;
        }
        let text = self.expr(value).into_string();
        if assigned {
            let uses = self.assigned(local);
            self.ranges.settle(local, value, &uses);
        } else {
            self.define(local, value);
        }
        let name = self.bind(local);
        let keyword = if assigned { "var" } else { "let" };
        self.line(format!("{keyword} {name} = {text};"));
    }

    /// Records that a local has, and keeps, the value of an expression here.
    fn define(&mut self, local: LocalId, value: &Expr) {
        self.ranges.define(local, value);
        let mut constant = is_lasting(value);
        each_part(value, &mut |e| {
            constant &= read_local(e).is_none_or(|source| self.writes(source) == 0);
        });
        if constant {
            self.ranges.means(local, value);
        }
    }

    /// Declares a local. If all elements of an array are stored right after, or a value is assigned
    /// right after, that becomes the initial value. Returns the number of nodes consumed.
    fn declaration(&mut self, local: LocalId, after: &[Node]) -> usize {
        let declared = &self.function.locals[local.0 as usize];
        let ty = word_type(declared.ty);
        let used = self.is_read(local) || self.writes(local) > 0;
        match declared.len {
            Some(0) => {
                self.bind(local);
                1
            }
            Some(len) => {
                let values = initial_elements(local, len, after);
                if let Some(values) = values {
                    let values: Vec<_> = values.into_iter().map(|value| self.expr(value)).collect();
                    let array = Text::call(&format!("array<{ty}, {len}>"), values).into_string();
                    let name = self.bind(local);
                    self.line(format!("var {name} = {array};"));
                    return 1 + len as usize;
                }
                if used {
                    self.zeros(local, ty, Some(len));
                }
                1
            }
            None => {
                if let [Node::Assign { local: to, value }, ..] = after
                    && *to == local
                    && reads(value, local) == 0
                {
                    // A front end resolves a `let`; folding may not have seen a constant here.
                    let again = self.writes(local) > 1 || self.ranges.is_foldable(value);
                    let text = self.expr(value).into_string();
                    let name = self.bind(local);
                    if !again {
                        self.define(local, value);
                    }
                    let keyword = if again { "var" } else { "let" };
                    self.line(format!("{keyword} {name} = {text};"));
                    return 2;
                }
                if used {
                    self.zeros(local, ty, None);
                }
                1
            }
        }
    }

    /// Declares a zero-initialised local, as any without a value is. The zeros are literals: Tint
    /// initialises a variable without a value once for all iterations of a loop, and SwiftShader folds
    /// the zero value of a type wrongly (`docs/results/findings.md`).
    fn zeros(&mut self, local: LocalId, ty: &str, len: Option<u32>) {
        let zero = match ty {
            "bool" => "false".to_owned(),
            "u32" => "0u".to_owned(),
            "i32" => "0i".to_owned(),
            vector => format!("{vector}(0u)"),
        };
        let zeros = match len {
            None => zero,
            // A driver keeps a longer array in memory, where nothing is folded.
            Some(len) if len > LITERAL_ZEROS => format!("array<{ty}, {len}>()"),
            Some(len) => {
                let zeros = vec![zero; len as usize].join(", ");
                format!("array<{ty}, {len}>({zeros})")
            }
        };
        let name = self.bind(local);
        self.line(format!("var {name} = {zeros};"));
    }

    /// An assignment without its semicolon: `x += 1u` if the value begins with `x`.
    pub(super) fn assignment(&mut self, local: LocalId, value: &Expr) -> String {
        let name = self.read(local).into_string();
        let word = !matches!(value.ty, Type::Bool | Type::U64 | Type::U128);
        if let ExprKind::Binary(op, a, b) = &value.kind
            && a.kind == ExprKind::Local(local)
            && word
        {
            use BinaryOp::*;
            let by = match op {
                Add | Sub | Mul | And | Or | Xor => Some(self.expr(b)),
                Shl | Shr => Some(self.amount(b)),
                _ => None,
            };
            if let Some(by) = by {
                return format!("{name} {}= {}", super::expr::symbol(*op), by.into_string());
            }
        }
        let value = self.expr(value).into_string();
        format!("{name} = {value}")
    }

    fn store_element(&mut self, array: LocalId, index: &Expr, value: &Expr) {
        let len = u64::from(self.function.locals[array.0 as usize].len.unwrap_or(0));
        let name = self.read(array).into_string();
        let i = self.expr(index);
        let value = self.expr(value);
        if self.ranges.upper_bound(index) < len {
            let element = Text::index(&name, i).into_string();
            self.line(format!("{element} = {};", value.into_string()));
            return;
        }
        let i = self.shared(i, "index");
        self.line(format!("if {} < {len}u {{", i.clone().into_string()));
        let element = Text::index(&name, i).into_string();
        self.nested(|w| w.line(format!("{element} = {};", value.into_string())));
        self.line("}");
    }

    fn choice(&mut self, condition: &Expr, then: &[Node], otherwise: &[Node]) {
        match (then.is_empty(), otherwise.is_empty()) {
            (true, true) => return,
            (true, false) => return self.choice(&not(condition.clone()), otherwise, &[]),
            _ => {}
        }
        let text = self.expr(condition).into_string();
        self.line(format!("if {text} {{"));
        self.branch(condition, then);
        let known = self.ranges.facts.clone();
        self.ranges.assume(condition, false);
        self.alternative(otherwise);
        self.ranges.facts = known;
    }

    /// A block that runs if a condition is true.
    fn branch(&mut self, condition: &Expr, nodes: &[Node]) {
        self.nested(|w| {
            w.ranges.assume(condition, true);
            w.block(nodes);
        });
    }

    /// The part after the block of an `if`: nothing, `else if` or `else`.
    fn alternative(&mut self, otherwise: &[Node]) {
        if otherwise.is_empty() {
            return self.line("}");
        }
        if let [
            Node::If {
                condition,
                then,
                otherwise,
            },
        ] = otherwise
            && !then.is_empty()
            && let Some(text) = self.without_lines(|w| w.expr(condition))
        {
            self.line(format!("}} else if {} {{", text.into_string()));
            self.branch(condition, then);
            self.ranges.assume(condition, false);
            return self.alternative(otherwise);
        }
        self.line("} else {");
        self.nested(|w| w.block(otherwise));
        self.line("}");
    }

    fn call(&mut self, function: FunctionId, args: &[Expr], results: &[LocalId]) {
        let number = function.0 as usize;
        if !results.iter().any(|local| self.is_read(*local)) {
            return;
        }
        let args = args.iter().map(|arg| self.expr(arg)).collect();
        let call = Text::call(&self.module.functions[number], args).into_string();
        match (&self.module.results[number], results) {
            (Some(_), _) => {
                let base = format!("{}_result", self.module.functions[number]);
                let name = self.fresh(&base);
                self.line(format!("let {name} = {call};"));
                for (k, local) in results.iter().enumerate() {
                    self.alias(*local, Text::primary(format!("{name}.r{k}")));
                }
            }
            (None, [local]) => {
                let name = self.bind(*local);
                self.line(format!("let {name} = {call};"));
            }
            (None, _) => {}
        }
    }

    /// The operand of a `return` with these results.
    fn result(&mut self, mut values: Vec<Text>) -> String {
        if let Some(boundary) = self.boundary {
            return boundary_result(boundary.result, values).into_string();
        }
        match &self.module.results[self.number] {
            Some(structure) => Text::call(structure, values).into_string(),
            None => values.pop().map(Text::into_string).unwrap_or_default(),
        }
    }

    /// A `return` of zeros, for an unreachable place that WGSL's rules consider reachable.
    pub(super) fn unreachable_return(&mut self) {
        let zeros = self
            .function
            .results
            .iter()
            .map(|ty| Text::primary(literal(*ty, 0)))
            .collect();
        let text = self.result(zeros);
        self.line(format!("return {text};"));
    }
}

/// The values of the stores that fill an array from its first element to its last.
pub(super) fn initial_elements(array: LocalId, len: u32, after: &[Node]) -> Option<Vec<&Expr>> {
    let stores = after.get(..len as usize)?;
    (0_u64..)
        .zip(stores)
        .map(|(k, node)| match node {
            Node::StoreElement {
                array: to,
                index,
                value,
            } if *to == array && index.kind == ExprKind::Literal(k) && reads(value, array) == 0 => {
                Some(value)
            }
            _ => None,
        })
        .collect()
}
