//! Steps of a plan: the calls that machines make, each from operands to one result.

mod formula;
mod grid;
mod movement;
mod product;
#[cfg(test)]
mod tests;

pub use formula::{Formula, FormulaCall, MissingOp, Term};
pub(crate) use movement::strides;
pub use movement::{Movement, Part};
pub use product::MatrixProduct;

/// A call, whose result is one buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Call {
    /// An engine of the library: the operands are the columns behind its shape.
    Engine {
        /// The id.
        id: &'static str,
        /// The first column.
        shape: Vec<u32>,
    },
    /// Ops of the library, element by element.
    Formula(Formula),
    /// Elements in other places.
    Movement(Movement),
    /// Products of matrices of integers.
    MatrixProduct(MatrixProduct),
}

impl Call {
    /// The call in a word, such as `engine::softmax`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Engine { id, .. } => id,
            Self::Formula(_) => "formula",
            Self::Movement(_) => "movement",
            Self::MatrixProduct(_) => "product",
        }
    }
}
