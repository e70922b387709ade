//! The declared order of additions of a float engine, and the sums that reveal it.

use super::Input;
use std::fmt;
use vyre_conform_spec::AdditionOrder;

/// Numbers of products in the sums that probe an engine: small, so that every pair of products can be
/// probed, and near lengths at which kernels tend to split their sums.
pub const LENGTHS: [u32; 7] = [1, 2, 3, 5, 16, 40, 257];

/// A declared order of additions.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Accumulation {
    /// The order.
    pub order: AdditionOrder,
    /// Inputs that make the engine compute these sums. The last words of the resulting records, in
    /// comparison order, are the bits of the sums. An engine that computes one sum per input has one
    /// input for each.
    pub inputs: fn(&Sums) -> Vec<Input>,
    /// True if the engine adds exactly the requested products. Narrow operands may not represent them;
    /// the sums then use other products that reveal the same order, and their values are not compared.
    pub adds_requested_products: bool,
}

impl Accumulation {
    /// This order, and the inputs that compute sums.
    pub const fn new(order: AdditionOrder, inputs: fn(&Sums) -> Vec<Input>) -> Self {
        Self {
            order,
            inputs,
            adds_requested_products: true,
        }
    }

    /// This order, and inputs with sums of other products that reveal the same order.
    pub const fn similar(order: AdditionOrder, inputs: fn(&Sums) -> Vec<Input>) -> Self {
        Self {
            order,
            inputs,
            adds_requested_products: false,
        }
    }
}

impl fmt::Debug for Accumulation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Accumulation({})", self.order)
    }
}

/// Sums of products that have one factor in common.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Sums {
    /// The number of products in each sum, at least one.
    pub products: u32,
    /// The factor of all products.
    pub common: f32,
    /// The other factors, one list per sum.
    pub factors: Vec<Vec<f32>>,
}

impl Sums {
    /// Sums of this many products each.
    pub const fn new(products: u32, common: f32, factors: Vec<Vec<f32>>) -> Self {
        Self {
            products,
            common,
            factors,
        }
    }

    /// The bits of the other factors, one list per sum.
    pub fn factor_bits(&self) -> impl Iterator<Item = Vec<u32>> {
        let bits = |factors: &Vec<f32>| factors.iter().map(|factor| factor.to_bits()).collect();
        self.factors.iter().map(bits)
    }

    /// The bits of the products, each rounded separately, one list per sum: for an engine that adds
    /// elements.
    pub fn product_bits(&self) -> impl Iterator<Item = Vec<u32>> {
        let bits = |factor: &f32| (factor * self.common).to_bits();
        self.factors
            .iter()
            .map(move |factors| factors.iter().map(bits).collect())
    }
}
