//! Formulas: ops of the library that are applied element by element, in one dispatch.

use super::grid::{self, WORKGROUP};
use vyre_conform_ir::dispatch::{Contents, Launch, Step};
use vyre_conform_ir::{Expr, Kernel, Operand as _, Program, Type};
use vyre_conform_runtime::catalog::Catalog;

/// An operand of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Term {
    /// The element of an operand of the formula.
    Operand(usize),
    /// A constant, as bits.
    Word(u32),
    /// The result of an earlier call.
    Result(usize),
}

impl Term {
    /// A float as a constant.
    pub const fn float(value: f32) -> Self {
        Self::Word(value.to_bits())
    }
}

/// A call of an op.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormulaCall {
    /// The id of the op, each of whose operands and results is one word.
    pub op: &'static str,
    /// The operands.
    pub terms: Vec<Term>,
}

/// Calls in their order, the last of which gives the result. An operand of one element stands for all places.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    /// The calls.
    pub calls: Vec<FormulaCall>,
}

/// An op that is not in the catalog, or has values of several words.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the op `{id}` is not linked, or has operands of several words: link `vyre-ops`")]
pub struct MissingOp {
    /// The id.
    pub id: &'static str,
}

impl Formula {
    /// One more call.
    pub fn call<const N: usize>(&mut self, op: &'static str, terms: [Term; N]) -> Term {
        let terms = terms.to_vec();
        self.calls.push(FormulaCall { op, terms });
        Term::Result(self.calls.len() - 1)
    }

    /// The one call of an op of `N` operands.
    pub fn of<const N: usize>(op: &'static str) -> Self {
        let mut formula = Self::default();
        formula.call::<N>(op, std::array::from_fn(Term::Operand));
        formula
    }

    /// The program for operands with either one element or the result's number of elements.
    ///
    /// # Errors
    /// An op that is not in the catalog.
    fn program(&self, catalog: &Catalog, is_single: &[bool]) -> Result<Program, MissingOp> {
        let mut k = Kernel::new("formula", [WORKGROUP, 1, 1]);
        let params = k.uniform("params", Type::U32, 3);
        let names = (0..is_single.len()).map(|number| format!("operand{number}"));
        let operands: Vec<_> = names.map(|name| k.read_only(&name, Type::U32)).collect();
        let result = k.read_write("result", Type::U32);
        let known = [0, 1, 2].map(|i| k.bind("grid", params.at(i)));
        let mut missing = None;
        grid::each(&mut k, known, |k, item| {
            let mut elements = vec![];
            for (operand, is_single) in operands.iter().zip(is_single) {
                let at = if *is_single {
                    Expr::u32(0)
                } else {
                    item.into()
                };
                elements.push(k.bind("element", operand.at(at)));
            }
            let mut results = vec![];
            for call in &self.calls {
                let Some((types, gives)) = types(catalog, call.op) else {
                    missing = Some(MissingOp { id: call.op });
                    return;
                };
                let terms = call.terms.iter().zip(types);
                let args = terms.map(|(term, ty)| {
                    let word = match term {
                        Term::Operand(i) => elements[*i].into(),
                        Term::Word(word) => Expr::u32(*word),
                        Term::Result(i) => Expr::from(results[*i]),
                    };
                    with_type(ty, word)
                });
                let args: Vec<Expr> = args.collect();
                let value = k.call(call.op, args, gives);
                results.push(k.bind("value", with_type(Type::U32, value.into())));
            }
            if let Some(last) = results.last() {
                k.store(result, item, *last);
            }
        });
        match missing {
            Some(missing) => Err(missing),
            None => Ok(k.finish()),
        }
    }

    /// Programs and a launch that reads the result back.
    ///
    /// # Errors
    /// An op that is not in the catalog.
    pub(crate) fn launch(
        &self,
        catalog: &Catalog,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<(Vec<Program>, Launch), MissingOp> {
        let is_single: Vec<bool> = operands
            .iter()
            .map(|of| of.len() == 1 && len != 1)
            .collect();
        let program = self.program(catalog, &is_single)?;
        let (groups, params) = grid::over(len as u32);
        let mut buffers = vec![Contents::Words(params.to_vec())];
        buffers.extend(operands.iter().map(|of| Contents::Words(of.to_vec())));
        buffers.push(Contents::Zeros(len));
        let last = buffers.len() - 1;
        let launch = Launch {
            steps: vec![Step {
                program: 0,
                workgroups: [groups, 1, 1],
                buffers: (0..buffers.len()).collect(),
            }],
            buffers,
            read_back: vec![last],
        };
        Ok((vec![program], launch))
    }

    /// The result by the references of the ops.
    ///
    /// # Errors
    /// An op that is not in the catalog.
    pub(crate) fn reference(
        &self,
        catalog: &Catalog,
        operands: &[&[u32]],
        len: usize,
    ) -> Result<Vec<u32>, MissingOp> {
        let mut results: Vec<Vec<u32>> = vec![];
        for call in &self.calls {
            let missing = MissingOp { id: call.op };
            types(catalog, call.op).ok_or_else(|| missing.clone())?;
            let op = catalog.find(call.op).ok_or(missing)?;
            let columns = call.terms.iter().map(|term| match term {
                Term::Operand(i) if operands[*i].len() == 1 => vec![operands[*i][0]; len],
                Term::Operand(i) => operands[*i].to_vec(),
                Term::Word(word) => vec![*word; len],
                Term::Result(i) => results[*i].clone(),
            });
            let columns: Vec<Vec<u32>> = columns.collect();
            let columns: Vec<&[u32]> = columns.iter().map(Vec::as_slice).collect();
            let mut result = vec![0; len];
            op.def.op.block(&columns, &mut [&mut result]);
            results.push(result);
        }
        Ok(results.pop().unwrap_or_default())
    }
}

/// The types of an op of the catalog, each one word of the operands and of the result.
fn types(catalog: &Catalog, id: &str) -> Option<(Vec<Type>, Type)> {
    let signature = catalog
        .find(id)
        .filter(|op| op.def.id == id)?
        .def
        .op
        .signature;
    let one = |ty| match Type::components(ty)[..] {
        [ty] if ty != Type::U64 => Some(ty),
        _ => None,
    };
    let operands = signature.operands.iter().map(|ty| one(*ty));
    Some((operands.collect::<Option<_>>()?, one(signature.result)?))
}

/// A word as another type of 32 bits or less; no type has a cast to itself.
fn with_type(ty: Type, value: Expr) -> Expr {
    if value.ty == ty {
        value
    } else {
        value.cast(ty)
    }
}
