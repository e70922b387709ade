//! Certificates of networks: digests of the graph, of the orders and of the results of every node on seeded inputs, the
//! machines that have the same ones, and the invariance of a line under the batch that it is in.
//!
//! A certificate is text, a line a fact; the last line is the digest of the others. Certifying the same graph again
//! gives the same text but for the machines, which [`CertificateComparison`] relies on.

mod comparison;

pub use comparison::CertificateComparison;

use crate::element::Element;
use crate::graph::{Dimension, Graph};
use crate::machine::{Machine, References};
use crate::order::Orders;
use crate::plan::{Plan, PlanError, Shapes};
use crate::run::{Run, RunError, first_difference, run};
use crate::tensor::{Tensor, TensorError};
use std::fmt;
use vyre_conform_runtime::catalog::Catalog;

/// The first line: another layout has another number.
const LAYOUT: &str = "vyre-network-certificate 1";

/// Lines of the batch in which a line is compared with itself alone.
const BATCH: usize = 7;

/// The verdict on the batch of a network without one.
const WITHOUT_LINES: &str = "none: the inputs do not begin with one dynamic dimension";

/// The verdict on a batch whose lines do not depend on it.
fn invariance() -> String {
    format!("invariant in {BATCH} lines")
}

/// A certificate of a network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NetworkCertificate {
    /// The facts, without the digest.
    pub facts: Vec<String>,
    /// True if every machine has the results of the references, and no line depends on its batch.
    pub holds: bool,
}

/// The reason why a network has no certificate.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// A graph without a plan.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// References without results.
    #[error(transparent)]
    Run(#[from] RunError),
    /// Inputs beyond the limits.
    #[error("a seeded input {0}")]
    Tensor(#[from] TensorError),
}

impl fmt::Display for NetworkCertificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fact in &self.facts {
            writeln!(f, "{fact}")?;
        }
        writeln!(f, "digest {}", digest(&self.facts))
    }
}

fn digest(facts: &[String]) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new();
    for fact in facts {
        hasher.update(fact.as_bytes());
        hasher.update(b"\n");
    }
    hasher.finalize()
}

/// A tensor of numbers that a seed gives: floats from -1 to 1, of 24 bits or in quarters, and integers of 0 and 1.
///
/// # Errors
/// A shape beyond the limits.
pub fn seeded(element: Element, shape: &[usize], seed: u32) -> Result<Tensor, TensorError> {
    let len = crate::tensor::elements(shape)?;
    let words = (0..len as u32).map(|k| word(seed, k));
    let float = |word: u32| ((word >> 8) as f32 - 8_388_608.0) / 8_388_608.0;
    let words = match element {
        Element::F32 => words.map(|word| float(word).to_bits()).collect(),
        // Quarters without -0 are floats of every type.
        _ if element.is_float() || element == Element::F64 => {
            let quarters = words.map(|word| (float(word) * 4.0).trunc() / 4.0 + 0.0);
            quarters.map(f32::to_bits).collect()
        }
        _ => words.map(|word| word & 1).collect(),
    };
    Tensor::from_machine(element, shape, words)
}

/// A word by the finaliser of MurmurHash3.
const fn word(seed: u32, place: u32) -> u32 {
    let x = seed.wrapping_mul(0x9E37_79B9) ^ place;
    let x = (x ^ (x >> 16)).wrapping_mul(0x85EB_CA6B);
    let x = (x ^ (x >> 13)).wrapping_mul(0xC2B2_AE35);
    x ^ (x >> 16)
}

