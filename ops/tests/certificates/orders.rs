//! Engines of floats in certificates: their kind, their order of additions, and the levels that depend on them.

use vyre_conform_certificate::certificate::{Certificate, Evidence, OutcomeName, level};
use vyre_conform_runtime::spec::{AdditionOrder, EngineKind, Level, Track};
use vyre_conform_tests::sandbox::Sandbox;

const FILTER: &str = "engine::freduce_strict::";
const FEW: [&str; 4] = ["--engine-inputs", "16", "--track", "float"];

/// Oracle: docs/spec/conformance.md#kinds-of-engines; counting: seven lengths at five sizes.
#[test]
#[ignore = "a long run: seconds"]
fn order_of_additions_is_a_mandatory_part() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let result = sandbox.certify(FILTER, "a.json", &OPTIONS);
    assert_eq!(result.code, Some(0), "{}{}", result.stdout, result.stderr);
    let evidence = sandbox.read("a.json").evidence;
    let engine = &evidence.engines[0];
    assert_eq!(
        (engine.kind, engine.additions, engine.level),
        (
            EngineKind::Tensor,
            Some(AdditionOrder::Strict),
            Some(Level::L3f)
        )
    );
    let orders = engine.parts.iter();
    let orders: Vec<_> = orders
        .filter(|part| part.id.contains("::accumulation_order::"))
        .collect();
    assert_eq!(orders.len(), 2, "on the interpreter and on the adapter");
    for part in &orders {
        assert_eq!(
            (part.outcome, part.due),
            (OutcomeName::Passed, Some(35)),
            "{}",
            part.id
        );
    }
    // A level covers everything, and lists the omitted parts.
    let l3f = level(&evidence, Level::L3f).expect("it has an engine of floats");
    assert!(
        !l3f.established && l3f.left_out > 0 && l3f.reached == 1,
        "{l3f}"
    );
    assert_eq!(level(&evidence, Level::L3), None, "of another track");
    assert_eq!(sandbox.run(&["verify", "a.json"]).code, Some(0));
    let requested = sandbox.run(&["verify", "a.json", "--level", "L3f"]);
    assert_eq!(requested.code, Some(1), "{}", requested.stdout);
    let forged = |name: &str, edit: &dyn Fn(&mut Evidence)| {
        let Certificate {
            mut evidence, run, ..
        } = sandbox.read("a.json");
        edit(&mut evidence);
        let forged = Certificate::seal(evidence, run);
        std::fs::write(sandbox.path(name), forged.text()).expect("written");
        let output = sandbox.run(&["verify", name]);
        assert_eq!(
            output.code,
            Some(1),
            "{name}: {}{}",
            output.stdout,
            output.stderr
        );
    };
    let order = |e: &mut Evidence, position: usize| {
        let parts = &mut e.engines[0].parts;
        let mut places = (0..parts.len()).filter(|k| parts[*k].id.contains("accumulation_order"));
        places.nth(position).expect("a part")
    };
    for position in [0, 1] {
        forged("no part", &|e| {
            let place = order(e, position);
            e.engines[0].parts.remove(place);
        });
        forged("fewer cases", &|e| {
            let place = order(e, position);
            let part = &mut e.engines[0].parts[place];
            (part.due, part.cases, part.range) = (Some(30), 30, Some([0, 30]));
        });
        forged("not run", &|e| {
            let place = order(e, position);
            e.engines[0].parts[place].outcome = OutcomeName::NotRun;
        });
    }
    forged("another order", &|e| {
        e.engines[0].additions = Some(AdditionOrder::FmaChain)
    });
    forged("no order", &|e| e.engines[0].additions = None);
    forged("another kind", &|e| {
        e.engines[0].kind = EngineKind::Composed
    });
    forged("of integers", &|e| e.engines[0].kind = EngineKind::Integer);
    forged("a level above", &|e| e.engines[0].level = Some(Level::L4f));
    forged("established", &|e| {
        for level in &mut e.levels {
            level.established = true;
        }
    });
    forged("no level", &|e| {
        e.levels.retain(|item| item.level != Level::L3f)
    });
}

/// Oracle: the rules of tracks: an engine of floats belongs to the float track, an engine of integers to the other.
#[test]
fn an_engine_runs_on_the_track_of_its_kind() {
    let sandbox = Sandbox::with_adapter(crate::BINARY);
    let output = sandbox.certify(FILTER, "a.json", &["--track", Track::Integer.name()]);
    assert!(
        output.stderr.contains("no part of the integer track"),
        "{}",
        output.stderr
    );
    let output = sandbox.certify("engine::reduce::", "a.json", &["--track", "float"]);
    assert!(
        output.stderr.contains("no part of the float track"),
        "{}",
        output.stderr
    );
    let listed = sandbox.run(&["list", "--json", "engine::matmul_split_k,engine::reduce"]);
    for part in [
        "\"track\":\"float\",\"kind\":\"tensor\",\"additions\":\"SplitK(3)\"",
        "\"track\":\"integer\",\"kind\":\"integer\",\"additions\":null",
    ] {
        assert!(
            listed.stdout.contains(part),
            "no {part} in {}",
            listed.stdout
        );
    }
    let shown = sandbox.run(&["show", "engine::matmul_exact"]);
    let line = "tensor engine of the float track, adds as Exact";
    assert!(shown.stdout.contains(line), "{}", shown.stdout);
}
