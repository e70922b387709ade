//! Control flow: branches, rounds, and the tensors around a subgraph.

use super::machines::{catalog, plan, run_references, same_everywhere};
use super::models::{Attr, Model, body};
use vyre_conform_network::plan::{Shapes, explain};
use vyre_conform_network::{Element, Orders, Tensor};

/// `y = x + x` where the condition holds and `y = x * x` elsewhere; the branches read `x` from around them.
fn branching(condition: Option<bool>) -> Model {
    let mut model = Model::new(22);
    model.input("x", Element::F32, &[3]);
    match condition {
        None => model.input("c", Element::Bool, &[]),
        Some(c) => {
            let c = Tensor::new(Element::Bool, &[], vec![c.into()]).expect("a tensor");
            model.weight("c", &c);
        }
    }
    let branch = |operator: &'static str| {
        body(&[], &["r"], |model| {
            model.node("it", operator, [&["t", "t"], &["r"]], &[])
        })
    };
    let branches = [
        ("then_branch", branch("Add")),
        ("else_branch", branch("Mul")),
    ];
    // The node that gives `t` stands behind the one whose branches read it.
    model.node("if", "If", [&["c"], &["y"]], &branches);
    model.node("t", "Identity", [&["x"], &["t"]], &[]);
    model.output("y");
    model
}

/// Oracle: by hand, on every machine; only the nodes of the branch that runs are planned where the host knows it.
#[test]
fn a_branch_reads_the_tensors_around_it() {
    let catalog = catalog();
    let x = Tensor::floats(&[3], &[3.0, -1.0, 0.5]).expect("a tensor");
    let due = |is_sum: bool| {
        if is_sum {
            [6.0, -2.0, 1.0]
        } else {
            [9.0, 1.0, 0.25]
        }
    };
    for is_sum in [true, false] {
        let due = Tensor::floats(&[3], &due(is_sum)).expect("a tensor");
        let known = plan(&branching(Some(is_sum)).graph(), &catalog, &Orders::new());
        let names: Vec<&str> = known.nodes.iter().map(|node| &*node.name).collect();
        assert_eq!(names, ["t", "if/it", "if"]);
        let run = run_references(&known, &catalog, std::slice::from_ref(&x));
        assert_eq!(run.outputs, std::slice::from_ref(&due));
        let condition = Tensor::new(Element::Bool, &[], vec![is_sum.into()]).expect("a tensor");
        let open = plan(&branching(None).graph(), &catalog, &Orders::new());
        let run = same_everywhere(&open, &catalog, &[x.clone(), condition]);
        assert_eq!(run.outputs, [due]);
    }
}

/// Oracle: the digest of a graph covers its subgraphs.
#[test]
fn another_branch_is_another_network() {
    let graph = branching(None).graph();
    let mut other = branching(None);
    let node = &mut other.graph_mut().node[0];
    node.attribute.swap(0, 1);
    let names = ["then_branch", "else_branch"].map(|name| Some(name.to_owned()));
    node.attribute
        .iter_mut()
        .zip(names)
        .for_each(|(of, name)| of.name = name);
    assert_ne!(graph.digest(), other.graph().digest());
}

/// Oracle: the messages name node, operand or attribute, and what to do.
#[test]
fn control_flow_that_the_host_cannot_decide_is_named() {
    let reasons = |model: &Model| {
        let found = explain(&model.graph(), &catalog(), &Shapes::new(), &Orders::new());
        found.map_or_else(
            |error| error.to_string(),
            |all| {
                let lines: Vec<String> = all.iter().map(ToString::to_string).collect();
                lines.join("; ")
            },
        )
    };
    let mut other_shape = branching(None);
    let short = body(&[], &["r"], |model| {
        let value = Attr::Floats(vec![1.0]);
        model.node("it", "Constant", [&[], &["r"]], &[("value_floats", value)]);
    });
    let mut open_rounds = Model::new(22);
    open_rounds.input("m", Element::I64, &[]);
    open_rounds.input("x", Element::F32, &[3]);
    let same = body(&["i", "c", "s"], &["d", "t"], |model| {
        model.node("d", "Identity", [&["c"], &["d"]], &[]);
        model.node("t", "Identity", [&["s"], &["t"]], &[]);
    });
    open_rounds.node("loop", "Loop", [&["m", "", "x"], &["y"]], &[("body", same)]);
    open_rounds.output("y");
    let mut without = branching(None);
    without.graph_mut().node.truncate(1);
    other_shape.graph_mut().node.clear();
    let branches = [
        ("then_branch", short),
        ("else_branch", body(&[], &["x"], |_| {})),
    ];
    other_shape.node("if", "If", [&["c"], &["y"]], &branches);
    for (model, due) in [
        (
            &other_shape,
            "node `if` (If), input 0: is computed from the inputs, and result 0 is",
        ),
        (
            &open_rounds,
            "node `loop` (Loop), input 0: is computed from the inputs",
        ),
        (
            &without,
            "node `if` (If): its subgraph reads the tensor `t`, which no node computes",
        ),
    ] {
        let found = reasons(model);
        assert!(found.starts_with(due), "{found}\n{due}");
    }
}
