//! Ops that are one hardware feature: with the feature they give the bytes of their references, without it they are
//! unsupported with the reason. A wrong text is detected.

use vyre_conform_harness::backends;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::Witnesses;
use vyre_conform_runtime::registry::Lowering;
use vyre_conform_spec::{Category, TextTarget, Texts};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, MissingSupport, OpCode, availability, parity,
};
use vyre_ops as _;

/// Numbers of cases that differ from those of invocations and lanes: lanes without a case participate all the same.
const CASES: [u64; 6] = [1, 2, 3, 5, 65, 2000];

/// An op, a part of its WGSL text, and the wrong replacement.
const FAULTS: [(&str, &str, &str); 19] = [
    (
        "u32::dot4_i8",
        "dot4I8Packed(a, b)",
        "i32(dot4U8Packed(a, b))",
    ),
    ("u32::dot4_u8", "Packed(a, b)", "Packed(a, b & 0x7f7f7f7fu)"),
    (
        "u32::double_product",
        "f64(min(a, 67108863u))",
        "f64(f32(min(a, 67108863u)))",
    ),
    ("u32::half_product", "x * y", "x + y"),
    ("u64::mul_int64", "x * y", "x + y"),
    ("vec4::subgroup_add", "subgroupAdd(x)", "subgroupMax(x)"),
    ("vec4::subgroup_all", "subgroupAll(x", "subgroupAny(x"),
    ("vec4::subgroup_and", "subgroupAnd(x)", "subgroupMin(x)"),
    ("vec4::subgroup_any", "subgroupAny(x", "subgroupAll(x"),
    ("vec4::subgroup_ballot", "& 15u", "& 7u"),
    (
        "vec4::subgroup_broadcast_first",
        "BroadcastFirst(x)",
        "Shuffle(x, 1u)",
    ),
    (
        "vec4::subgroup_exclusive_add",
        "y = subgroupExclusiveAdd",
        "y = subgroupInclusiveAdd",
    ),
    (
        "vec4::subgroup_inclusive_add",
        "y = subgroupInclusiveAdd",
        "y = subgroupExclusiveAdd",
    ),
    ("vec4::subgroup_max", "subgroupMax(x)", "subgroupOr(x)"),
    ("vec4::subgroup_min", "subgroupMin(x)", "subgroupAnd(x)"),
    ("vec4::subgroup_or", "subgroupOr(x)", "subgroupXor(x)"),
    ("vec4::subgroup_shuffle", "id[own] & 3u", "id[own] & 1u"),
    ("vec4::subgroup_shuffle_xor", "m & 3u", "m & 2u"),
    ("vec4::subgroup_xor", "subgroupXor(x)", "subgroupOr(x)"),
];

/// Two adapters and the C compiler.
fn adapters_and_c11() -> Vec<&'static dyn Backend> {
    let adapters = backends::selected("llvmpipe,swiftshader,c11").expect("all three");
    assert_eq!(adapters.list.len(), 3);
    adapters.list
}

fn texts(op: &Op) -> Option<Texts<'static>> {
    match (op.def.category, op.def.lowering) {
        (Category::C { .. }, Lowering::Texts { texts, .. }) => Some(texts),
        _ => None,
    }
}

/// True if some cases of an op differ from its reference when the backend runs this code.
fn differs(backend: &dyn Backend, op: &Op, code: &OpCode<'_>) -> bool {
    let reference = &op.def.op;
    let loaded = backend.load(code);
    let loaded = loaded.unwrap_or_else(|error| panic!("{}: {error}", op.def.id));
    CASES.iter().any(|cases| {
        let source = Witnesses::new(reference.signature.operands, 7, *cases);
        let outcome = parity(&*loaded, reference, &source, 0..*cases);
        outcome.expect("results").failures > 0
    })
}

/// Oracle: the CPU references; the features that the drivers list, and the languages of the texts.
#[test]
fn ops_run_exactly_where_their_feature_exists() {
    let catalog = Catalog::linked().expect("the library");
    let mut observed = 0;
    for op in catalog.ops() {
        let Some(texts) = texts(op) else { continue };
        observed += 1;
        let (mut existing, mut absent) = (vec![], vec![]);
        for backend in adapters_and_c11() {
            let slug = &backend.identity().slug;
            match availability(op, None, backend) {
                Ok(runnable) => {
                    assert!(
                        !differs(backend, op, runnable.code()),
                        "{} on {slug}",
                        op.def.id
                    );
                    existing.push(slug.clone());
                }
                Err(MissingSupport::Hardware(what)) => {
                    let Category::C { hardware, .. } = op.def.category else {
                        unreachable!("the texts are of category C")
                    };
                    assert_eq!(what, hardware, "{} on {slug}", op.def.id);
                    absent.push(slug.clone());
                }
                Err(other) => panic!("{}: {other:?}", op.def.id),
            }
        }
        assert!(texts.of(TextTarget::Wgsl).is_some());
        assert!(!existing.is_empty(), "{}", op.def.id);
        assert!(!absent.is_empty(), "{}: {existing:?}", op.def.id);
    }
    assert!(observed >= 14, "{observed}");
}

