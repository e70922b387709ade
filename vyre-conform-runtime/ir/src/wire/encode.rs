//! Encodes programs.

use super::tags::{CalleeTag, ExprTag, NodeTag, Section};
use super::write::Writer;
use super::{MAGIC, VERSION, WireError};
use crate::{BufferDecl, Callee, Expr, ExprKind, Function, Local, Node, Program, Table};

pub(super) fn encode(program: &Program) -> Result<Vec<u8>, WireError> {
    let mut w = Writer::default();
    w.bytes.extend_from_slice(&MAGIC);
    w.bytes.extend_from_slice(&VERSION.to_le_bytes());
    w.section(Section::Program, |w| {
        w.text(&program.name)?;
        program.workgroup_size.iter().for_each(|n| w.varint(*n));
        Ok(())
    })?;
    w.section(Section::Buffers, |w| w.list(&program.buffers, buffer))?;
    w.section(Section::Callees, |w| w.list(&program.callees, callee))?;
    w.section(Section::Entry, |w| function(w, &program.entry))?;
    Ok(w.bytes)
}

fn buffer(w: &mut Writer, buffer: &BufferDecl) -> Result<(), WireError> {
    w.text(&buffer.name)?;
    w.varint(buffer.binding);
    w.tag(buffer.access);
    w.tag(buffer.element);
    w.option(buffer.count);
    Ok(())
}

fn callee(w: &mut Writer, callee: &Callee) -> Result<(), WireError> {
    match callee {
        Callee::Function(called) => {
            w.tag(CalleeTag::Function);
            function(w, called)
        }
        Callee::Op(id) => {
            w.tag(CalleeTag::Op);
            w.text(id)
        }
    }
}

fn function(w: &mut Writer, function: &Function) -> Result<(), WireError> {
    w.text(&function.name)?;
    w.list(&function.params, |w, local| {
        w.varint(local.0);
        Ok(())
    })?;
    w.list(&function.results, |w, ty| {
        w.tag(*ty);
        Ok(())
    })?;
    w.list(&function.locals, |w, local: &Local| {
        w.text(&local.name)?;
        w.tag(local.ty);
        w.option(local.len);
        Ok(())
    })?;
    w.list(&function.tables, |w, table: &Table| {
        w.text(&table.name)?;
        w.tag(table.ty);
        w.list(&table.data, |w, bits| {
            w.varint(*bits);
            Ok(())
        })
    })?;
    block(w, &function.body)
}

fn block(w: &mut Writer, nodes: &[Node]) -> Result<(), WireError> {
    let entered = w.used.enter_block(nodes.len());
    w.at(entered)?;
    w.list(nodes, node)?;
    w.used.leave_block();
    Ok(())
}

