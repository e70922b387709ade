//! Functions of ops as text for an application: a part of a WGSL module, a C11 header, or a part of an
//! OpenCL C or CUDA C++ program.
//!
//! The text is the code that the suite runs: the same lowerings produce it from the same bodies.
//! Functions that several ops call occur once. The name of an op's function is the prefix and its id
//! with `_` for `::`, whatever else is in the text: `math_f32_exp` for `f32::exp` with the prefix
//! `math_`. Every other name that the text declares also begins with the prefix: helpers, types and
//! macros. The same ops, prefix and evidence produce the same bytes.
//!
//! In the `build.rs` of an application that has this package and a crate of ops as build dependencies:
//!
//! ```no_run
//! use vyre_conform_emit::{Request, Target, build};
//! use vyre_conform_runtime::catalog::Catalog;
//! // use vyre_ops as _;
//!
//! let catalog = Catalog::linked()?;
//! let request = Request::new(Target::Wgsl).prefix("math_").ops(["f32::exp", "u32::mul_hi"]);
//! build::write(&catalog, &request, "ops.wgsl")?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! and in the application `const OPS: &str = include_str!(concat!(env!("OUT_DIR"), "/ops.wgsl"));`.

pub mod build;
mod floats;
mod header;
mod prefix;
mod request;

pub use header::LevelSource;
pub use request::{Request, Target};

use std::collections::BTreeSet;
use vyre_conform_lower::{self as lower, CollectionOp};
use vyre_conform_lower_c::{self as lower_c, Dialect};
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::valid::Valid;
use vyre_conform_suite::backend::{Code, OpCode};

/// The reason why no text can be emitted.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EmitError {
    /// No op was named.
    #[error("no op is named: name at least one, such as u32::mul_hi")]
    Nothing,
    /// The catalog has no op with this id.
    #[error("there is no op `{0}` in this program; the command `list` shows every one")]
    Unknown(String),
    /// An op with a hand-written text, whose names cannot be changed.
    #[error(
        "`{0}` has its own text for a hardware feature, whose names cannot take a prefix: use the output of `show {0} \
         --wgsl`"
    )]
    OwnText(String),
    /// An op that could not be translated.
    #[error("`{id}` is not translated: {why}")]
    Untranslated {
        /// The op.
        id: String,
        /// The violations.
        why: String,
    },
    /// An invalid prefix.
    #[error("`{prefix}` is not a valid prefix: {why}")]
    Prefix {
        /// The prefix.
        prefix: String,
        /// Its fault.
        why: &'static str,
    },
}

vyre_conform_runtime::debug_is_display!(EmitError);

/// Emits the text of a request. `levels` is evidence from certificates about the ops, which the header
/// repeats.
///
/// # Errors
/// An op that is missing or has no usable text, or an invalid prefix.
pub fn emit(
    catalog: &Catalog,
    request: &Request,
    levels: &[LevelSource<'_>],
) -> Result<String, EmitError> {
    prefix::check(&request.prefix)?;
    let ops = selected_ops(catalog, &request.ops)?;
    let mut parts = vec![];
    for op in &ops {
        parts.push((*op, module(op)?, request.name(op.def.id)));
    }
    let mut text = header::header(request, &ops, levels);
    text.push_str(&body(request, &parts));
    if request.on_floats {
        for (op, _, name) in &parts {
            let wrapper = floats::wrapper(op, name, request);
            text.push_str(&wrapper.map_or(String::new(), |wrapper| format!("\n{wrapper}")));
        }
    }
    Ok(text)
}

/// The functions on bits.
fn body(request: &Request, parts: &[(&Op, &Valid, String)]) -> String {
    let dialect = match request.target {
        Target::Wgsl => None,
        Target::C => Some(Dialect::C11),
        Target::OpenCl => Some(Dialect::OpenCl),
        Target::Cuda => Some(Dialect::Cuda),
    };
    let bare = |name: &'_ String| name[request.prefix.len()..].to_owned();
    let names: Vec<String> = parts.iter().map(|(.., name)| bare(name)).collect();
    let named = parts.iter().zip(&names);
    match dialect {
        None => {
            let ops = named.map(|((op, module, _), name)| CollectionOp {
                module,
                signature: &op.def.op.signature,
                name,
            });
            lower::collection(&ops.collect::<Vec<_>>(), &request.prefix)
        }
        Some(dialect) => {
            let ops = named.map(|((_, module, _), name)| (*module, name.as_str()));
            lower_c::collection(ops, &request.prefix, dialect)
        }
    }
}

/// The ops with these ids, sorted, each once.
fn selected_ops<'c>(catalog: &'c Catalog, ids: &[String]) -> Result<Vec<&'c Op>, EmitError> {
    let ids: BTreeSet<&str> = ids.iter().map(String::as_str).collect();
    if ids.is_empty() {
        return Err(EmitError::Nothing);
    }
    let op = |id: &str| {
        let op = catalog.find(id).filter(|op| op.def.id == id);
        op.ok_or_else(|| EmitError::Unknown(id.to_owned()))
    };
    ids.into_iter().map(op).collect()
}

/// The module to lower for an op.
fn module(op: &Op) -> Result<&Valid, EmitError> {
    let module = op.module().as_ref();
    let module = module.map_err(|problems| EmitError::Untranslated {
        id: op.def.id.to_owned(),
        why: problems
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("; "),
    })?;
    match OpCode::of(op.def, module, op.correction()).code {
        Code::Module(module) => Ok(module),
        _ => Err(EmitError::OwnText(op.def.id.to_owned())),
    }
}
