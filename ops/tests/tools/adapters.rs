//! Several adapters, and several devices of one adapter, in one run.

use crate::BINARY;
use crate::tool::Tool;
use std::path::{Path, PathBuf};
use std::process::Command;
use vyre_conform_tests::sandbox::{Sandbox, command_output, names};

const FILTER: &str = "u32::bit_not::";
const CASES: [&str; 2] = ["--cases", "20000"];

/// The adapters that a run selects.
fn selected() -> Vec<String> {
    let listed = command_output(Command::new(BINARY).arg("adapters").output()).stdout;
    names(&listed).into_iter().map(str::to_owned).collect()
}

/// At least two adapters.
pub(crate) struct Adapters(Vec<String>);

impl Tool for Adapters {
    const NAME: &'static str = "two adapters";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_TWO_ADAPTERS";

    fn find() -> Result<Self, String> {
        let names = selected();
        match names.len() {
            0 | 1 => Err(format!(
                "two adapters are needed, and {names:?} is selected: add SwiftShader in VK_ADD_DRIVER_FILES"
            )),
            _ => Ok(Self(names)),
        }
    }
}

/// The library of a software driver.
pub(crate) struct Lavapipe(PathBuf);

impl Tool for Lavapipe {
    const NAME: &'static str = "lavapipe";
    const REQUIRED_BY: &'static str = "VYRE_REQUIRE_LAVAPIPE";

    fn find() -> Result<Self, String> {
        let missing = || "install Mesa's lavapipe (mesa-vulkan-drivers)".to_owned();
        let runs = selected().iter().any(|name| name.contains("llvmpipe"));
        let library = lavapipe().filter(|_| runs);
        library.map(Self).ok_or_else(missing)
    }
}

/// Oracle: the certificates of runs with one adapter each.
pub(crate) fn two_adapters_in_one_run_equal_two_runs(adapters: Adapters) {
    let sandbox = Sandbox::with_adapter(BINARY);
    let output = sandbox.run(&[&["certify", FILTER, "-o", "both.json.zst"], &CASES[..]].concat());
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(
        !sandbox.path("both.json.zst").exists(),
        "no certificate is of two"
    );
    for name in &adapters.0 {
        let alone = [
            "certify",
            FILTER,
            "-o",
            "alone.json",
            "--force",
            "--adapter",
            name,
        ];
        let alone = sandbox.run(&[&alone, &CASES[..]].concat());
        assert_eq!(alone.code, Some(0), "{}", alone.stderr);
        // A name that is a part of another one selects both, which leaves nothing to compare.
        if !sandbox.path("alone.json").exists() {
            continue;
        }
        let file = format!(
            "both.{}.json.zst",
            name.replace(|c: char| !c.is_alphanumeric(), "-")
        );
        let (certificate, expected) = (sandbox.read(&file), sandbox.read("alone.json"));
        assert_eq!(certificate.evidence, expected.evidence);
        assert_eq!(certificate.digest, expected.digest);
        assert_eq!(&certificate.evidence.backend.slug, name);
        std::fs::remove_file(sandbox.path("alone.json")).expect("removed");
    }
}

/// The library of a software driver, by the manifest that Mesa installs.
fn lavapipe() -> Option<PathBuf> {
    let manifests = std::fs::read_dir("/usr/share/vulkan/icd.d").ok()?.flatten();
    let mut manifests = manifests.map(|entry| entry.path());
    let manifest = manifests.find(|path| path.to_string_lossy().contains("lvp_icd"))?;
    let text = std::fs::read_to_string(manifest).ok()?;
    let json: serde_json::Value = serde_json::from_str(&text).ok()?;
    let library = Path::new(json["ICD"]["library_path"].as_str()?).to_owned();
    library.is_file().then_some(library)
}

/// Oracle: the certificate of a run on one device. A driver loaded from two files is two devices with one identity.
pub(crate) fn equal_devices_share_the_work_of_one_certificate(Lavapipe(library): Lavapipe) {
    let sandbox = Sandbox::with_adapter(BINARY);
    let copy = sandbox.path("copy");
    std::fs::create_dir(&copy).expect("a folder");
    let copy = copy.join(library.file_name().expect("a name"));
    std::fs::copy(&library, &copy).expect("copied");
    let two = std::env::join_paths([&library, &copy]).expect("a path list");
    // The same file twice is one device.
    let one = std::env::join_paths([&library, &library]).expect("a path list");
    let run = |drivers: &std::ffi::OsStr, arguments: &[&str]| {
        let mut command = sandbox.command(arguments);
        command
            .env("VYRE_ICD", drivers)
            .env("VYRE_ADAPTER", "llvmpipe");
        // Drivers by their files, without the loader's list.
        command
            .env("VK_DRIVER_FILES", "/nonexistent")
            .env_remove("VK_ADD_DRIVER_FILES");
        command_output(command.output())
    };
    let listed = run(&two, &["adapters"]);
    assert!(listed.stdout.contains("devices   2: "), "{}", listed.stdout);
    let listed = run(&one, &["adapters"]);
    // The processor, listed last, has one device per core.
    let (gpus, _) = listed.stdout.split_once("cpu+").expect("the processor");
    assert!(!gpus.contains("devices "), "{}", listed.stdout);
    let certify = |drivers, file: &str, more: &[&str]| {
        // Enough cases for several pieces of work.
        let fixed = [
            "certify",
            "u32::add::law",
            "-o",
            file,
            "--cases",
            "3e7",
            "--threads",
            "1",
        ];
        let output = run(drivers, &[&fixed, more].concat());
        assert_eq!(output.code, Some(0), "{}", output.stderr);
        sandbox.read(file)
    };
    let expected = certify(&one, "one.json", &[]);
    let result = certify(&two, "two.json", &[]);
    assert_eq!(result.evidence, expected.evidence);
    assert_eq!(result.digest, expected.digest);
    let ran = |name: &str| result.run.rates.get(name).is_some_and(|rate| *rate > 0);
    let rates = &result.run.rates;
    assert!(
        ran("backend device 1") && ran("backend device 2"),
        "{rates:?}"
    );
    assert_eq!(
        expected.run.rates.len(),
        2,
        "one device: {:?}",
        expected.run.rates
    );
    // More workers than devices, or fewer devices, give the same result.
    let workers = certify(&two, "workers.json", &["--workers", "2"]);
    assert_eq!(workers.digest, expected.digest);
    let first = certify(&two, "first.json", &["--devices", "1"]);
    assert_eq!(first.digest, expected.digest);
    assert_eq!(
        first.run.rates.len(),
        2,
        "one device: {:?}",
        first.run.rates
    );
}
