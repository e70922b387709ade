//! The order in which an engine of floats says that it adds, and how it is asked for sums that show it.

use super::Input;
use std::fmt;
use vyre_conform_spec::AdditionOrder;

/// The number of products the sums have that an engine is asked for: few, so that every pair of them can be asked
/// about, and lengths at which kernels tend to cut their sums into parts.
pub const LENGTHS: [u32; 7] = [1, 2, 3, 5, 16, 40, 257];

/// A declared order of additions.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Accumulation {
    /// The order.
    pub order: AdditionOrder,
    /// Inputs of the engine that make it add up these sums. The last words of the records that it gives for them, in
    /// the order in which records are compared, are the sums as bits. An engine that gives one sum of an input has an
    /// input for each.
    pub inputs: fn(&Sums) -> Vec<Input>,
    /// True if the sums are of the products that were asked for. Operands of few bits may not hold them: then the sums
    /// are of others that show the same of the order, and none is compared with a number.
    pub as_asked: bool,
}

impl Accumulation {
    /// This order, and the inputs that ask for sums.
    pub const fn new(order: AdditionOrder, inputs: fn(&Sums) -> Vec<Input>) -> Self {
        Self {
            order,
            inputs,
            as_asked: true,
        }
    }

    /// This order, and inputs with sums of other products that show the same of it.
    pub const fn similar(order: AdditionOrder, inputs: fn(&Sums) -> Vec<Input>) -> Self {
        Self {
            order,
            inputs,
            as_asked: false,
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
    /// The number of products each sum has, at least one.
    pub products: u32,
    /// The factor of all products.
    pub common: f32,
    /// The other factors, a list a sum.
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

    /// The bits of the other factors, a list a sum.
    pub fn factor_bits(&self) -> impl Iterator<Item = Vec<u32>> {
        let bits = |factors: &Vec<f32>| factors.iter().map(|factor| factor.to_bits()).collect();
        self.factors.iter().map(bits)
    }

    /// The bits of the products, each rounded by itself, a list a sum: of an engine that adds up elements.
    pub fn product_bits(&self) -> impl Iterator<Item = Vec<u32>> {
        let bits = |factor: &f32| (factor * self.common).to_bits();
        self.factors
            .iter()
            .map(move |factors| factors.iter().map(bits).collect())
    }
}
