//! V004: a buffer that is read, written or measured exists.

use super::{Check, Rule};
use crate::valid::place::Location;
use crate::{BufferId, ExprKind, Node};

pub(super) const RULE: Rule = Rule {
    id: "V004",
    remedy: "declare the buffer in the program",
    checks: &[
        Check::Node(|node, at, report| {
            if let Node::Store { buffer, .. } | Node::Atomic { buffer, .. } = node {
                exists(*buffer, at, report);
            }
        }),
        Check::Expr(|expr, at, report| {
            if let ExprKind::Load(buffer, _) | ExprKind::BufferLength(buffer) = &expr.kind {
                exists(*buffer, at, report);
            }
        }),
    ],
};

fn exists(buffer: BufferId, location: &Location<'_>, report: &mut dyn FnMut(String)) {
    // V110 reports buffers in functions other than kernels.
    if let Some(program) = location.program
        && program.buffer(buffer).is_none()
    {
        let count = program.buffers.len();
        report(format!("buffer {} of {count} is named", buffer.0));
    }
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{AtomicOp, Buffer, BufferId, Kernel, Type};

    /// Oracle: V004, in each of the four places that name a buffer.
    #[test]
    fn buffers_exist() {
        let uses: [fn(&mut Kernel, Buffer); 4] = [
            |k, buffer| k.store(buffer, 0, 1),
            |k, buffer| _ = k.atomic(AtomicOp::Add, buffer, 0, 1),
            |k, buffer| _ = k.bind("x", buffer.at(0)),
            |k, buffer| _ = k.bind("x", buffer.len()),
        ];
        for write in uses {
            let build = |id| {
                let mut k = kernel();
                k.read_write("data", Type::U32);
                let (id, element) = (BufferId(id), Type::U32);
                write(&mut k, Buffer { id, element });
                k.finish()
            };
            refused("V004", 1, build(1));
            accepted(build(0));
        }
    }
}
