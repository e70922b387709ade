//! Shrinks a failing body: proptest proposes fewer and shorter lists of choices; for each proposal rustc compiles this
//! one body, and this test program runs on it. A step takes seconds, so their number is limited.

use proptest::strategy::ValueTree;
use std::env;
use std::process::{Command, Stdio};
use vyre_conform_body_generator::body;
use vyre_conform_body_generator::strategy::{self, Choices};

/// The variable with the choices of the only body, for `build.rs`.
const ONE: &str = "VYRE_BODY";
/// The limit on candidates.
const STEPS: u32 = 64;

/// The smallest failing body found in this many steps, starting from one that `fails`.
fn smallest(
    mut tree: impl ValueTree<Value = Choices>,
    steps: u32,
    fails: impl Fn(&[Vec<u32>]) -> bool,
) -> Choices {
    let mut smallest = tree.current();
    let mut goes_on = tree.simplify();
    for _ in 0..steps {
        if !goes_on {
            break;
        }
        goes_on = if fails(&tree.current()) {
            smallest = tree.current();
            tree.simplify()
        } else {
            tree.complicate()
        };
    }
    smallest
}

fn listed(choices: &[Vec<u32>]) -> String {
    let list = |list: &Vec<u32>| {
        let numbers: Vec<String> = list.iter().map(u32::to_string).collect();
        numbers.join(",")
    };
    let lists: Vec<String> = choices.iter().map(list).collect();
    lists.join(";")
}

/// True if the body with these choices compiles and fails.
fn fails(choices: &[Vec<u32>]) -> bool {
    let cargo = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO"));
        command.args(["test", "--workspace", "--offline", "--test", "bodies"]);
        command.args(arguments).env(ONE, listed(choices));
        command.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command.status().expect("cargo runs").success()
    };
    cargo(&["--no-run"]) && !cargo(&["--", "agree"])
}

/// Report of failing body number `k`: its text, shrunk, and the command to run it again.
pub(crate) fn description(k: u64) -> String {
    // A run with its own choices is part of shrinking.
    if env::var_os(ONE).is_some() {
        return String::new();
    }
    let choices = smallest(strategy::tree(k), STEPS, fails);
    format!(
        "body {k} made smaller:\n{}\nrun it again: {ONE}='{}' cargo test --workspace --test bodies",
        body::op(0, &choices),
        listed(&choices)
    )
}

/// Oracle: the property itself, which depends on few of the body's words.
#[test]
fn bodies_shrink_to_what_matters() {
    let shows = |choices: &[Vec<u32>]| body::op(0, choices).contains("reverse_bits");
    let k = (0..)
        .find(|k| shows(&strategy::tree(*k).current()))
        .expect("one of many");
    let before = body::op(k, &strategy::tree(k).current());
    let after = body::op(k, &smallest(strategy::tree(k), STEPS, shows));
    assert!(after.contains("reverse_bits"));
    assert!(
        after.len() * 4 < before.len() && after.lines().count() <= 16,
        "{} bytes became {}:\n{after}",
        before.len(),
        after.len()
    );
    // The same number gives the same body, and hardly any two are equal.
    let texts: std::collections::BTreeSet<String> = (0..100)
        .map(|k| body::op(0, &strategy::tree(k).current()))
        .collect();
    assert!(texts.len() > 90 && body::op(k, &strategy::tree(k).current()) == before);
}
