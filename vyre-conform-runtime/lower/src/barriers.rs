//! What a barrier of a kernel is in WGSL, which has one for the memory of the workgroup and one for the buffers of the
//! host.
//!
//! The second waits for loads that are on their way, also from buffers that nobody writes, which a kernel may have
//! asked for early so that they come while it computes. So a loop that touches no buffer that is written has one such
//! barrier before it, where something was touched before, and in it those for the memory of the workgroup alone
//! (<https://www.w3.org/TR/WGSL/#sync-builtin-functions>).

use super::memory::Surroundings;
use super::scope::Writer;
use super::walk::{each_node, each_part, own_exprs};
use vyre_conform_ir::{Access, BufferId, ExprKind, Node};

/// Makes what a workgroup did to the buffers of the host visible to all of it.
const STORAGE_BARRIER: &str = "storageBarrier();";

impl Surroundings<'_> {
    fn has(&self, access: Access) -> bool {
        self.program.buffers.iter().any(|b| b.access == access)
    }

    /// What a barrier is here: only memory that the program has needs one, and buffers of the host only where the
    /// workgroup may have touched one.
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

    /// Whether nodes have a barrier, and whether they touch a buffer of the host that is written.
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

    /// States that the text touches a buffer.
    pub(super) fn touch(&mut self, buffer: BufferId) {
        self.touched |= self.around().decl(buffer).access == Access::ReadWrite;
    }

    /// Writes a loop of these blocks. Where it synchronises the workgroup and leaves alone what the host bound to be
    /// written, one barrier before it orders all that was done to that, if anything was, and those in it are about the
    /// memory of the workgroup: they wait for no load that is on its way.
    pub(super) fn looping(&mut self, blocks: &[&[Node]], write: impl FnOnce(&mut Self)) {
        let mut quiet = false;
        if let Some(around) = self.kernel {
            let (barrier, touches) = around.of_nodes(blocks);
            // What a round does comes before the next one.
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
