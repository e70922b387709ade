//! Running error bounds: the numbers that devices may have in place of each float of an imported kernel, by the
//! accuracy table of WGSL. Reassociation and fusion need no more room: they are allowed where they are at least as
//! accurate (<https://www.w3.org/TR/WGSL/#reassociation-and-fusion>).
//!
//! A value carries a range that holds what any device may have and the exact result. A result on a device and the exact
//! one are thus at most the width of the range apart. A branch, an index or a loop that rounding decides ends the run:
//! from there on no bound is known.

mod accuracy;
mod expression;
mod machine;
mod operation;
mod range;
mod value;
mod world;

pub use accuracy::accuracy_table;

use crate::case::Case;
use crate::contract::{Contract, ContractBuffer, Pass};
use crate::layout::BufferScalar;
use crate::manifest::Equality;
use crate::reference::Reference;
use crate::run::{Dispatch, DispatchResult, Interruption, Party, run};
use std::cell::RefCell;
use std::collections::BTreeMap;
use value::Tracked;
use vyre_conform_import::{ImportOptions, ImportedKernel, KernelSource, ScalarType, import};
use vyre_conform_ir::Callee;
use vyre_conform_runtime::catalog::Catalog;

/// The bounds of the elements of an output.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ElementBounds {
    /// The most by which a result and the reference may differ; infinite where no bound is known.
    pub(crate) values: Vec<f64>,
    /// The reason for the first infinite one.
    pub(crate) cause: Option<String>,
}

/// A kernel over tracked values.
struct TrackedKernel<'c> {
    kernels: Result<Vec<ImportedKernel>, String>,
    catalog: &'c Catalog,
    /// The words of each buffer of the contract.
    words: RefCell<Vec<Vec<Tracked>>>,
}

impl<'c> TrackedKernel<'c> {
    fn new(
        source: &KernelSource,
        passes: &[Pass],
        overrides: &BTreeMap<String, f64>,
        contract: &Contract<'c>,
    ) -> Self {
        let known = source.overrides();
        let own = overrides
            .iter()
            .filter(|(name, _)| known.iter().any(|o| o.key == **name));
        let own: BTreeMap<String, f64> = own.map(|(name, value)| (name.clone(), *value)).collect();
        let each = passes.iter().map(|pass| {
            let options = ImportOptions {
                entry: pass.entry.name.clone(),
                overrides: own.clone(),
                probes: false,
                loop_bound: contract.manifest.loop_bound,
                subgroup_size: contract.manifest.subgroup_size.as_ref().map(|size| size.value),
            };
            let kernel = import(source, &options).map_err(|refusals| {
                let first = refusals.first().map(ToString::to_string);
                format!("importing refuses {}", first.unwrap_or_default())
            })?;
            if kernel.subgroup_operations.iter().any(|operation| operation.sums_floats) {
                let why = "a subgroup adds or multiplies floats in an order that the device chooses";
                return Err(why.to_owned());
            }
            let has_halves = |c: &Callee| matches!(c, Callee::Op(op) if op.starts_with("f16::") && op != "f16::to_f32");
            if kernel.program.callees.iter().any(has_halves) {
                return Err("the kernel computes in f16; the table here is that of f32".to_owned());
            }
            Ok(kernel)
        });
        Self {
            kernels: each.collect(),
            catalog: contract.catalog,
            words: RefCell::default(),
        }
    }

    /// The words of every buffer after a run.
    fn run(
        &self,
        buffers: &[ContractBuffer],
        passes: &[Pass],
        case: &Case,
    ) -> Result<Vec<Vec<Tracked>>, String> {
        if let Err(why) = &self.kernels {
            return Err(why.clone());
        }
        *self.words.borrow_mut() = case.contents.iter().map(|bytes| exact(bytes)).collect();
        let ran = run(buffers, passes, case, case.contents.clone(), self);
        match ran {
            Ok(_) => Ok(self.words.take()),
            Err(Interruption::Limit(why)) => Err(why),
            Err(Interruption::Fault(fault)) => Err(fault.to_string()),
        }
    }
}

impl Party for TrackedKernel<'_> {
    fn name(&self) -> &str {
        "the error bound"
    }

    fn dispatch(&self, dispatch: Dispatch<'_>) -> Result<DispatchResult, Interruption> {
        let kernels = self.kernels.as_ref();
        let kernels = kernels.map_err(|why| Interruption::Limit(why.clone()))?;
        let kernel = &kernels[dispatch.pass];
        let mut all = self.words.borrow_mut();
        let position = |group: u32, binding: u32| {
            let mut bindings = dispatch.spec.entry.bindings.iter();
            bindings.position(|b| (b.group, b.binding) == (group, binding))
        };
        let positions = kernel.bindings.iter().map(|b| position(b.group, b.binding));
        let positions: Vec<usize> = positions.flatten().collect();
        let given = positions.iter().map(|k| {
            let known = &all[dispatch.spec.bound[*k]];
            // A scalar that the dispatch sets is exact.
            let now = exact(&dispatch.contents[*k]);
            let each = now.into_iter().zip(known);
            each.map(|(now, known)| if now.bits == known.bits { *known } else { now })
                .collect()
        });
        let mut tracked: Vec<Vec<Tracked>> = given.collect();
        world::dispatch(kernel, self.catalog, dispatch.workgroups, &mut tracked)
            .map_err(Interruption::Limit)?;
        let mut contents = dispatch.contents;
        for (k, words) in positions.iter().zip(tracked) {
            let bytes = words.iter().flat_map(|w| (w.bits as u32).to_le_bytes());
            contents[*k] = bytes.collect();
            all[dispatch.spec.bound[*k]] = words;
        }
        let faults = vec![];
        Ok(DispatchResult { contents, faults })
    }
}

