//! Completeness of a declaration: for operands of 4 bits, the share of an op's results that rows and laws force.
//!
//! It uses propagation, without a solver: a row gives a result, and an instance of a law with one unknown result gives
//! that one. The share is a lower bound, and each result in it has a derivation. The others are not necessarily free.
//! If changing a result and repairing violations leads to another function that satisfies every row and every instance
//! of every law over these operands, the report shows that function.

mod other_function;
mod propagate;

use crate::strategy::TypedLaw;
use vyre_conform_ir::value::Value;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::registry::{OpDef, OpRef, Polarity};
use vyre_conform_spec::ValueType;

pub use other_function::OtherResult;

/// Maximal number of operands of an op and of variables of a law: 16^3 combinations.
const MAX_OPERANDS: usize = 3;

/// Completeness of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Completeness {
    /// Number of results for operands of 4 bits.
    pub results: u64,
    /// Number of results that rows and laws force.
    pub forced: u64,
    /// Differences of another function that satisfies them; empty if none was found.
    pub differences: Vec<OtherResult>,
}

impl Completeness {
    /// The forced share in percent, rounded down.
    pub const fn percent(&self) -> u64 {
        match self.results {
            0 => 100,
            results => self.forced * 100 / results,
        }
    }
}

/// In words: `forced 240 of 256 results (93 %); another function: f(3, 5) = 7 in place of 8`.
impl std::fmt::Display for Completeness {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (forced, results) = (self.forced, self.results);
        write!(
            f,
            "rows and laws force {forced} of {results} results for operands of 4 bits ({} %, by propagation)",
            self.percent()
        )?;
        let Some(first) = self.differences.first() else {
            return Ok(());
        };
        write!(f, "; another function that obeys them gives {first}")?;
        match self.differences.len() {
            1 => Ok(()),
            more => write!(f, ", and differs {} times more", more - 1),
        }
    }
}

/// The values of a type with 4 bits: numbers up to 15, signed ones from -8 to 7, and both truth values.
fn small(ty: ValueType) -> Option<Vec<Value>> {
    match ty {
        ValueType::Bool => Some(vec![Value::of(false), Value::of(true)]),
        ValueType::I32 => Some((-8..8i32).map(Value::of).collect()),
        ty if ty.float().is_some() => None,
        ty => Some((0..16).map(|n| Value::int(n, ty)).collect()),
    }
}

/// All combinations of small values of these types; `None` for more than three types, and for floats.
fn combinations(types: &[ValueType]) -> Option<Vec<Vec<Value>>> {
    if types.len() > MAX_OPERANDS {
        return None;
    }
    let mut all = vec![vec![]];
    for ty in types {
        let values = small(*ty)?;
        let longer = |case: &Vec<Value>| {
            let case = case.clone();
            values
                .clone()
                .into_iter()
                .map(move |value| [case.as_slice(), &[value]].concat())
        };
        all = all.iter().flat_map(longer).collect();
    }
    Some(all)
}

/// [`completeness`] of an op of a catalog, whose declarations provide the injective ops.
pub fn of_op(catalog: &Catalog, op: &Op) -> Option<Completeness> {
    let laws = op.def.laws.iter();
    let laws: Vec<TypedLaw> = laws
        .filter_map(|law| TypedLaw::new(law, &op.def.op).ok())
        .collect();
    let injective = |op: &OpRef, operand: usize| {
        let declared = catalog.by_key(op.key).map_or(&[][..], |op| op.def.laws);
        let has = |name: &str| {
            let mut laws = declared.iter();
            laws.any(|law| (law.law)().name == name && matches!(law.polarity, Polarity::Holds))
        };
        let (left, right) = (has("LeftInjective"), has("RightInjective"));
        match (op.signature.operands.len(), operand) {
            (1, _) => has("Injective") || has("Involution") || has("InverseOf"),
            (2, 0) => left || has("InverseOf") || (right && has("Commutative")),
            (2, 1) => right || ((left || has("InverseOf")) && has("Commutative")),
            _ => false,
        }
    };
    completeness(op.def, &laws, &injective)
}

/// The completeness of an op's rows and laws; `None` for an op of floats or of more than three operands. `injective` is
/// true if another op gives different results for different values of an operand.
pub fn completeness(
    def: &OpDef,
    laws: &[TypedLaw],
    injective: &dyn Fn(&OpRef, usize) -> bool,
) -> Option<Completeness> {
    let inputs = combinations(def.op.signature.operands)?;
    let mut instances = vec![];
    for law in laws.iter().filter(|law| !law.is_negative()) {
        for values in combinations(&law.variables).unwrap_or_default() {
            instances.push((law, values));
        }
    }
    let known = propagate::forced(def, &instances, injective);
    let open: Vec<&Vec<Value>> = inputs.iter().filter(|i| !known.contains(*i)).collect();
    let differences = other_function::another(def, laws, &instances, &known, &open);
    Some(Completeness {
        results: inputs.len() as u64,
        forced: (inputs.len() - open.len()) as u64,
        differences,
    })
}
