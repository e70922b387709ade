//! Translation of barriers to WGSL, which has separate ones for workgroup memory and for storage
//! buffers.
//!
//! A storage barrier waits for pending loads, even from read-only buffers, which a kernel may have
//! started early to overlap them with computation. So a loop that does not touch a writable buffer gets
//! one storage barrier before it, if such a buffer was touched before, and inside only barriers for
//! workgroup memory (<https://www.w3.org/TR/WGSL/#sync-builtin-functions>).

use super::memory::KernelContext;
use super::scope::Writer;
use super::walk::{each_node, each_part, own_exprs};
use vyre_conform_ir::{Access, BufferId, ExprKind, Node};

/// Makes a workgroup's writes to storage buffers visible to all of it.
const STORAGE_BARRIER: &str = "storageBarrier();";

impl KernelContext<'_> {
    fn has(&self, access: Access) -> bool {
        self.program.buffers.iter().any(|b| b.access == access)
    }

    /// The calls of a barrier: each kind of memory needs one only if the program has it, and storage
    /// buffers only if the workgroup may have touched one.
    fn barriers(&self, untouched: bool) -> Vec<&'static str> {
        let storage = self.has(Access::ReadWrite) && !untouched;
        let mut calls = vec![];
        if storage {
            calls.push(STORAGE_BARRIER);
        }
        if self.has(Access::Workgroup) || !storage {
            calls.push("workgroupBarrier();");
        }
        calls
    }

    /// True if nodes contain a barrier, and true if they touch a writable storage buffer.
    fn of_nodes(&self, nodes: &[&[Node]]) -> (bool, bool) {
        let written = |buffer: &BufferId| self.decl(*buffer).access == Access::ReadWrite;
        let (mut barrier, mut touches) = (false, false);
        for nodes in nodes {
            each_node(nodes, &mut |node| {
                match node {
                    Node::Barrier => barrier = true,
                    Node::Store { buffer, .. } | Node::Atomic { buffer, .. } => {
                        touches |= written(buffer);
                    }
                    _ => {}
                }
                for expr in own_exprs(node) {
                    each_part(expr, &mut |part| {
                        if let ExprKind::Load(buffer, _) = &part.kind {
                            touches |= written(buffer);
                        }
                    });
                }
            });
        }
        (barrier, touches)
    }
}

impl Writer<'_> {
    /// Waits for the workgroup and makes its writes visible to it.
    pub(super) fn barrier(&mut self) {
        for call in self.around().barriers(self.untouched) {
            self.line(call);
        }
    }

    /// Records that the text touches a buffer.
    pub(super) fn touch(&mut self, buffer: BufferId) {
        self.touched |= self.around().decl(buffer).access == Access::ReadWrite;
    }

    /// Writes a loop of these blocks. If it synchronises the workgroup and does not touch writable
    /// storage buffers, one storage barrier before the loop orders all earlier accesses to these, and
    /// the barriers inside order only workgroup memory, so they do not wait for pending loads.
    pub(super) fn looping(&mut self, blocks: &[&[Node]], write: impl FnOnce(&mut Self)) {
        let mut quiet = false;
        if let Some(around) = self.kernel {
            let (barrier, touches) = around.of_nodes(blocks);
            // An iteration precedes the next one.
            self.touched |= touches;
            let memory = around.has(Access::Workgroup) && around.has(Access::ReadWrite);
            quiet = memory && barrier && !touches && !self.untouched;
        }
        if quiet {
            if self.touched {
                self.line(STORAGE_BARRIER);
            }
            self.untouched = true;
        }
        write(self);
        if quiet {
            self.untouched = false;
        }
    }
}
