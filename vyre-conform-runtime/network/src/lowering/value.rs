//! Values of a plan in the making.

use crate::element::Element;
use crate::tensor::Tensor;
use std::sync::Arc;

/// A tensor of the graph.
#[derive(Clone, Debug)]
pub(crate) struct Value {
    pub(crate) element: Element,
    pub(crate) shape: Vec<usize>,
    pub(crate) storage: Storage,
}

/// The place of the elements.
#[derive(Clone, Debug)]
pub(crate) enum Storage {
    /// They are known to the host.
    Constant(Arc<Tensor>),
    /// A buffer.
    Slot(usize),
}

impl Value {
    pub(crate) fn constant(tensor: Arc<Tensor>) -> Self {
        Self {
            element: tensor.element(),
            shape: tensor.shape().to_vec(),
            storage: Storage::Constant(tensor),
        }
    }

    /// The tensor, where the host knows it.
    pub(crate) fn known(&self) -> Option<&Arc<Tensor>> {
        match &self.storage {
            Storage::Constant(tensor) => Some(tensor),
            Storage::Slot(_) => None,
        }
    }

    /// The number of elements: that of a shape that was checked.
    pub(crate) fn len(&self) -> usize {
        self.shape.iter().product()
    }
}
