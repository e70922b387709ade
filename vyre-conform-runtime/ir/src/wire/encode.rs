//! Encodes programs.

use super::tags::{CalleeTag, ExprTag, NodeTag, Section};
use super::write::Writer;
use super::{MAGIC, VERSION, WireError};
use crate::{BufferDecl, Callee, Expr, ExprKind, Function, Local, LocalId, Node, Program, Table};

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
    locals(w, &function.params)?;
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

fn locals(w: &mut Writer, locals: &[LocalId]) -> Result<(), WireError> {
    w.list(locals, |w, local| {
        w.varint(local.0);
        Ok(())
    })
}

fn node_tag(node: &Node) -> NodeTag {
    match node {
        Node::Let { .. } => NodeTag::Let,
        Node::Declare { .. } => NodeTag::Declare,
        Node::Assign { .. } => NodeTag::Assign,
        Node::StoreElement { .. } => NodeTag::StoreElement,
        Node::If { .. } => NodeTag::If,
        Node::Loop { .. } => NodeTag::Loop,
        Node::While { .. } => NodeTag::While,
        Node::Break => NodeTag::Break,
        Node::Continue => NodeTag::Continue,
        Node::Call { .. } => NodeTag::Call,
        Node::Block(_) => NodeTag::Block,
        Node::Return(_) => NodeTag::Return,
        Node::Store { .. } => NodeTag::Store,
        Node::Atomic { .. } => NodeTag::Atomic,
        Node::Barrier => NodeTag::Barrier,
    }
}

fn node(w: &mut Writer, node: &Node) -> Result<(), WireError> {
    w.tag(node_tag(node));
    match node {
        Node::Let {
            local,
            value,
            mutable,
        } => {
            w.varint(local.0);
            expr(w, value)?;
            w.byte(u8::from(*mutable));
        }
        Node::Declare { local } => w.varint(local.0),
        Node::Assign { local, value } => {
            w.varint(local.0);
            expr(w, value)?;
        }
        Node::StoreElement {
            array,
            index,
            value,
        } => {
            w.varint(array.0);
            expr(w, index)?;
            expr(w, value)?;
        }
        Node::If { .. } | Node::Loop { .. } | Node::While { .. } => control(w, node)?,
        Node::Call {
            function,
            args,
            results,
        } => {
            w.varint(function.0);
            w.list(args, expr)?;
            locals(w, results)?;
        }
        Node::Block(nodes) => block(w, nodes)?,
        Node::Return(values) => w.list(values, expr)?,
        Node::Store {
            buffer,
            index,
            value,
        } => {
            w.varint(buffer.0);
            expr(w, index)?;
            expr(w, value)?;
        }
        Node::Atomic { .. } => atomic(w, node)?,
        Node::Break | Node::Continue | Node::Barrier => {}
    }
    Ok(())
}

/// The fields of a branch or loop; nothing for other nodes.
fn control(w: &mut Writer, node: &Node) -> Result<(), WireError> {
    match node {
        Node::If {
            condition,
            then,
            otherwise,
        } => {
            expr(w, condition)?;
            block(w, then)?;
            block(w, otherwise)
        }
        Node::Loop {
            counter,
            from,
            to,
            body,
        } => {
            w.varint(counter.0);
            expr(w, from)?;
            expr(w, to)?;
            block(w, body)
        }
        Node::While {
            bound,
            head,
            condition,
            body,
            step,
        } => {
            w.varint(*bound);
            block(w, head)?;
            expr(w, condition)?;
            block(w, body)?;
            block(w, step)
        }
        _ => Ok(()),
    }
}

/// The fields of an atomic step; nothing for other nodes.
fn atomic(w: &mut Writer, node: &Node) -> Result<(), WireError> {
    let Node::Atomic {
        op,
        buffer,
        index,
        value,
        expected,
        result,
    } = node
    else {
        return Ok(());
    };
    w.tag(*op);
    w.varint(buffer.0);
    expr(w, index)?;
    expr(w, value)?;
    w.byte(u8::from(expected.is_some()));
    expected.iter().try_for_each(|e| expr(w, e))?;
    w.varint(result.0);
    Ok(())
}

fn boxed(w: &mut Writer, value: &Expr) -> Result<(), WireError> {
    let counted = w.used.memory::<Expr>(1);
    w.at(counted)?;
    expr(w, value)
}

fn expr_tag(kind: &ExprKind) -> ExprTag {
    match kind {
        ExprKind::Literal(_) => ExprTag::Literal,
        ExprKind::Local(_) => ExprTag::Local,
        ExprKind::Element(..) => ExprTag::Element,
        ExprKind::TableElement(..) => ExprTag::TableElement,
        ExprKind::Unary(..) => ExprTag::Unary,
        ExprKind::Binary(..) => ExprTag::Binary,
        ExprKind::Select { .. } => ExprTag::Select,
        ExprKind::Cast(_) => ExprTag::Cast,
        ExprKind::Compose(_) => ExprTag::Compose,
        ExprKind::Lane(..) => ExprTag::Lane,
        ExprKind::Load(..) => ExprTag::Load,
        ExprKind::BufferLength(_) => ExprTag::BufferLength,
        ExprKind::InvocationId(_) => ExprTag::InvocationId,
        ExprKind::WorkgroupId(_) => ExprTag::WorkgroupId,
        ExprKind::LocalInvocationId(_) => ExprTag::LocalInvocationId,
    }
}

fn expr(w: &mut Writer, expr: &Expr) -> Result<(), WireError> {
    let entered = w.used.enter_expression();
    w.at(entered)?;
    w.tag(expr_tag(&expr.kind));
    w.tag(expr.ty);
    match &expr.kind {
        ExprKind::Literal(bits) => w.varint(*bits),
        ExprKind::Local(local) => w.varint(local.0),
        ExprKind::Element(array, index) => {
            w.varint(array.0);
            boxed(w, index)?;
        }
        ExprKind::TableElement(table, index) => {
            w.varint(*table);
            boxed(w, index)?;
        }
        ExprKind::Unary(op, operand) => {
            w.tag(*op);
            boxed(w, operand)?;
        }
        ExprKind::Binary(op, left, right) => {
            w.tag(*op);
            boxed(w, left)?;
            boxed(w, right)?;
        }
        ExprKind::Select {
            condition,
            then,
            otherwise,
        } => {
            boxed(w, condition)?;
            boxed(w, then)?;
            boxed(w, otherwise)?;
        }
        ExprKind::Cast(value) => boxed(w, value)?,
        ExprKind::Compose(lanes) => w.list(lanes, self::expr)?,
        ExprKind::Lane(vector, lane) => {
            boxed(w, vector)?;
            w.varint(*lane);
        }
        ExprKind::Load(buffer, index) => {
            w.varint(buffer.0);
            boxed(w, index)?;
        }
        ExprKind::BufferLength(buffer) => w.varint(buffer.0),
        ExprKind::InvocationId(axis)
        | ExprKind::WorkgroupId(axis)
        | ExprKind::LocalInvocationId(axis) => w.byte(axis.0),
    }
    w.used.leave_expression();
    Ok(())
}
