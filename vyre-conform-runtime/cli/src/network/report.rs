//! The results of a network on machines.

use crate::exit::Status;
use serde::Serialize;
use std::fmt::Write as _;
use std::time::Duration;
use vyre_conform_certificate::escape::plain;
use vyre_conform_network::{Plan, Run, RunError};

/// The results of all machines.
#[derive(Serialize)]
pub(super) struct RunReport {
    /// The digest of graph, weights and orders.
    digest: String,
    nodes: usize,
    steps: usize,
    /// The order of additions of each node that has one.
    orders: Vec<NodeOrder>,
    /// Files of outputs.
    pub(super) files: Vec<String>,
    /// The references first.
    pub(super) machines: Vec<MachineReport>,
}

/// The order of additions of a node.
#[derive(Serialize)]
struct NodeOrder {
    node: String,
    order: String,
}

/// The results of a machine.
#[derive(Serialize)]
pub(super) struct MachineReport {
    machine: String,
    seconds: f64,
    outputs: Vec<Output>,
    /// The first node whose results are not those of the references.
    differs: Option<NodeName>,
    error: Option<String>,
}

/// An output.
#[derive(Serialize)]
struct Output {
    name: String,
    element: &'static str,
    shape: Vec<usize>,
    blake3: String,
}

/// A node.
#[derive(Serialize)]
struct NodeName {
    node: String,
    operator: String,
}

impl MachineReport {
    /// The results of a run, and the number of the first node that differs.
    pub(super) fn new(plan: &Plan, run: &Run, seconds: f64, differs: Option<usize>) -> Self {
        let ports = plan.outputs.iter().zip(&run.outputs);
        let outputs = ports.map(|(port, tensor)| Output {
            name: port.name.clone(),
            element: tensor.element().name(),
            shape: tensor.shape().to_vec(),
            blake3: tensor.digest().to_string(),
        });
        Self {
            machine: run.machine.clone(),
            seconds,
            outputs: outputs.collect(),
            differs: differs.map(|k| NodeName {
                node: plan.nodes[k].name.clone(),
                operator: plan.nodes[k].operator.clone(),
            }),
            error: None,
        }
    }

    /// A machine without results.
    pub(super) fn failed(machine: &str, seconds: f64, error: &RunError) -> Self {
        Self {
            machine: machine.to_owned(),
            seconds,
            outputs: vec![],
            differs: None,
            error: Some(error.to_string()),
        }
    }
}

impl RunReport {
    /// The report with the results of the references.
    pub(super) fn new(plan: &Plan, references: &Run, time: Duration) -> Self {
        let orders = plan.nodes.iter().filter_map(|node| {
            Some(NodeOrder {
                node: node.name.clone(),
                order: node.order?.to_string(),
            })
        });
        Self {
            digest: plan.digest().to_string(),
            nodes: plan.nodes.len(),
            steps: plan.steps.len(),
            orders: orders.collect(),
            files: vec![],
            machines: vec![MachineReport::new(
                plan,
                references,
                time.as_secs_f64(),
                None,
            )],
        }
    }

    /// The way the command ends.
    pub(super) fn status(&self) -> Status {
        let is_fault = |of: &MachineReport| of.differs.is_some() || of.error.is_some();
        if self.machines.iter().any(is_fault) {
            Status::Refuted
        } else {
            Status::Success
        }
    }

    /// The report for a person.
    pub(super) fn text(&self) -> String {
        let mut out = format!(
            "network {} of {} nodes, {} steps\n",
            self.digest, self.nodes, self.steps
        );
        for NodeOrder { node, order } in &self.orders {
            let _ = writeln!(out, "  order {}={order}", plain(node));
        }
        for of in &self.machines {
            let _ = writeln!(out, "{}: {:.3} s", plain(&of.machine), of.seconds);
            for output in &of.outputs {
                let Output {
                    name,
                    element,
                    shape,
                    blake3,
                } = output;
                let _ = writeln!(out, "  {blake3}  {} {element} {shape:?}", plain(name));
            }
            if let Some(NodeName { node, operator }) = &of.differs {
                let _ = writeln!(
                    out,
                    "  differs first at node `{}` ({})",
                    plain(node),
                    plain(operator)
                );
            }
            if let Some(error) = &of.error {
                let _ = writeln!(out, "  {}", plain(error));
            }
        }
        for file in &self.files {
            let _ = writeln!(out, "wrote {}", plain(file));
        }
        out
    }
}
