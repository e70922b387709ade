use super::{Arguments, Verbosity, compare};
use std::path::Path;
use vyre_conform_fuzz::Ops;
use vyre_conform_harness::regressions::programs;
use vyre_conform_interp::{Options, run_launch};
use vyre_conform_ir::dispatch::Launch;
use vyre_conform_ir::valid::ValidProgram;
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, LoadedOp, LoadedPrograms, OpCode,
};

/// The interpreter with a bit of the first word set; without a bit, every program exceeds its limits.
struct Stuck(Identity, Option<u32>);

fn backend(bit: Option<u32>) -> Stuck {
    let identity = Identity {
        kind: "test".into(),
        slug: "stuck".into(),
        device: "host".into(),
        driver: "none".into(),
        features: vec![],
        limits: vec![],
    };
    Stuck(identity, bit)
}

impl Backend for Stuck {
    fn identity(&self) -> &Identity {
        &self.0
    }

    fn load<'a>(&'a self, _: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        Err(BackendError::Other("programs alone".into()))
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        match self.1 {
            Some(bit) => Ok(Box::new(FaultyPrograms(programs.to_vec(), bit))),
            None => Err(BackendError::UnsupportedByBackend {
                op: "any".into(),
                backend: self.0.slug.clone(),
                hardware: "larger limits".into(),
            }),
        }
    }
}

struct FaultyPrograms(Vec<ValidProgram>, u32);

impl LoadedPrograms for FaultyPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.0, launch, &Options::default());
        let mut words = words.map_err(|error| BackendError::Other(error.to_string()))?;
        if let Some(word) = words.iter_mut().flatten().next() {
            *word |= self.1;
        }
        Ok(words)
    }
}

/// Programs that call no op.
const NO_OPS: Ops<'_> = Ops {
    signatures: &[],
    library: &(),
};

fn arguments(seed: u64, save: &Path) -> Arguments {
    Arguments {
        programs: 20,
        seed,
        adapters: Default::default(),
        hardware: false,
        save: Some(save.to_owned()),
    }
}

/// Oracle: the bit that is stuck, or is not.
#[test]
fn saved_finding_fails_until_it_is_fixed() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |bit, seed| {
        let backend = backend(Some(bit));
        compare(
            NO_OPS,
            &arguments(seed, folder.path()),
            &[&backend],
            Verbosity::default(),
        )
    };
    let saved = || programs(folder.path()).expect("readable programs");

    let text = run(0, 1).expect("the interpreter agrees with itself");
    assert!(
        text.contains("20 programs from seed 1 and 0 saved") && text.contains("and stuck give"),
        "{text}"
    );
    assert_eq!(saved(), []);

    let found = run(1 << 31, 1).expect_err("the bit is seen").message;
    let [(path, case)] = &saved()[..] else {
        panic!("one case is saved: {found}");
    };
    assert!(
        found.contains(&format!("saved as {}", path.display())),
        "{found}"
    );
    assert!(found.contains("on stuck"), "{found}");
    assert!(found.contains("again: vyre-conform fuzz"), "{found}");
    assert!(case.program.entry.body.len() <= 1, "{found}");
    assert_eq!(case.buffers.len(), 1, "{found}");

    // The seeds of both runs are disjoint: the saved program fails.
    let again = run(1 << 31, 1000)
        .expect_err("the bit is still stuck")
        .message;
    let still = format!("saved program {} still fails", path.display());
    assert!(again.contains(&still), "{again}");

    let text = run(0, 1000).expect("the bit is mended");
    assert!(text.contains("and 1 saved"), "{text}");
    assert_eq!(saved().len(), 1);
}

/// Oracle: a backend that runs nothing returns no words that could differ.
#[test]
fn backend_without_programs_is_no_success() {
    let folder = tempfile::tempdir().expect("a folder");
    let found = compare(
        NO_OPS,
        &arguments(1, folder.path()),
        &[&backend(None)],
        Verbosity::default(),
    );
    let found = found.expect_err("nothing was compared").message;
    assert!(
        found.contains("stuck accepted none of the 20 programs"),
        "{found}"
    );
}

/// Oracle: the file system: a file is in the place of the folder, and another holds no program.
#[test]
fn unusable_folder_is_refused_at_once() {
    let root = tempfile::tempdir().expect("a folder");
    let refused = |folder: &Path| {
        let found = compare(
            NO_OPS,
            &arguments(1, folder),
            &[&backend(Some(0))],
            Verbosity::default(),
        );
        found.expect_err("nothing can be saved").message
    };
    let file = root.path().join("file");
    std::fs::write(&file, "text").expect("written");
    for folder in [file.clone(), file.join("inside")] {
        let said = refused(&folder);
        assert!(said.contains("is a file"), "{said}");
    }
    let folder = root.path().join("saved");
    compare(
        NO_OPS,
        &arguments(1, &folder),
        &[&backend(Some(0))],
        Verbosity::default(),
    )
    .expect("it is made");
    assert_eq!(folder.read_dir().expect("a folder").count(), 0);
    std::fs::write(folder.join("0123.vir"), "text").expect("written");
    let said = refused(&folder);
    assert!(
        said.contains("0123.vir") && said.contains("1:1: expected `program`, found `text`"),
        "{said}"
    );
}
