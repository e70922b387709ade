//! Certificates that this process issues, for these ops and an engine, on a device that evaluates references.

use std::path::Path;
use std::sync::OnceLock;
use vyre_conform_certificate::certificate::Certificate;
use vyre_conform_certificate::verify::Verifier;
use vyre_conform_cli::certified;
use vyre_conform_harness::{Context, Settings};
use vyre_conform_interp::{self as interp, run_launch};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::dispatch::Launch;
use vyre_conform_runtime::kernel_text::{HandWrittenKernel, declared, kernels_among};
use vyre_conform_runtime::registry::{self, OpRef, Signature};
use vyre_conform_runtime::spec::Capabilities;
use vyre_conform_runtime::valid::ValidProgram;
use vyre_conform_runtime::value::MAX_WORDS;
use vyre_conform_suite::backend::{
    Backend, BackendError, Identity, Language, LoadedOp, LoadedPrograms, OpCode, Operand, Profile,
};
use vyre_conform_suite::wgsl::WgslTest;

pub(super) const OPS: [&str; 3] = ["cert::flip", "cert::sum", "cert::wide"];
pub(super) const ENGINE: &str = "engine::hex_decode";

/// A device and its behaviour.
#[derive(Clone, Copy)]
pub(super) struct Device {
    /// `wgpu-vulkan` for one of the suite's own devices, whose features are known.
    pub(super) kind: &'static str,
    pub(super) features: &'static [&'static str],
    /// The op for which it returns wrong results where the low byte of the first operand is 0x55.
    pub(super) wrong: &'static str,
    /// The op that it declares unsupported.
    pub(super) lacks: &'static str,
    /// The word that it returns for 0x8000_0000 in results of programs.
    pub(super) lowest: u32,
}

pub(super) const RIGHT: Device = Device {
    kind: "wgpu-vulkan",
    features: &["shader-int64"],
    wrong: "",
    lacks: "",
    lowest: 1 << 31,
};

struct DeviceBackend {
    identity: Identity,
    device: Device,
}

impl Device {
    pub(super) fn into_backend(self) -> &'static dyn Backend {
        let limit = |name: &str, value| (name.to_owned(), value);
        let slug = Profile::of(self.kind).map(|(_, profile)| profile.on("stand").to_string());
        let identity = Identity {
            kind: self.kind.into(),
            device: "Stand".into(),
            features: self.features.iter().map(|f| (*f).to_owned()).collect(),
            limits: vec![
                limit("max_compute_invocations_per_workgroup", 256),
                limit("max_compute_workgroup_size_x", 256),
            ],
            ..Identity::named(slug.as_deref().unwrap_or("stand"))
        };
        Box::leak(Box::new(DeviceBackend {
            identity,
            device: self,
        }))
    }
}

impl Backend for DeviceBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        (op.id == self.device.lacks).then(|| "what this device has not".to_owned())
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        op.available_on(&self.identity)?;
        let def = registry::ops().into_iter().find(|def| def.id == op.id);
        Ok(Box::new(ReferenceOp {
            reference: def.expect("a registered op").op,
            wrong: op.id == self.device.wrong,
        }))
    }

    fn hand_written_kernels(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<HandWrittenKernel>>, BackendError> {
        let of = |valid: &ValidProgram| {
            let program = valid.program();
            let mine = declared(&program.name);
            let mine = mine.filter(|of| of.hardware.is_some_and(|name| self.identity.has(name)));
            kernels_among(program, mine).into_iter().next()
        };
        let kernels = programs.iter().map(of);
        Ok(kernels.map(|actual| Some(actual?.1)).collect())
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let kernels = self.hand_written_kernels(programs)?;
        let wrong = kernels
            .into_iter()
            .flatten()
            .find(|item| item.text.contains("syntax error"));
        if let Some(kernel) = wrong {
            return Err(BackendError::Compile {
                op: "a kernel".into(),
                message: format!("line 1 of `{}`", kernel.text),
            });
        }
        Ok(Box::new(InterpreterPrograms(
            programs.to_vec(),
            self.device.lowest,
        )))
    }

    fn language(&self) -> Option<Language> {
        (self.device.kind == RIGHT.kind).then_some(Language::Wgsl)
    }

    /// The words of each shader, one of them wrong if the device is wrong about programs.
    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        _text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let test = WgslTest::find(&program.program().name).expect("a shader of the suite");
        let rows = test.rows().expect("rows");
        let words = rows.into_iter().flat_map(|row| row.expected);
        let lowest = |word| {
            if word == 1 << 31 {
                self.device.lowest
            } else {
                word
            }
        };
        Ok(Box::new(FixedWords(words.map(lowest).collect())))
    }
}

