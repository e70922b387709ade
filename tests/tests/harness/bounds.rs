//! Ops beyond their declarations or limits: a loop that exceeds its bound, a table that is too large for a device.

use super::support::{adapters, context, folder, report, run};
use vyre_conform_fuzz::{Callable, ComparisonCounts, OpSignature, Ops, search};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::ir::Type;
use vyre_conform_runtime::valid::Limits;
use vyre_conform_suite::record::Outcome;
use vyre_ops as _;

/// Oracle: counting: five bits are five iterations of a loop that declares four.
#[test]
fn a_bound_that_is_too_small_is_blamed_on_the_declaration() {
    let root = folder();
    let context = context(&["toy::short_bound"], adapters(), root.path());
    let mut wanted = vec!["::interpreter".to_owned()];
    for slug in context.slugs() {
        wanted.push(format!("toy::short_bound::parity::{slug}::edges"));
        wanted.push(format!("toy::short_bound::table::{slug}"));
        wanted.push(format!(
            "toy::short_bound::law::commutative::{slug}::witnessed"
        ));
    }
    for wanted in wanted {
        let outcomes = run(&context, &wanted);
        assert!(!outcomes.is_empty(), "nothing is called {wanted}");
        let text = report(&outcomes);
        for part in [
            "the declaration is false",
            "`bound!(4)` in `short_bound`",
            "write `bound!(5)`",
        ] {
            assert!(text.contains(part), "no `{part}` in:\n{text}");
        }
    }
}

/// Oracle: the WGSL specification, which guarantees 8,192 bytes of memory for tables: 2,048 words.
#[test]
fn an_op_whose_table_is_too_large_runs_on_no_backend_and_everywhere_else() {
    let root = folder();
    let mut backends = adapters();
    backends.push(super::support::InterpreterBackend::right());
    let context = context(&["toy::table_too_large"], backends, root.path());
    for slug in context.slugs() {
        let mut requested = vec![format!("parity::{slug}::edges"), format!("table::{slug}")];
        // The backend of the tests loads the ops of a law separately.
        if slug != "right" {
            requested.push(format!("law::commutative::{slug}::witnessed"));
        }
        for requested in requested {
            let outcomes = run(&context, &requested);
            assert!(!outcomes.is_empty(), "nothing is called {requested}");
            for (id, outcome) in outcomes {
                let Outcome::UnsupportedByBackend { hardware } = outcome else {
                    panic!("{id}: {outcome:?}");
                };
                for part in [
                    "take 8196 bytes",
                    "`private_bytes` is 8192",
                    "smaller table",
                ] {
                    assert!(hardware.contains(part), "no `{part}` in {hardware}");
                }
            }
        }
    }
    for part in ["::gates", "::interpreter", "::table"] {
        let id = format!("toy::table_too_large{part}");
        let mut outcomes = run(&context, &id);
        outcomes.retain(|(actual, _)| *actual == id);
        assert!(
            outcomes.len() == 1 && outcomes[0].1.passed(),
            "{outcomes:?}"
        );
    }
    // A compiler may take minutes for the largest permitted table, so the test uses no adapter.
    let backends = vec![super::support::InterpreterBackend::right()];
    let fits = super::support::context(&["toy::table_fits"], backends, root.path());
    let outcomes = run(&fits, "parity::right::edges");
    assert!(
        outcomes.len() == 1 && outcomes[0].1.passed(),
        "{outcomes:?}"
    );
}

/// Oracle: the limit of 8,192 bytes; random programs use up to 240 of them for their own tables.
#[test]
fn random_programs_call_no_op_that_is_too_large() {
    let ids = ["toy::good_add", "toy::table_fits", "toy::table_too_large"];
    let library = super::support::catalog(&ids);
    let callable = Callable::of(library.ops());
    let ids: Vec<&str> = callable.signatures.iter().map(|op| &*op.id).collect();
    assert_eq!(ids, ["toy::good_add"]);
    let left_out: Vec<String> = callable.left_out.iter().map(ToString::to_string).collect();
    for (line, (id, takes)) in left_out.iter().zip([("fits", 8192), ("too_large", 8196)]) {
        let requested = format!(
            "toy::table_{id} is left out of random programs, which take memory themselves: the constant tables of \
             the body take {takes} bytes, limit `private_bytes` is 7952"
        );
        assert!(line.starts_with(&requested), "{line}");
    }
    assert_eq!(left_out.len(), 2);
    let ops = Ops {
        signatures: &callable.signatures,
        library: &library,
    };
    assert_eq!(
        search(0..200, ops, &[], &ComparisonCounts::default(), &|_| {}),
        None
    );
}

/// Oracle: no op of the library is known to be too large for random programs.
#[test]
fn random_programs_may_call_every_integer_op_of_the_library() {
    let library = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let ops = library.ops().iter();
    let callable = Callable::of(ops.filter(|op| !op.def.id.starts_with("toy::")));
    assert_eq!(callable.left_out, []);
    assert!(
        callable.signatures.len() > 50,
        "{}",
        callable.signatures.len()
    );
    // Every format has ops with short kernels.
    for ty in [Type::F32, Type::F16, Type::BF16] {
        let takes = |op: &&OpSignature| op.params.contains(&ty);
        let count = callable.signatures.iter().filter(takes).count();
        assert!((5..40).contains(&count), "{count} ops of {}", ty.name());
    }
}

/// Oracle: the limits of WebGPU and WGSL for every op of the library.
#[test]
fn no_op_of_the_library_is_too_large() {
    let library = Catalog::linked().unwrap_or_else(|e| panic!("{e}"));
    let mut looked = 0;
    for op in library
        .ops()
        .iter()
        .filter(|op| !op.def.id.starts_with("toy::"))
    {
        if let Ok(module) = op.module() {
            assert_eq!(module.exceeds(&Limits::WEBGPU), None, "{}", op.def.id);
            looked += 1;
        }
    }
    assert!(looked > 100, "{looked}");
}
