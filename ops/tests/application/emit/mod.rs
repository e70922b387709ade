//! `emit`: functions of the library as text for applications.

mod c;
mod header;
mod wgsl;

use vyre_conform_emit::{EmitError, Request, Target, emit};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::registry::Lowering;

const BINARY: &str = env!("CARGO_BIN_EXE_vyre-conform");
const PREFIX: &str = "math_";

fn catalog() -> Catalog {
    Catalog::linked().expect("a catalog")
}

/// The ids of the ops with a translated function.
fn translated(catalog: &Catalog) -> Vec<&'static str> {
    let ops = catalog.ops().iter();
    let ops = ops.filter(|op| !matches!(op.def.lowering, Lowering::Texts { .. }));
    ops.map(|op| op.def.id).collect()
}

/// A request for every op with a translated function.
fn everything(catalog: &Catalog, target: Target) -> Request {
    Request::new(target)
        .prefix(PREFIX)
        .ops(translated(catalog))
        .on_floats()
}

/// Oracle: the rule that the same request gives the same bytes, for any order and repetition of the ops' names.
#[test]
fn order_and_repetition_of_names_are_irrelevant() {
    let catalog = catalog();
    for target in Target::ALL {
        let emitted = |ids: &[&str]| {
            let request = Request::new(target).prefix(PREFIX).ops(ids.iter().copied());
            emit(&catalog, &request, &[]).expect("a text")
        };
        let first = emitted(&["u64::mul", "f32::exp", "u32::mul_hi"]);
        let second = emitted(&["u32::mul_hi", "f32::exp", "u64::mul", "f32::exp"]);
        assert_eq!(first, second, "{target}");
        let alone = emitted(&["u32::mul_hi"]);
        assert!(alone.contains("math_u32_mul_hi("), "{alone}");
        assert!(first.contains("math_u32_mul_hi("), "a name is stable");
    }
}

/// Oracle: the list of invalid requests, by hand.
#[test]
fn invalid_requests_are_refused() {
    let catalog = catalog();
    let emitted = |request: Request| emit(&catalog, &request, &[]).expect_err("refused");
    let wgsl = || Request::new(Target::Wgsl);
    assert_eq!(emitted(wgsl()), EmitError::Nothing);
    assert_eq!(
        emitted(wgsl().ops(["u32::nonesuch"])),
        EmitError::Unknown("u32::nonesuch".into())
    );
    let own = emitted(wgsl().ops(["u64::mul_int64"]));
    assert!(matches!(own, EmitError::OwnText(_)), "{own}");
    let prefix = emitted(wgsl().prefix("8").ops(["u32::add"]));
    assert!(matches!(prefix, EmitError::Prefix { .. }), "{prefix}");
}
