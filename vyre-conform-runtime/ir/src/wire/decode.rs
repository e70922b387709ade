//! Decodes programs.

use super::read::{ReadResult, Reader};
use super::tags::LAST_TYPE_OF_VERSION_1;
use super::tags::{CalleeTag, ExprTag, NodeTag, Section};
use super::write::Consumption;
use super::{MAGIC, VERSION, WireError, WireFault};
use crate::{
    Axis, BufferDecl, BufferId, Callee, Expr, ExprKind, Function, FunctionId, Local, LocalId, Node,
    Program, Table, Type,
};

pub(super) fn decode(bytes: &[u8]) -> Result<Program, WireError> {
    program(bytes).map_err(|error| *error)
}

fn program(bytes: &[u8]) -> ReadResult<Program> {
    let mut r = Reader::new(bytes);
    // Bytes that are not a program are distinguished from a program truncated within the magic.
    if let Some(offset) = bytes.iter().zip(&MAGIC).position(|(a, b)| a != b) {
        let fault = WireFault::Magic;
        return Reader::fault(offset, fault);
    }
    r.take(MAGIC.len(), "the magic")?;
    let offset = r.at;
    let version = r.word("the version")?;
    if !(1..=VERSION).contains(&version) {
        let fault = match version {
            0 => WireFault::NoSuchVersion { actual: version },
            _ => WireFault::NewerVersion { actual: version },
        };
        return Reader::fault(offset, fault);
    }
    if version == 1 {
        r.last_type = LAST_TYPE_OF_VERSION_1;
    }
    let (name, workgroup_size) = r.section(Section::Program, "section `program`", |r| {
        let name = r.text("the name of the program")?;
        let mut size = [0; 3];
        for n in &mut size {
            *n = r.number("the workgroup size")?;
        }
        Ok((name, size))
    })?;
    let buffers = r.section(Section::Buffers, "section `buffers`", |r| {
        r.list("buffers", 5, buffer)
    })?;
    let callees = r.section(Section::Callees, "section `callees`", |r| {
        r.list("callees", 2, callee)
    })?;
    let entry = r.section(Section::Entry, "section `entry`", function)?;
    r.end("the program")?;
    Ok(Program {
        name,
        buffers,
        workgroup_size,
        entry,
        callees,
    })
}

fn buffer(r: &mut Reader<'_>) -> ReadResult<BufferDecl> {
    Ok(BufferDecl {
        name: r.text("the name of a buffer")?,
        binding: r.number("a binding")?,
        access: r.tag()?,
        element: r.ty()?,
        count: r.option("the count of a buffer")?,
    })
}

fn callee(r: &mut Reader<'_>) -> ReadResult<Callee> {
    Ok(match r.tag()? {
        CalleeTag::Function => Callee::Function(function(r)?),
        CalleeTag::Op => Callee::Op(r.text("the id of an op")?),
    })
}

#[inline]
fn local(r: &mut Reader<'_>) -> ReadResult<LocalId> {
    r.number("a local").map(LocalId)
}

fn function(r: &mut Reader<'_>) -> ReadResult<Function> {
    Ok(Function {
        name: r.text("the name of a function")?,
        params: r.list("parameters", 1, local)?,
        results: r.list("results", 1, Reader::ty)?,
        locals: r.list("locals", 3, |r| {
            Ok(Local {
                name: r.text("the name of a local")?,
                ty: r.ty()?,
                len: r.option("the length of an array")?,
            })
        })?,
        tables: r.list("tables", 3, |r| {
            Ok(Table {
                name: r.text("the name of a table")?,
                ty: r.ty()?,
                data: r.list("the elements of a table", 1, |r| r.long("a table element"))?,
            })
        })?,
        body: block(r)?,
    })
}

fn block(r: &mut Reader<'_>) -> ReadResult<Vec<Node>> {
    let nodes = r.counted("nodes", 1, Consumption::enter_block, node)?;
    r.used.leave_block();
    Ok(nodes)
}