fn exact(bytes: &[u8]) -> Vec<Tracked> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| Tracked::exact(u32::from_le_bytes([b[0], b[1], b[2], b[3]]).into()))
        .collect()
}

/// The kernel of a contract, and its reference where that is a kernel, over tracked values.
pub(crate) struct BoundedKernels<'c> {
    kernel: TrackedKernel<'c>,
    reference: Option<TrackedKernel<'c>>,
}

impl<'c> BoundedKernels<'c> {
    /// The kernels, where an output has the equality `bound`.
    pub(crate) fn new(contract: &Contract<'c>, overrides: &BTreeMap<String, f64>) -> Option<Self> {
        let mut outputs = contract.buffers.iter().filter_map(|buffer| buffer.output);
        if !outputs.any(|equality| equality == Equality::Bound) {
            return None;
        }
        let tracked = |source: &KernelSource, passes: &[Pass]| {
            TrackedKernel::new(source, passes, overrides, contract)
        };
        let reference = match &contract.reference {
            Reference::Kernel { source, passes } => Some(tracked(source, passes)),
            _ => None,
        };
        Some(Self {
            kernel: tracked(&contract.source, &contract.passes),
            reference,
        })
    }

    /// The bounds of each output with the equality `bound`, beside the expected bits.
    pub(crate) fn bounds(
        &self,
        contract: &Contract<'_>,
        case: &Case,
        expected: &[(usize, Vec<Option<u64>>)],
    ) -> BTreeMap<usize, ElementBounds> {
        let (buffers, passes) = (&contract.buffers, &contract.passes);
        let own = self.kernel.run(buffers, passes, case);
        let other = match (&self.reference, &contract.reference) {
            (Some(kernel), Reference::Kernel { passes, .. }) => {
                Some(kernel.run(buffers, passes, case))
            }
            _ => None,
        };
        let bounded = expected
            .iter()
            .filter(|(k, _)| buffers[*k].output == Some(Equality::Bound));
        let each = bounded.map(|(k, bits)| {
            let scalars = case.scalars(&buffers[*k], *k);
            let found = of_output(*k, &scalars, bits, &own, other.as_ref());
            (*k, found)
        });
        each.collect()
    }
}

type TrackedBuffers = Result<Vec<Vec<Tracked>>, String>;

fn of_output(
    k: usize,
    scalars: &[BufferScalar],
    expected: &[Option<u64>],
    own: &TrackedBuffers,
    reference: Option<&TrackedBuffers>,
) -> ElementBounds {
    let mut causes = [own.as_ref().err(), reference.and_then(|r| r.as_ref().err())]
        .into_iter()
        .flatten();
    if let Some(cause) = causes.next() {
        return ElementBounds {
            values: vec![f64::INFINITY; scalars.len()],
            cause: Some(cause.clone()),
        };
    }
    let word = |all: Option<&TrackedBuffers>, scalar: &BufferScalar| {
        let words = all.and_then(|all| all.as_ref().ok()).map(|all| &all[k]);
        words.and_then(|words| words.get(scalar.offset / 4).copied())
    };
    let each = scalars.iter().zip(expected).map(|(scalar, bits)| {
        let own = word(Some(own), scalar).map_or(f64::INFINITY, |t| width(scalar, t));
        let stated = match (word(reference, scalar), bits) {
            // The interpreter and the run over tracked values share no code, and agree where nothing races.
            (Some(tracked), Some(bits)) if tracked.bits == *bits => width(scalar, tracked),
            (Some(_), _) => f64::INFINITY,
            // Other references are exact but for the rounding to a float.
            (None, Some(bits)) if scalar.kind == ScalarType::F32 => {
                accuracy::ulp(scalar.number(*bits).abs())
            }
            (None, _) => 0.0,
        };
        own + stated
    });
    let values: Vec<f64> = each.collect();
    let is_open = values.iter().any(|bound| bound.is_infinite());
    let cause = "an operation has no bound on these operands: a divisor near 0, a logarithm or root of a number that \
                 may be 0, a sine outside of [-π, π], an infinity, or a float read as an integer";
    ElementBounds {
        values,
        cause: is_open.then(|| cause.to_owned()),
    }
}

/// The width of the range of a scalar.
fn width(scalar: &BufferScalar, tracked: Tracked) -> f64 {
    match (tracked.is_exact(), scalar.kind, tracked.range()) {
        (true, ..) => 0.0,
        (false, ScalarType::F32, Some(range)) => range.width(),
        _ => f64::INFINITY,
    }
}
