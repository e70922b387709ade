//! Nodes as statements.

use super::Dialect;
use super::function::Writer;
use super::library::step_name;
use super::loops::Loop;
use super::names::{type_name, word};
use vyre_conform_ir::{AtomicOp, BufferId, Expr, ExprKind, LocalId, Node};

impl Writer<'_, '_> {
    pub(super) fn nodes(&mut self, nodes: &[Node]) {
        for node in nodes {
            self.node(node);
        }
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Let {
                local,
                value,
                mutable,
            } => self.binding(*local, value, *mutable),
            Node::Declare { local } => self.declare(*local),
            Node::Assign { local, value } => self.assign(*local, value),
            Node::StoreElement {
                array,
                index,
                value,
            } => self.store_element(*array, index, value),
            Node::If {
                condition,
                then,
                otherwise,
            } => self.choose(condition, then, otherwise),
            Node::Loop {
                counter,
                from,
                to,
                body,
            } => self.count(*counter, from, to, body),
            Node::While { .. } => self.repeat(node),
            Node::Break => self.line("break;"),
            Node::Continue => self.leave_iteration(),
            Node::Call {
                function,
                args,
                results,
            } => {
                let name = self.callees[function.0 as usize].clone();
                self.call(&name, args, results);
            }
            Node::Block(nodes) => self.block("", |w| w.nodes(nodes)),
            Node::Return(values) => self.give(values),
            Node::Store {
                buffer,
                index,
                value,
            } => {
                let (index, value) = (self.expr(index), self.expr(value));
                self.store(*buffer, index, value);
            }
            Node::Atomic {
                op,
                buffer,
                index,
                value,
                expected,
                result,
            } => self.step(
                *op,
                *buffer,
                [Some(index), Some(value), expected.as_ref()],
                *result,
            ),
            Node::Barrier => self.barrier(),
        }
    }

    fn binding(&mut self, local: LocalId, value: &Expr, mutable: bool) {
        let value = self.assigned_value(local, value);
        self.bind(local, &value, mutable);
    }

    fn assign(&mut self, local: LocalId, value: &Expr) {
        let value = self.assigned_value(local, value);
        let name = &self.names[local.0 as usize];
        self.line(format!("{name} = {value};"));
    }

    fn leave_iteration(&mut self) {
        match self.loops.last_mut() {
            Some(Loop::Label(label, gone)) => {
                *gone = true;
                let line = format!("goto {label};");
                self.line(line);
            }
            _ => self.line("continue;"),
        }
    }

    /// Assigns a local its first value.
    fn bind(&mut self, local: LocalId, value: &str, mutable: bool) {
        let name = self.names[local.0 as usize].clone();
        if self.framed.contains(&local) {
            return self.line(format!("{name} = {value};"));
        }
        let ty = type_name(self.function.locals[local.0 as usize].ty);
        let constant = if mutable { "" } else { "const " };
        self.line(format!("{constant}{ty} {name} = {value};"));
    }

    fn declare(&mut self, local: LocalId) {
        let declared = &self.function.locals[local.0 as usize];
        let (ty, len) = (declared.ty, declared.len);
        let zero = self.zero(ty);
        let Some(len) = len else {
            return self.bind(local, zero, true);
        };
        let name = self.names[local.0 as usize].clone();
        if self.framed.contains(&local) {
            let each = format!("for (u32 k = 0u; k < {}; k++)", word(len));
            return self.line(format!("{each} {name}[k] = {zero};"));
        }
        self.line(format!("{} {name}[{len}] = {{0}};", type_name(ty)));
    }

    fn store_element(&mut self, array: LocalId, index: &Expr, value: &Expr) {
        let local = &self.function.locals[array.0 as usize];
        let (ty, len) = (type_name(local.ty), local.len.unwrap_or(0));
        let name = self.names[array.0 as usize].clone();
        if let ExprKind::Literal(at) = index.kind
            && at < len.into()
        {
            let value = self.assigned_value(array, value);
            return self.line(format!("{name}[{at}] = {value};"));
        }
        let (index, value) = (
            self.expr(index).into_string(),
            self.assigned_value(array, value),
        );
        let put = self.unit.need(&format!("put_{ty}"));
        self.line(format!("{put}({name}, {}, {index}, {value});", word(len)));
    }

    fn choose(&mut self, condition: &Expr, then: &[Node], otherwise: &[Node]) {
        let condition = self.condition(condition).into_string();
        self.block(&format!("if ({condition})"), |w| w.nodes(then));
        if !otherwise.is_empty() {
            self.block("else", |w| w.nodes(otherwise));
        }
    }

    fn call(&mut self, name: &str, args: &[Expr], results: &[LocalId]) {
        // Native expressions do not distinguish NaNs, and only other native expressions see their
        // result.
        let is_raw = |local: &LocalId| self.raw.contains(local);
        let (is_native, keeps) = (
            self.unit.raws.contains_key(name),
            results.first().is_some_and(is_raw),
        );
        let raw = self.unit.raws.get(name).filter(|_| keeps).cloned();
        let name = raw.as_deref().unwrap_or(name);
        let args = args.iter().map(|arg| {
            if is_native {
                self.bits_as_they_are(arg).into_string()
            } else {
                self.expr(arg).into_string()
            }
        });
        let mut args: Vec<String> = args.collect();
        match results {
            [one] => {
                let value = format!("{name}({})", args.join(", "));
                return self.bind(*one, &value, false);
            }
            many => {
                for local in many {
                    let result = self.names[local.0 as usize].clone();
                    if !self.framed.contains(local) {
                        let ty = type_name(self.function.locals[local.0 as usize].ty);
                        self.line(format!("{ty} {result};"));
                    }
                    args.push(format!("&{result}"));
                }
            }
        }
        self.line(format!("{name}({});", args.join(", ")));
    }

    fn give(&mut self, values: &[Expr]) {
        let values: Vec<String> = values.iter().map(|v| self.expr(v).into_string()).collect();
        match &values[..] {
            [] if self.is_resumed() => self.line("return false;"),
            [] => self.line("return;"),
            [one] => self.line(format!("return {one};")),
            many => {
                let pointers = self.results.clone();
                for (pointer, value) in pointers.iter().zip(many) {
                    self.line(format!("*{pointer} = {value};"));
                }
                self.line("return;");
            }
        }
    }

    /// True if the function is a kernel that stops at barriers and is resumed after them.
    pub(super) fn is_resumed(&self) -> bool {
        self.program.is_some_and(|around| around.resumed)
    }

    fn barrier(&mut self) {
        match self.unit.dialect {
            Dialect::OpenCl => self.line("barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);"),
            Dialect::Cuda => self.line("__syncthreads();"),
            Dialect::C11 => {
                self.barriers += 1;
                let state = word(self.barriers);
                self.line(format!("frame->state = {state}; // barrier"));
                self.line("return true;");
                self.line(format!("case {state}:;"));
            }
        }
    }

    fn step(
        &mut self,
        op: AtomicOp,
        buffer: BufferId,
        operands: [Option<&Expr>; 3],
        result: LocalId,
    ) {
        let is_load = operands[1].is_some_and(|value| op.is_load(value));
        let name = if is_load {
            "peek_u32".to_owned()
        } else {
            step_name(op)
        };
        let operands = operands.into_iter().take(if is_load { 1 } else { 3 });
        let operands = operands.flatten();
        let operands: Vec<String> = operands.map(|e| self.expr(e).into_string()).collect();
        let function = self.unit.need(&name);
        let buffer = self.buffer(buffer);
        let value = format!(
            "{function}({}, {}, {})",
            buffer.name,
            buffer.length,
            operands.join(", ")
        );
        self.bind(result, &value, false);
    }
}