/// Oracle: the languages of the op's declared texts.
#[test]
fn a_language_without_a_text_is_named() {
    let catalog = Catalog::linked().expect("the library");
    let op = catalog.find("vec4::subgroup_add").expect("the op");
    let c11 = super::c11();
    // The missing part is not its feature.
    let code = OpCode {
        category: Category::A,
        ..OpCode::registered(op.def)
    };
    let expected = "a text for C11: there is none but for WGSL, CUDA C++";
    assert_eq!(c11.missing_support(&code).as_deref(), Some(expected));
    match c11.load(&code).err() {
        Some(BackendError::UnsupportedByBackend { hardware, .. }) => assert_eq!(hardware, expected),
        other => panic!("{other:?}"),
    }
    for backend in adapters_and_c11().into_iter().take(2) {
        let texts = Texts::NONE.with(TextTarget::C, "u32 vyre_f(u32 a) { return a; }");
        let code = OpCode {
            code: Code::Texts(texts),
            ..code.clone()
        };
        let expected = "a text for WGSL: there is none but for C11";
        assert_eq!(backend.missing_support(&code).as_deref(), Some(expected));
        assert!(backend.load(&code).is_err());
    }
}

/// Oracle: the planted fault in the text; without it the text gives the reference's bytes, as the test above shows.
#[test]
fn a_wrong_text_is_found() {
    let catalog = Catalog::linked().expect("the library");
    let with_texts = catalog.ops().iter().filter(|op| texts(op).is_some());
    let ids: Vec<&str> = with_texts.map(|op| op.def.id).collect();
    assert_eq!(ids, FAULTS.map(|(id, ..)| id));
    let mut asked = 0;
    for (id, from, to) in FAULTS {
        let op = catalog.find(id).expect("an op");
        let right = texts(op)
            .and_then(|t| t.of(TextTarget::Wgsl))
            .expect("a text");
        let wrong = right.replace(from, to);
        assert_ne!(wrong, right, "{id}");
        for backend in adapters_and_c11() {
            if backend.language() != Some(vyre_conform_suite::backend::Language::Wgsl)
                || availability(op, None, backend).is_err()
            {
                continue;
            }
            let code = OpCode {
                code: Code::wgsl(&wrong),
                ..OpCode::registered(op.def)
            };
            assert!(differs(backend, op, &code), "{id}: {to}");
            asked += 1;
        }
    }
    assert!(asked > 30, "{asked}");
    let op = catalog.find("u32::double_product").expect("the op");
    let code = OpCode::registered(op.def);
    assert!(!differs(&super::c11(), op, &code));
    let wrong = super::c11().with_fault("(u64)(x * y)", "(u64)((float)x * y)");
    assert!(differs(&wrong, op, &code));
}

/// Oracle: the registry: each op has a row in the page, with its feature and the languages of its texts.
#[test]
fn the_page_has_every_op_with_its_languages() {
    let page = include_str!("../../../docs/spec/ops.md");
    let mut listed = vec![];
    for row in page
        .lines()
        .filter(|line| line.starts_with("| `u") || line.starts_with("| `vec"))
    {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        let [_, ops, feature, languages, ..] = cells[..] else {
            panic!("{row}")
        };
        let mut first = "";
        for name in ops.split('`').skip(1).step_by(2) {
            // `_min` after `vec4::subgroup_add` is `vec4::subgroup_min`.
            let id = match name.strip_prefix('_') {
                Some(last) => format!("{first}_{last}"),
                None => name.to_owned(),
            };
            if first.is_empty() {
                first = name.rsplit_once('_').map_or(name, |(stem, _)| stem);
            }
            listed.push((
                id,
                feature.trim_matches('`').to_owned(),
                languages.to_owned(),
            ));
        }
    }
    let catalog = Catalog::linked().expect("the library");
    let registered = catalog.ops().iter().filter_map(|op| {
        let names = texts(op)?.each().map(|(target, _)| target.name());
        let Category::C { hardware, .. } = op.def.category else {
            return None;
        };
        let names = names.collect::<Vec<_>>().join(", ");
        Some((op.def.id.to_owned(), hardware.to_owned(), names))
    });
    let mut registered: Vec<_> = registered.collect();
    registered.sort();
    listed.sort();
    assert_eq!(listed, registered);
    assert!(page.contains(&format!("The library has {}:", registered.len())));
}
