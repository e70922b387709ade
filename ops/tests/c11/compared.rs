//! The cross-backend table of two adapters with one lowering, the C compiler, the interpreter and the reference.

use vyre_conform_harness::backends;
use vyre_conform_harness::cross::{self, CrossTable};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::valid::{Limits, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, Language, LoadedOp, LoadedPrograms, OpCode,
};
use vyre_conform_tests::sandbox::{Sandbox, command_output};
use vyre_ops as _;

/// An adapter that lowers one op in place of every other.
struct ConfusedBackend<'a> {
    adapter: &'static dyn Backend,
    /// The op that it lowers.
    instead: &'a Code<'a>,
}

impl Backend for ConfusedBackend<'_> {
    fn identity(&self) -> &Identity {
        self.adapter.identity()
    }

    fn language(&self) -> Option<Language> {
        self.adapter.language()
    }

    fn limits(&self) -> Limits {
        self.adapter.limits()
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        self.adapter.load(&OpCode {
            code: self.instead.clone(),
            ..op.clone()
        })
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        self.adapter.load_programs(programs)
    }
}

/// The two adapters and the C compiler.
fn adapters_and_c11() -> Vec<&'static dyn Backend> {
    let adapters = backends::selected("llvmpipe,swiftshader,c11").expect("all three");
    let language = |language| {
        let matches = |b: &&&dyn Backend| b.language() == Some(language);
        adapters.list.iter().filter(matches).count()
    };
    assert_eq!((language(Language::Wgsl), language(Language::C)), (2, 1));
    adapters.list
}

fn catalog() -> Catalog {
    Catalog::linked().expect("the library")
}

#[track_caller]
fn groups(table: &CrossTable) -> Vec<Vec<&str>> {
    let count = |group: &cross::Group| group.parties.len();
    assert!(
        table.groups.iter().map(count).sum::<usize>() > 1,
        "{table:?}"
    );
    let each = table.groups.iter();
    each.map(|group| group.parties.iter().map(|p| &*p.name).collect())
        .collect()
}

/// Oracle: the suite, which compares all of them with one reference.
#[test]
fn backends_of_two_lowerings_give_the_same_bytes() {
    let catalog = catalog();
    for id in ["u32::add", "u64::mul", "f32::add", "u32::reverse_bits"] {
        let op = catalog.find(id).unwrap_or_else(|| panic!("{id}"));
        let table = cross::op(op, &adapters_and_c11(), 1, 500).expect("a table");
        assert!(!table.fails() && table.cases > 500, "{table:?}");
        let [all] = &groups(&table)[..] else {
            panic!("{table:?}")
        };
        assert_eq!(all.len(), 5, "{table:?}");
        assert_eq!(all[..2], [cross::REFERENCE, cross::INTERPRETER]);
    }
    let engine = catalog
        .find_engine("engine::hex_decode")
        .expect("an engine");
    let table = cross::engine(engine, &catalog, &adapters_and_c11(), 2).expect("a table");
    assert!(!table.fails() && table.cases > 0, "{table:?}");
    assert_eq!(groups(&table)[0].len(), 4, "{table:?}");
}

/// Oracle: the fault planted in the lowering that both adapters share, and in one of them alone.
#[test]
fn common_component_of_wrong_backends_is_named() {
    let catalog = catalog();
    let [add, sub] = ["u32::add", "u32::sub"].map(|id| catalog.find(id).expect("an op"));
    let module = sub.module().as_ref().expect("a module");
    let instead = Code::Module(module);
    let three = adapters_and_c11();
    let mistaken = |k: usize| ConfusedBackend {
        adapter: three[k],
        instead: &instead,
    };
    let is_c = |b: &&dyn Backend| b.language() == Some(Language::C);
    let c = *three.iter().find(|b| is_c(b)).expect("the compiler");
    let (first, second) = (mistaken(0), mistaken(1));
    let both: [&dyn Backend; 3] = [&first, &second, c];
    let table = cross::op(add, &both, 1, 500).expect("a table");
    let [right, wrong] = &groups(&table)[..] else {
        panic!("{table:?}")
    };
    assert_eq!(right[..2], [cross::REFERENCE, cross::INTERPRETER]);
    assert_eq!(wrong.len(), 2);
    let diagnoses: Vec<String> = table.diagnoses.iter().map(ToString::to_string).collect();
    assert_eq!(
        diagnoses,
        [format!(
            "WGSL lowering: {} and {} agree with each other and differ from reference, interpreter and c11",
            wrong[0], wrong[1]
        )]
    );
    let parting = table.groups[1].parting.as_ref().expect("a difference");
    // 0 + 0 and 0 - 0 are equal, and so is every x + 0.
    assert!(parting.cases == parting.wrong && parting.cases < table.cases);
    assert!(parting.first.case.starts_with("u32::add=0x"), "{parting:?}");
    assert_ne!(parting.first.expected, parting.first.actual);

    let one: [&dyn Backend; 3] = [three[0], &second, c];
    let table = cross::op(add, &one, 1, 500).expect("a table");
    let diagnoses = table.diagnoses[0].to_string();
    assert!(
        diagnoses.starts_with("compiler or driver of "),
        "{diagnoses}"
    );
}

/// Oracle: the suite, which compares all of them with one reference; the documentation of the command.
#[test]
#[ignore = "a long run: seconds"]
fn the_command_shows_the_table() {
    let sandbox = Sandbox::bare(crate::BINARY);
    let compare = |arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        command.env_remove("VYRE_ADAPTER");
        command_output(command.output())
    };
    let options = ["--witnesses", "500", "--inputs", "2"];
    let named = [
        "compare",
        "u32::add",
        "engine::hex_decode",
        "--adapter",
        "all",
    ];
    let actual = compare(&[&named[..], &options, &["-o", "page.html"]].concat());
    assert_eq!(actual.code, Some(0), "{}{}", actual.stdout, actual.stderr);
    for name in ["reference, interpreter", "llvmpipe", "swiftshader", "c11"] {
        assert!(actual.stdout.contains(name), "{}", actual.stdout);
    }
    assert!(
        actual
            .stdout
            .contains("2 ops and engines compared, 0 with differences"),
        "{}",
        actual.stdout
    );
    let page = std::fs::read_to_string(sandbox.path("page.html")).expect("a page");
    assert!(
        page.contains("engine::hex_decode") && page.contains(">A<"),
        "{page}"
    );
    // The page is kept unless an option replaces it.
    let again = compare(&[&named[..], &options, &["-o", "page.html"]].concat());
    assert_ne!(again.code, Some(0), "{}", again.stdout);

    let json = compare(&[&named[..], &options, &["--json"]].concat());
    let tables: serde_json::Value = serde_json::from_str(&json.stdout).expect("JSON");
    assert_eq!(tables[0]["subject"], "u32::add");
    assert_eq!(tables[0]["groups"].as_array().map(Vec::len), Some(1));
    assert_eq!(tables[0]["groups"][0]["parties"][2]["language"], "WGSL");

    for (wrong, message) in [
        (
            &["compare", "u32::ad_d"][..],
            "is not in the id of an op or engine",
        ),
        (
            &["compare", "u32::add", "--adapter", "nothing"],
            "`adapters` lists them",
        ),
    ] {
        let actual = compare(wrong);
        assert_eq!(actual.code, Some(3), "{}", actual.stderr);
        assert!(actual.stderr.contains(message), "{}", actual.stderr);
    }
}
