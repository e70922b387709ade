//! Neural networks from ONNX files on every backend, with equal bits.
//!
//! [`onnx::import`] reads a [`Graph`]; [`Plan::new`] fixes its shapes and turns every node into calls of engines, ops
//! and movements, or lists the nodes that are not supported ([`plan::explain`]); [`run()`] runs a plan on a
//! [`Machine`], such as the [`References`], the [`Interpreter`] or a [backend](BackendMachine), one node after
//! another; [`first_difference`] names the node where two machines part.
//!
//! Engines and ops come from the catalog of the program: link `vyre-ops`.

pub mod certificate;
mod element;
mod graph;
mod lowering;
mod machine;
pub mod npy;
pub mod onnx;
mod operators;
mod order;
pub mod plan;
mod run;
pub mod steps;
mod tensor;

pub use element::Element;
pub use graph::{Attribute, BindError, Dimension, Graph, GraphError, InputDecl, Node, Subgraph};
pub use machine::{BackendMachine, Interpreter, Machine, MachineError, References};
pub use operators::supported;
pub use order::{Order, OrderError, Orders};
pub use plan::{Plan, PlanError};
pub use run::{Run, RunError, first_difference, run};
pub use tensor::{MOST_ELEMENTS, MOST_RANK, Tensor, TensorError, elements};
