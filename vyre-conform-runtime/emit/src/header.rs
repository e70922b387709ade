//! The header comment of a text: its content, and the known levels of its ops.

use super::floats;
use super::request::{Request, Target};
use std::fmt::Write;
use vyre_conform_certificate::certificate::OpDigests;
use vyre_conform_certificate::verify::Verification;
use vyre_conform_runtime::catalog::Op;
use vyre_conform_spec::ValueType;

/// A verified certificate with its name: only verified certificates show levels.
#[derive(Clone, Copy, Debug)]
pub struct LevelSource<'a> {
    /// The name of its file.
    pub file: &'a str,
    /// The certificate.
    pub verified: &'a Verification,
}

impl LevelSource<'_> {
    /// The level of an op, and the backend on which it holds.
    fn of(&self, id: &str) -> Option<String> {
        let evidence = &self.verified.certificate.evidence;
        let op = evidence.ops.iter().find(|op| op.id == id)?;
        let level = op.level?;
        let (device, driver) = (&evidence.backend.device, &evidence.backend.driver);
        let driver = if driver.is_empty() {
            String::new()
        } else {
            format!(", {driver}")
        };
        Some(format!(
            "{} on {} ({device}{driver}), {}",
            level.name(),
            evidence.backend.slug,
            self.file
        ))
    }
}

/// The header comment. The ops are sorted by id.
pub(super) fn header(request: &Request, ops: &[&Op], levels: &[LevelSource<'_>]) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        let _ = if text.is_empty() {
            writeln!(out, "//")
        } else {
            // Text quoted from files must not end the comment.
            writeln!(
                out,
                "// {}",
                text.replace(['\n', '\r'], " ").trim_end_matches('\\')
            )
        };
    };
    line(&format!(
        "Functions of verified ops in {}, made by vyre-conform {}. Made again from the ops, not edited.",
        language(request.target),
        env!("CARGO_PKG_VERSION")
    ));
    line(types(request.target));
    let digests = OpDigests::of(ops);
    let registry = &digests.registry;
    line(&format!("Registry digest of these ops: {registry}"));
    for of in levels {
        let registry = &of.verified.certificate.evidence.registry_digest;
        line(&format!("Registry digest of {}: {registry}", of.file));
    }
    for (op, digest) in ops.iter().zip(&digests.each) {
        let def = op.def;
        line("");
        let operands = def.op.signature.operands.iter();
        let operands: Vec<&str> = operands.map(|ty| ty.rust_name()).collect();
        line(&format!(
            "{}: {} version {} of {}, ({}) -> {}",
            request.name(def.id),
            def.id,
            def.version,
            def.package,
            operands.join(", "),
            def.op.signature.result.rust_name()
        ));
        if let Some(ulps) = def.op.tolerance.as_ulps() {
            line(&format!(
                "  approximate: within {ulps} units in the last place"
            ));
        }
        line(&format!("  digest {digest}"));
        let known: Vec<String> = levels.iter().filter_map(|of| of.of(def.id)).collect();
        if known.is_empty() {
            line("  level: no certificate was given that shows one")
        } else {
            known.iter().for_each(|text| line(&format!("  {text}")))
        }
        if request.on_floats && floats::takes(op) {
            line(&format!("  also {}_f, on f32 values", request.name(def.id)));
        }
    }
    out.push('\n');
    out
}

fn language(target: Target) -> &'static str {
    match target {
        Target::Wgsl => "WGSL",
        Target::C => "C11",
        Target::Cuda => "CUDA C++",
        Target::OpenCl => "OpenCL C",
    }
}

fn types(target: Target) -> &'static str {
    match target {
        Target::Wgsl => {
            "A float is its bits in a u32 (bitcast), a bool 0u or 1u, a u64 a vec2<u32> of low and high word."
        }
        _ => {
            "A float is its bits in a u32. A vector is a parameter a lane; results of several lanes go through \
             pointers."
        }
    }
}

/// True if a type is the binary32 format.
pub(super) fn is_f32(ty: ValueType) -> bool {
    ty == ValueType::F32
}
