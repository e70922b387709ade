//! Random variables and arrays declared without a value: each is zero each time its declaration runs.

use super::expr::TYPES;
use super::statement::{FunctionContext, KnownArray};
use vyre_conform_ir::{Expr, Node, Type};

impl FunctionContext<'_> {
    /// A variable without a value, usually assigned only in some iterations, and read.
    pub(super) fn declare(&mut self, nodes: &mut Vec<Node>) {
        let ty = self.draw.of(TYPES);
        let local = self.builder.local("d", ty);
        nodes.push(Node::Declare { local });
        if self.draw.percent(80) {
            let condition = self.turn(false);
            let value = self.full(ty);
            nodes.push(Node::If {
                condition,
                then: vec![Node::Assign { local, value }],
                otherwise: vec![],
            });
        }
        self.know(local, ty, true);
        if self.draw.percent(75) {
            self.mix_local(nodes, local, ty);
        }
    }

    /// A value that is rarely zero.
    fn full(&mut self, ty: Type) -> Expr {
        if self.draw.percent(60) {
            self.sampled_operand(ty)
        } else {
            self.expr(ty, 1)
        }
    }

    /// A local array, usually with a store to an element and a read into the trace.
    pub(super) fn array(&mut self, nodes: &mut Vec<Node>) {
        let (ty, len) = (self.draw.of(TYPES), 1 + self.draw.below(6));
        let local = self.builder.array("a", ty, len);
        nodes.push(Node::Declare { local });
        let array = KnownArray { local, ty, len };
        self.arrays.push(array);
        if self.draw.percent(60) {
            self.store_to(nodes, array);
        }
        if self.draw.percent(80) {
            let index = self.array_index(len);
            self.mix(nodes, Expr::element(local, ty, index));
        }
    }

    pub(super) fn store_element(&mut self, nodes: &mut Vec<Node>) {
        if self.arrays.is_empty() {
            return self.array(nodes);
        }
        let array = self.draw.of(&self.arrays);
        self.store_to(nodes, array);
        if self.draw.percent(50) {
            let index = self.array_index(array.len);
            self.mix(nodes, Expr::element(array.local, array.ty, index));
        }
    }

    /// Stores to an element, often only in some iterations.
    fn store_to(&mut self, nodes: &mut Vec<Node>, array: KnownArray) {
        let index = if self.draw.percent(50) {
            self.array_index(array.len)
        } else {
            self.element_index(1)
        };
        let value = self.full(array.ty);
        let store = Node::StoreElement {
            array: array.local,
            index,
            value,
        };
        if self.counters.is_empty() || self.draw.percent(50) {
            return nodes.push(store);
        }
        nodes.push(Node::If {
            condition: self.turn(false),
            then: vec![store],
            otherwise: vec![],
        });
    }
}