fn node(r: &mut Reader<'_>) -> ReadResult<Node> {
    Ok(match r.tag()? {
        NodeTag::Let => Node::Let {
            local: local(r)?,
            value: expr(r)?,
            mutable: r.bool("whether a binding is mutable")?,
        },
        NodeTag::Declare => Node::Declare { local: local(r)? },
        NodeTag::Assign => Node::Assign {
            local: local(r)?,
            value: expr(r)?,
        },
        NodeTag::StoreElement => Node::StoreElement {
            array: local(r)?,
            index: expr(r)?,
            value: expr(r)?,
        },
        NodeTag::If => Node::If {
            condition: expr(r)?,
            then: block(r)?,
            otherwise: block(r)?,
        },
        NodeTag::Loop => Node::Loop {
            counter: local(r)?,
            from: expr(r)?,
            to: expr(r)?,
            body: block(r)?,
        },
        NodeTag::While => Node::While {
            bound: r.long("the bound of a loop")?,
            head: block(r)?,
            condition: expr(r)?,
            body: block(r)?,
            step: block(r)?,
        },
        NodeTag::Break => Node::Break,
        NodeTag::Continue => Node::Continue,
        NodeTag::Call => Node::Call {
            function: FunctionId(r.number("a function")?),
            args: r.list("arguments", 3, expr)?,
            results: r.list("results of a call", 1, local)?,
        },
        NodeTag::Block => Node::Block(block(r)?),
        NodeTag::Return => Node::Return(r.list("returned values", 3, expr)?),
        NodeTag::Store => Node::Store {
            buffer: buffer_id(r)?,
            index: expr(r)?,
            value: expr(r)?,
        },
        NodeTag::Atomic => atomic(r)?,
        NodeTag::Barrier => Node::Barrier,
    })
}

fn atomic(r: &mut Reader<'_>) -> ReadResult<Node> {
    Ok(Node::Atomic {
        op: r.tag()?,
        buffer: buffer_id(r)?,
        index: expr(r)?,
        value: expr(r)?,
        expected: if r.bool("whether a value is expected")? {
            Some(expr(r)?)
        } else {
            None
        },
        result: local(r)?,
    })
}

#[inline]
fn buffer_id(r: &mut Reader<'_>) -> ReadResult<BufferId> {
    r.number("a buffer").map(BufferId)
}

fn boxed(r: &mut Reader<'_>) -> ReadResult<Box<Expr>> {
    let begin = r.at;
    r.within(begin, |used| used.memory::<Expr>(1))?;
    made(r, |ty, kind| Box::new(Expr { ty, kind }))
}

fn expr(r: &mut Reader<'_>) -> ReadResult<Expr> {
    made(r, |ty, kind| Expr { ty, kind })
}

/// Applies `make` to an expression. It is inlined where the parts of each kind are in registers, and so
/// writes them directly to their final place: copying recently written parts would stall on store
/// forwarding.
#[inline(always)]
fn made<T>(r: &mut Reader<'_>, make: impl Fn(Type, ExprKind) -> T) -> ReadResult<T> {
    let begin = r.at;
    r.within(begin, Consumption::enter_expression)?;
    let (tag, ty) = (r.tag()?, r.ty()?);
    let built = match tag {
        ExprTag::Literal => make(ty, ExprKind::Literal(r.long("a literal")?)),
        ExprTag::Local => make(ty, ExprKind::Local(local(r)?)),
        ExprTag::Element => make(ty, ExprKind::Element(local(r)?, boxed(r)?)),
        ExprTag::TableElement => {
            let table = r.number("a table")?;
            make(ty, ExprKind::TableElement(table, boxed(r)?))
        }
        ExprTag::Unary => make(ty, ExprKind::Unary(r.tag()?, boxed(r)?)),
        ExprTag::Binary => make(ty, ExprKind::Binary(r.tag()?, boxed(r)?, boxed(r)?)),
        ExprTag::Select => {
            let (condition, then, otherwise) = (boxed(r)?, boxed(r)?, boxed(r)?);
            let kind = ExprKind::Select {
                condition,
                then,
                otherwise,
            };
            make(ty, kind)
        }
        ExprTag::Cast => make(ty, ExprKind::Cast(boxed(r)?)),
        ExprTag::Compose => make(ty, ExprKind::Compose(r.list("lanes", 3, expr)?)),
        ExprTag::Lane => make(ty, ExprKind::Lane(boxed(r)?, r.number("a lane")?)),
        ExprTag::Load => make(ty, ExprKind::Load(buffer_id(r)?, boxed(r)?)),
        ExprTag::BufferLength => make(ty, ExprKind::BufferLength(buffer_id(r)?)),
        ExprTag::InvocationId => make(ty, ExprKind::InvocationId(axis(r)?)),
        ExprTag::WorkgroupId => make(ty, ExprKind::WorkgroupId(axis(r)?)),
        ExprTag::LocalInvocationId => make(ty, ExprKind::LocalInvocationId(axis(r)?)),
    };
    r.used.leave_expression();
    Ok(built)
}

fn axis(r: &mut Reader<'_>) -> ReadResult<Axis> {
    r.byte("an axis").map(Axis)
}