/// The words that a shader writes.
struct FixedWords(Vec<u32>);

impl LoadedPrograms for FixedWords {
    fn run(&self, _launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        Ok(vec![self.0.clone()])
    }
}

struct ReferenceOp {
    reference: OpRef,
    wrong: bool,
}

impl LoadedOp for ReferenceOp {
    fn signature(&self) -> Signature {
        self.reference.signature
    }

    fn run(&self, operands: &[Operand<'_>], cases: usize) -> Result<Vec<u32>, BackendError> {
        let signature = self.reference.signature;
        let words = signature.result.words();
        let mut out = vec![];
        let mut operand_words: Vec<u32> = vec![];
        for case in 0..cases {
            operand_words.clear();
            for (operand, ty) in operands.iter().zip(signature.operands) {
                operand_words.extend_from_slice(operand.words(case, *ty));
            }
            let mut result = [0; MAX_WORDS];
            (self.reference.scalar)(&operand_words, &mut result);
            if self.wrong && operand_words[0] & 0xff == 0x55 {
                result[0] ^= 1;
            }
            out.extend_from_slice(&result[..words]);
        }
        Ok(out)
    }
}

struct InterpreterPrograms(Vec<ValidProgram>, u32);

impl LoadedPrograms for InterpreterPrograms {
    fn run(&self, launch: &Launch) -> Result<Vec<Vec<u32>>, BackendError> {
        let words = run_launch(&self.0, launch, &interp::Options::default());
        let mut words = words.map_err(|error| BackendError::Other(error.to_string()))?;
        let lowest = words.iter_mut().flatten().filter(|word| **word == 1 << 31);
        lowest.for_each(|word| *word = self.1);
        Ok(words)
    }
}

/// The catalog of the ops above and one engine of the library.
pub(super) fn catalog() -> Catalog {
    catalog_of(&OPS)
}

/// The catalog of some of the ops above and one engine of the library.
pub(super) fn catalog_of(ids: &[&str]) -> Catalog {
    let ops = registry::ops().into_iter();
    let ops = ops.filter(|op| ids.contains(&op.id)).collect();
    let engine = crate::engines::catalog().find_engine(ENGINE);
    let engine = engine.expect("an engine of the library");
    Catalog::with_engines(ops, registry::helpers(), vec![engine]).expect("ops and an engine")
}

/// The verifier of these tests.
pub(super) fn verifier() -> &'static Verifier<'static> {
    static VERIFIER: OnceLock<Verifier<'static>> = OnceLock::new();
    VERIFIER.get_or_init(|| Verifier::new(Box::leak(Box::new(catalog()))))
}

/// The certificate of a run on a device.
pub(super) fn issued(device: Device, witnesses: u64, filter: Option<&str>) -> Certificate {
    let folder = tempfile::tempdir().expect("a temporary folder");
    certificate_in(folder.path(), device, witnesses, filter)
}

/// The certificate of a run in the folder of a crate, where failures are saved and replayed.
pub(super) fn certificate_in(
    folder: &Path,
    device: Device,
    witnesses: u64,
    filter: Option<&str>,
) -> Certificate {
    certificate_over(folder, catalog(), device, witnesses, filter)
}

/// The certificate of a run over another catalog.
pub(super) fn certificate_over(
    folder: &Path,
    catalog: Catalog,
    device: Device,
    witnesses: u64,
    filter: Option<&str>,
) -> Certificate {
    let mut settings = Settings::default();
    settings.plan.witnesses = witnesses;
    let backends = vec![device.into_backend()];
    let context = Context::new(catalog, settings, backends, None, folder);
    let context = context.expect("a runnable plan");
    let slugs = context.slugs();
    certified(&context, &slugs[0], filter).expect("a certificate")
}

/// A certificate of all parts, with few witnesses.
pub(super) fn right_certificate() -> &'static Certificate {
    static ISSUED: OnceLock<Certificate> = OnceLock::new();
    ISSUED.get_or_init(|| issued(RIGHT, 3000, None))
}

/// A certificate of all parts for a device that computes an op wrongly.
pub(super) fn wrong_certificate() -> &'static Certificate {
    static ISSUED: OnceLock<Certificate> = OnceLock::new();
    ISSUED.get_or_init(|| {
        let device = Device {
            wrong: "cert::sum",
            ..RIGHT
        };
        issued(device, 3000, None)
    })
}
