//! `run`: a network of an ONNX file on the references and on every selected backend.

mod certified;
mod folder;
mod inputs;
mod report;

use super::exit::{Failure, Status};
use super::loudness::Verbosity;
use super::selection::{Adapters, without};
use super::stdout;
use clap::Args;
use inputs::Inputs;
use report::{MachineReport, RunReport};
use std::path::{Path, PathBuf};
use std::time::Instant;
use vyre_conform_harness::report::warn;
use vyre_conform_network::{
    BackendMachine, Graph, Interpreter, Machine, Orders, Plan, PlanError, References, Run,
    first_difference, npy, onnx, plan, run,
};
use vyre_conform_runtime::catalog::Catalog;

/// Options of `run`.
#[derive(Debug, Args)]
pub(super) struct Arguments {
    /// The ONNX file, of the operator sets 6 to 22.
    model: PathBuf,
    /// A file of NumPy for an input, `NAME=x.npy`; without a name for the next input of the model. Its shape decides
    /// the dynamic dimensions.
    #[arg(long, value_name = "[NAME=]FILE")]
    input: Vec<String>,
    /// A file of NumPy for an input that decides shapes: it becomes a weight of the network.
    #[arg(long, value_name = "NAME=FILE")]
    constant: Vec<String>,
    /// The order of additions of a node: `fc1=SplitK(4)`, or FmaChain, Strict, TreeBinary, Exact.
    #[arg(long, value_name = "NODE=ORDER")]
    order: Vec<String>,
    #[command(flatten)]
    adapters: Adapters,
    /// Run it on the interpreter as well.
    #[arg(long)]
    interpreter: bool,
    /// A folder for the outputs of the references, `NAME.npy` each.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
    /// List the nodes that cannot be computed, and run nothing. A dynamic dimension without an input counts as one
    /// element.
    #[arg(long)]
    explain: bool,
    /// Write a certificate of the network: digests of graph, orders and every node's results on seeded inputs, of the
    /// shapes of the inputs, and whether machines have the same and a line of a batch has those that it has alone.
    #[arg(long, value_name = "FILE")]
    certificate: Option<PathBuf>,
    /// Run the network of a certificate again, and list the lines that differ.
    #[arg(long, value_name = "FILE", conflicts_with = "certificate")]
    rerun: Option<PathBuf>,
    /// Print the results as one JSON value on stdout.
    #[arg(long)]
    json: bool,
}

/// Runs `run`: exit code 1 where machines differ.
pub(super) fn network(
    catalog: &Catalog,
    arguments: &Arguments,
    loudness: Verbosity,
) -> Result<Status, Failure> {
    let mut graph = model(&arguments.model)?;
    inputs::bind(&mut graph, &arguments.constant)?;
    let orders = inputs::orders(&arguments.order)?;
    let given = inputs::read(&arguments.input, &graph)?;
    if arguments.explain {
        return explain(&graph, catalog, &given, &orders);
    }
    if arguments.certificate.is_some() || arguments.rerun.is_some() {
        let how = (&given.shapes(), &orders);
        let mut machines = machines(catalog, arguments, loudness)?;
        return match (&arguments.certificate, &arguments.rerun) {
            (Some(path), _) => certified::write(path, &graph, catalog, how, &mut machines),
            (None, Some(path)) => certified::rerun(path, &graph, catalog, how, &mut machines),
            (None, None) => Ok(Status::Success),
        };
    }
    let plan = Plan::new(&graph, catalog, &given.shapes(), &orders).map_err(failure)?;
    let tensors = given.ordered(&graph)?;
    let mut references = References::new(catalog);
    let begin = Instant::now();
    let reference = run(&plan, &mut references, &tensors).map_err(Failure::io)?;
    let mut report = RunReport::new(&plan, &reference, begin.elapsed());
    if let Some(folder) = &arguments.output {
        report.files = written(folder, &plan, &reference)?;
    }
    for mut machine in machines(catalog, arguments, loudness)? {
        let begin = Instant::now();
        let found = run(&plan, &mut *machine, &tensors);
        let seconds = begin.elapsed().as_secs_f64();
        report.machines.push(match found {
            Ok(found) => {
                let differs = first_difference(&reference, &found);
                MachineReport::new(&plan, &found, seconds, differs)
            }
            Err(error) => MachineReport::failed(machine.name(), seconds, &error),
        });
    }
    if arguments.json {
        stdout::json(&report);
    } else {
        say!("{}", report.text());
    }
    Ok(report.status())
}

/// The machines beside the references.
fn machines<'c>(
    catalog: &'c Catalog,
    arguments: &Arguments,
    loudness: Verbosity,
) -> Result<Vec<Box<dyn Machine + 'c>>, Failure> {
    let (backends, reason) = arguments.adapters.backends_or_reason()?;
    match reason {
        Some(reason) if arguments.adapters.are_named() => return Err(without(&reason)),
        Some(reason) if !loudness.is_quiet() => {
            warn(format_args!("{reason}: only the references run"))
        }
        _ => {}
    }
    let interpreter = arguments.interpreter.then(|| Interpreter::new(catalog));
    let interpreter = interpreter.map(|of| Box::new(of) as Box<dyn Machine>);
    let others = backends
        .iter()
        .map(|of| Box::new(BackendMachine::new(catalog, *of)) as Box<dyn Machine>);
    Ok(interpreter.into_iter().chain(others).collect())
}

/// The graph of a file.
fn model(path: &Path) -> Result<Graph, Failure> {
    let bytes = folder::bytes(path, onnx::MOST_BYTES)?;
    let beside = folder::Folder::of(path);
    let place = path.display();
    onnx::import(bytes, &beside).map_err(|error| Failure::io(format!("{place}: {error}")))
}

fn failure(error: PlanError) -> Failure {
    match error {
        PlanError::Input { .. } | PlanError::NoNode { .. } => Failure::usage(error),
        PlanError::Nodes(_) => Failure::nothing(error),
        _ => Failure::io(error),
    }
}

/// Lists what cannot be computed.
fn explain(
    graph: &Graph,
    catalog: &Catalog,
    given: &Inputs,
    orders: &Orders,
) -> Result<Status, Failure> {
    let problems = plan::explain(graph, catalog, &given.shapes(), orders).map_err(failure)?;
    for problem in &problems {
        sayln!("{problem}");
    }
    if problems.is_empty() {
        sayln!("all {} nodes are supported", graph.nodes.len());
        return Ok(Status::Success);
    }
    Ok(Status::Nothing)
}

/// Writes the outputs into a folder; the paths.
fn written(folder: &Path, plan: &Plan, run: &Run) -> Result<Vec<String>, Failure> {
    let io =
        |path: &Path, error: std::io::Error| Failure::io(format!("{}: {error}", path.display()));
    std::fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
    let mut paths = vec![];
    for (k, (port, tensor)) in plan.outputs.iter().zip(&run.outputs).enumerate() {
        // A name of a stranger's model may hold a path.
        let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let mut name: String = port
            .name
            .chars()
            .map(|c| if is_plain(c) { c } else { '_' })
            .collect();
        if name != port.name || name.starts_with('.') {
            name = format!("{k}_{}", name.trim_start_matches('.'));
        }
        let path = folder.join(format!("{name}.npy"));
        std::fs::write(&path, npy::write(tensor)).map_err(|error| io(&path, error))?;
        paths.push(path.display().to_string());
    }
    Ok(paths)
}
