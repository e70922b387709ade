//! Buffers and steps in the making.

use super::{MOST_STEPS, NodeFault, Slot, Source, Step, Storage, Value};
use crate::element::Element;
use crate::steps::Call;
use crate::tensor::{Tensor, elements};
use std::collections::HashMap;
use std::sync::Arc;
use vyre_conform_runtime::catalog::Catalog;

/// The most words of all constants that planning computes, 1 GiB.
const MOST_FOLDED_WORDS: usize = 1 << 28;

/// Buffers and steps that lowering adds to.
pub(crate) struct Builder<'a> {
    pub(crate) catalog: &'a Catalog,
    pub(crate) slots: Vec<Slot>,
    pub(crate) steps: Vec<Step>,
    /// The number of the node that is lowered.
    pub(crate) node: usize,
    /// The buffers of constants, by the addresses of the tensors, which `slots` keeps alive.
    constants: HashMap<*const Tensor, usize>,
    folded: usize,
}

impl<'a> Builder<'a> {
    pub(crate) fn new(catalog: &'a Catalog) -> Self {
        Self {
            catalog,
            slots: vec![],
            steps: vec![],
            node: 0,
            constants: HashMap::new(),
            folded: 0,
        }
    }

    pub(crate) fn slot(&mut self, words: usize, source: Source) -> usize {
        self.slots.push(Slot { words, source });
        self.slots.len() - 1
    }

    /// The buffer of a value.
    pub(super) fn held(&mut self, value: &Value) -> Result<usize, NodeFault> {
        let tensor = match &value.storage {
            Storage::Slot(slot) => return Ok(*slot),
            Storage::Constant(tensor) => tensor,
        };
        if let Some(slot) = self.constants.get(&Arc::as_ptr(tensor)) {
            return Ok(*slot);
        }
        let narrow = match tensor.element() {
            Element::I64 => Some(Element::I32),
            Element::U64 => Some(Element::U32),
            Element::F64 => Some(Element::F32),
            _ => None,
        };
        if let Some(narrow) = narrow {
            let words = tensor
                .machine_words()
                .map_err(|e| NodeFault::node(format!("a constant operand {e}")))?;
            let narrow = Tensor::new(narrow, tensor.shape(), words);
            let narrow = narrow.map_err(|e| NodeFault::node(format!("a constant operand {e}")))?;
            return Ok(self.slot(value.len(), Source::Constant(Arc::new(narrow))));
        }
        let slot = self.slot(value.len(), Source::Constant(Arc::clone(tensor)));
        self.constants.insert(Arc::as_ptr(tensor), slot);
        Ok(slot)
    }

    /// A constant that planning has computed.
    pub(super) fn folded(&mut self, tensor: Tensor) -> Result<Value, NodeFault> {
        self.folded += tensor.words().len();
        if self.folded > MOST_FOLDED_WORDS {
            return Err(NodeFault::node(format!(
                "constants of the graph become more than {MOST_FOLDED_WORDS} words: make them inputs"
            )));
        }
        Ok(Value::constant(Arc::new(tensor)))
    }

    /// The result of a call, of elements of a word each.
    pub(super) fn step(
        &mut self,
        call: Call,
        operands: &[&Value],
        (element, shape): (Element, &[usize]),
        rows: Option<u32>,
    ) -> Result<Value, NodeFault> {
        let len =
            elements(shape).map_err(|error| NodeFault::node(format!("the result {error}")))?;
        if self.steps.len() == MOST_STEPS {
            return Err(NodeFault::node(format!(
                "the network takes more than {MOST_STEPS} steps: use a smaller batch"
            )));
        }
        let operands = operands.iter().map(|value| self.held(value));
        let operands = operands.collect::<Result<_, _>>()?;
        let result = self.slot(len, Source::Result);
        if len > 0 {
            self.steps.push(Step {
                node: self.node,
                call,
                operands,
                result,
                rows,
            });
        }
        Ok(Value {
            element,
            shape: shape.to_vec(),
            storage: Storage::Slot(result),
        })
    }
}