/// Certifies a graph at the shapes of its inputs.
///
/// # Errors
/// A graph without a plan, or without results of the references.
pub fn certify(
    graph: &Graph,
    catalog: &Catalog,
    (shapes, orders): (&Shapes, &Orders),
    seed: u32,
    machines: &mut [Box<dyn Machine + '_>],
) -> Result<NetworkCertificate, CertifyError> {
    let plan = Plan::new(graph, catalog, shapes, orders)?;
    let mut inputs = vec![];
    for (k, port) in plan.inputs.iter().enumerate() {
        inputs.push(seeded(
            port.element,
            &port.shape,
            seed.wrapping_add(k as u32),
        )?);
    }
    let reference = run(&plan, &mut References::new(catalog), &inputs)?;
    let mut facts = vec![
        LAYOUT.to_owned(),
        format!("graph {}", graph.digest()),
        format!("network {}", plan.digest()),
        format!("seed {seed}"),
    ];
    for (port, tensor) in plan.inputs.iter().zip(&inputs) {
        let (name, shape) = (&port.name, &port.shape);
        let digest = tensor.digest();
        facts.push(format!(
            "input {name:?} {} {shape:?} {digest}",
            port.element
        ));
    }
    facts.extend(nodes(&plan, &reference));
    for (port, tensor) in plan.outputs.iter().zip(&reference.outputs) {
        facts.push(format!("output {:?} {}", port.name, tensor.digest()));
    }
    let mut holds = true;
    let lines = lines(graph, catalog, (&plan, orders), seed)?;
    let references = (
        &mut References::new(catalog) as &mut dyn Machine,
        "references",
    );
    let verdict = verdict(references.0, lines.as_ref());
    holds &= !verdict.starts_with("varies");
    facts.push(format!("batch {} {verdict}", references.1));
    for machine in machines {
        let name = machine.name().to_owned();
        let found = run(&plan, &mut **machine, &inputs);
        let agreement = agreement(&plan, &reference, found);
        holds &= agreement == "agrees";
        facts.push(format!("machine {name:?} {agreement}"));
        let verdict = self::verdict(&mut **machine, lines.as_ref());
        holds &= !verdict.starts_with("varies");
        facts.push(format!("batch {name:?} {verdict}"));
    }
    Ok(NetworkCertificate { facts, holds })
}

/// A line a node: its order of additions, its calls and the digest of its results.
fn nodes(plan: &Plan, run: &Run) -> Vec<String> {
    let nodes = plan.nodes.iter().enumerate().zip(&run.nodes);
    let line =
        |((k, node), digest): ((usize, &crate::plan::PlannedNode), &Option<blake3::Hash>)| {
            let mut calls: Vec<&str> = vec![];
            for step in plan.steps.iter().filter(|step| step.node == k) {
                if !calls.contains(&step.call.name()) {
                    calls.push(step.call.name());
                }
            }
            let order = node.order.map_or("-".to_owned(), |order| order.to_string());
            let digest = digest.map_or("-".to_owned(), |digest| digest.to_string());
            let calls = if calls.is_empty() {
                "-".to_owned()
            } else {
                calls.join(",")
            };
            format!(
                "node {:?} {} {order} {calls} {digest}",
                node.name, node.operator
            )
        };
    nodes.map(line).collect()
}

fn agreement(plan: &Plan, reference: &Run, found: Result<Run, RunError>) -> String {
    match found {
        Err(error) => format!("fails: {:?}", error.to_string()),
        Ok(found) => match first_difference(reference, &found) {
            Some(k) => format!("differs first at {:?}", plan.nodes[k].name),
            None if found.outputs != reference.outputs => "differs in an output".to_owned(),
            None => "agrees".to_owned(),
        },
    }
}

/// A plan for one line and one for a batch of lines, and the inputs of the batch.
struct Lines {
    one: Plan,
    all: Plan,
    inputs: Vec<Tensor>,
}

/// The lines of a graph, where every input begins with a dynamic dimension of one name.
fn lines(
    graph: &Graph,
    catalog: &Catalog,
    (plan, orders): (&Plan, &Orders),
    seed: u32,
) -> Result<Option<Lines>, CertifyError> {
    let first = graph
        .inputs
        .iter()
        .map(|input| match input.shape.as_deref() {
            Some([Dimension::Dynamic(name), ..]) => Some(name),
            _ => None,
        });
    let names: Option<Vec<&String>> = first.collect();
    if !names.is_some_and(|names| !names.is_empty() && names.iter().all(|of| *of == names[0])) {
        return Ok(None);
    }
    let of = |batch: usize| {
        let shapes = plan.inputs.iter().map(|port| {
            let mut shape = port.shape.clone();
            shape[0] = batch;
            (port.name.clone(), shape)
        });
        Plan::new(graph, catalog, &shapes.collect(), orders)
    };
    let (Ok(one), Ok(all)) = (of(1), of(BATCH)) else {
        return Ok(None);
    };
    let has_lines = |plan: &Plan, len| plan.outputs.iter().all(|of| of.shape.first() == Some(&len));
    if !has_lines(&one, 1) || !has_lines(&all, BATCH) {
        return Ok(None);
    }
    let mut inputs = vec![];
    for (k, port) in all.inputs.iter().enumerate() {
        inputs.push(seeded(
            port.element,
            &port.shape,
            seed.wrapping_add(k as u32),
        )?);
    }
    Ok(Some(Lines { one, all, inputs }))
}

/// The line of a number of a tensor whose first dimension is that of lines.
fn line(tensor: &Tensor, number: usize) -> Result<Tensor, TensorError> {
    let mut shape = tensor.shape().to_vec();
    let len = tensor.words().len() / shape[0];
    shape[0] = 1;
    let words = tensor.words()[number * len..][..len].to_vec();
    Tensor::new(tensor.element(), &shape, words)
}

/// The words on a machine: whether every line alone has the results that it has in the batch.
fn verdict(machine: &mut dyn Machine, lines: Option<&Lines>) -> String {
    let Some(lines) = lines else {
        return WITHOUT_LINES.to_owned();
    };
    let mut compare = || -> Result<Option<usize>, CertifyError> {
        let whole = run(&lines.all, machine, &lines.inputs)?;
        for number in 0..BATCH {
            let own = lines.inputs.iter().map(|tensor| line(tensor, number));
            let alone = run(&lines.one, machine, &own.collect::<Result<Vec<_>, _>>()?)?;
            for (whole, alone) in whole.outputs.iter().zip(&alone.outputs) {
                if line(whole, number)? != *alone {
                    return Ok(Some(number));
                }
            }
        }
        Ok(None)
    };
    match compare() {
        Ok(None) => invariance(),
        Ok(Some(number)) => format!("varies at line {number}"),
        Err(error) => format!("fails: {:?}", error.to_string()),
    }
}
