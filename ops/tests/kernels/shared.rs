//! A fault in the text for both Vulkan adapters: the diagnosis in the table of all backends.

use super::opencl::Driver;
use vyre_conform_c as _;
use vyre_conform_harness::backends;
use vyre_conform_harness::cross::{self, CrossTable};
use vyre_conform_lower as lower;
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_runtime::valid::{Limits, ValidProgram};
use vyre_conform_suite::backend::{
    Backend, BackendError, Code, Identity, Language, LoadedOp, LoadedPrograms, OpCode,
};
use vyre_conform_wgpu::WgpuBackend;

/// An adapter, and a piece of the lowering's WGSL with its replacement.
struct Faulty<'a> {
    adapter: &'a WgpuBackend,
    from: &'static str,
    to: &'static str,
}

impl Faulty<'_> {
    fn changed(&self, text: &str) -> String {
        let changed = text.replace(self.from, self.to);
        assert!(
            changed != text || self.from == self.to,
            "`{}` is not in\n{text}",
            self.from
        );
        changed
    }
}

impl Backend for Faulty<'_> {
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
        let Code::Module(module) = &op.code else {
            return self.adapter.load(op);
        };
        let text = self.changed(&lower::functions(module, &op.signature, op.name));
        self.adapter.load(&OpCode {
            code: Code::wgsl(&text),
            ..op.clone()
        })
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let texts = programs.iter().map(|p| self.changed(&lower::program(p)));
        self.adapter
            .load_texts(programs.iter().cloned().zip(texts).collect())
    }
}

/// Oracle: the edited texts; each of them occurs in the lowering to WGSL, and in no other.
pub(crate) fn fault_of_the_wgsl_lowering_is_reported(_: Driver) {
    let catalog = Catalog::linked().expect("the library");
    let actual = backends::selected("c11,opencl").expect("both");
    let adapters = vyre_conform_tests::adapters();
    let named = |name: &str| {
        let mut all = adapters.iter().copied();
        all.find(|a| a.identity().slug == name)
            .unwrap_or_else(|| panic!("no {name}"))
    };
    let tables = |from: &'static str, to: &'static str, subject: &str| {
        let faulty = |name| Faulty {
            adapter: named(name),
            from,
            to,
        };
        let (first, second) = (faulty("llvmpipe"), faulty("swiftshader"));
        let all: Vec<&dyn Backend> = [&first as &dyn Backend, &second]
            .into_iter()
            .chain(actual.list.iter().copied())
            .collect();
        match catalog.find(subject) {
            Some(op) => cross::op(op, &all, 1, 500),
            None => {
                let engine = catalog.find_engine(subject).expect("an engine");
                cross::engine(engine, &catalog, &all, 2)
            }
        }
        .expect("a table")
    };
    let diagnosis = |table: &CrossTable| table.diagnoses.iter().map(ToString::to_string).collect();
    for (from, to, subject, right) in [
        (
            "v_a + v_b",
            "v_a - v_b",
            "u32::add",
            "reference, interpreter, c11 and opencl",
        ),
        (
            "& 31u",
            "& 15u",
            "u32::shl",
            "reference, interpreter, c11 and opencl",
        ),
        (
            "<< 4u",
            "<< 5u",
            "engine::hex_decode",
            "interpreter, c11 and opencl",
        ),
    ] {
        let diagnoses: Vec<String> = diagnosis(&tables(from, to, subject));
        let message = format!(
            "WGSL lowering: llvmpipe and swiftshader agree with each other and differ from {right}"
        );
        assert_eq!(diagnoses, [message], "{subject}");
        let diagnoses: Vec<String> = diagnosis(&tables(from, from, subject));
        assert_eq!(diagnoses, [""; 0], "{subject} without a fault");
    }
}