fn node(w: &mut Writer, node: &Node) -> Result<(), WireError> {
    match node {
        Node::Let {
            local,
            value,
            mutable,
        } => {
            w.tag(NodeTag::Let);
            w.varint(local.0);
            expr(w, value)?;
            w.byte(u8::from(*mutable));
        }
        Node::Declare { local } => {
            w.tag(NodeTag::Declare);
            w.varint(local.0);
        }
        Node::Assign { local, value } => {
            w.tag(NodeTag::Assign);
            w.varint(local.0);
            expr(w, value)?;
        }
        Node::StoreElement {
            array,
            index,
            value,
        } => {
            w.tag(NodeTag::StoreElement);
            w.varint(array.0);
            expr(w, index)?;
            expr(w, value)?;
        }
        Node::If {
            condition,
            then,
            otherwise,
        } => {
            w.tag(NodeTag::If);
            expr(w, condition)?;
            block(w, then)?;
            block(w, otherwise)?;
        }
        Node::Loop {
            counter,
            from,
            to,
            body,
        } => {
            w.tag(NodeTag::Loop);
            w.varint(counter.0);
            expr(w, from)?;
            expr(w, to)?;
            block(w, body)?;
        }
        Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } => {
            w.tag(NodeTag::While);
            w.varint(*bound);
            block(w, head)?;
            expr(w, condition)?;
            block(w, body)?;
            block(w, step)?;
        }
        Node::Break => w.tag(NodeTag::Break),
        Node::Continue => w.tag(NodeTag::Continue),
        Node::Call {
            function,
            args,
            results,
        } => {
            w.tag(NodeTag::Call);
            w.varint(function.0);
            w.list(args, expr)?;
            w.list(results, |w, local| {
                w.varint(local.0);
                Ok(())
            })?;
        }
        Node::Block(nodes) => {
            w.tag(NodeTag::Block);
            block(w, nodes)?;
        }
        Node::Return(values) => {
            w.tag(NodeTag::Return);
            w.list(values, expr)?;
        }
        Node::Store {
            buffer,
            index,
            value,
        } => {
            w.tag(NodeTag::Store);
            w.varint(buffer.0);
            expr(w, index)?;
            expr(w, value)?;
        }
        Node::Atomic {
            op,
            buffer,
            index,
            value,
            expected,
            result,
        } => {
            w.tag(NodeTag::Atomic);
            w.tag(*op);
            w.varint(buffer.0);
            expr(w, index)?;
            expr(w, value)?;
            w.byte(u8::from(expected.is_some()));
            expected.iter().try_for_each(|e| expr(w, e))?;
            w.varint(result.0);
        }
        Node::Barrier => w.tag(NodeTag::Barrier),
    }
    Ok(())
}

fn boxed(w: &mut Writer, value: &Expr) -> Result<(), WireError> {
    let counted = w.used.memory::<Expr>(1);
    w.at(counted)?;
    expr(w, value)
}

fn expr(w: &mut Writer, expr: &Expr) -> Result<(), WireError> {
    let entered = w.used.enter_expression();
    w.at(entered)?;
    let mut head = |tag: ExprTag| {
        w.tag(tag);
        w.tag(expr.ty);
    };
    match &expr.kind {
        ExprKind::Literal(bits) => {
            head(ExprTag::Literal);
            w.varint(*bits);
        }
        ExprKind::Local(local) => {
            head(ExprTag::Local);
            w.varint(local.0);
        }
        ExprKind::Element(array, index) => {
            head(ExprTag::Element);
            w.varint(array.0);
            boxed(w, index)?;
        }
        ExprKind::TableElement(table, index) => {
            head(ExprTag::TableElement);
            w.varint(*table);
            boxed(w, index)?;
        }
        ExprKind::Unary(op, operand) => {
            head(ExprTag::Unary);
            w.tag(*op);
            boxed(w, operand)?;
        }
        ExprKind::Binary(op, left, right) => {
            head(ExprTag::Binary);
            w.tag(*op);
            boxed(w, left)?;
            boxed(w, right)?;
        }
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            head(ExprTag::Select);
            boxed(w, condition)?;
            boxed(w, then)?;
            boxed(w, otherwise)?;
        }
        ExprKind::Cast(value) => {
            head(ExprTag::Cast);
            boxed(w, value)?;
        }
        ExprKind::Compose(lanes) => {
            head(ExprTag::Compose);
            w.list(lanes, self::expr)?;
        }
        ExprKind::Lane(vector, lane) => {
            head(ExprTag::Lane);
            boxed(w, vector)?;
            w.varint(*lane);
        }
        ExprKind::Load(buffer, index) => {
            head(ExprTag::Load);
            w.varint(buffer.0);
            boxed(w, index)?;
        }
        ExprKind::BufferLength(buffer) => {
            head(ExprTag::BufferLength);
            w.varint(buffer.0);
        }
        ExprKind::InvocationId(axis) => {
            head(ExprTag::InvocationId);
            w.byte(axis.0);
        }
        ExprKind::WorkgroupId(axis) => {
            head(ExprTag::WorkgroupId);
            w.byte(axis.0);
        }
        ExprKind::LocalInvocationId(axis) => {
            head(ExprTag::LocalInvocationId);
            w.byte(axis.0);
        }
    }
    w.used.leave_expression();
    Ok(())
}
