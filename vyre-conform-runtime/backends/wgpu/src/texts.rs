//! Checks of authors' WGSL before any device sees it: it must parse, be valid, and have the op's types.

use super::op::PREPARED;
use naga::valid::{Capabilities, ShaderStages, SubgroupOperationSet, ValidationFlags, Validator};
use naga::{Handle, Module, ScalarKind, Span, Type, TypeInner};
use vyre_conform_lower::{self as lower, OperandSource, wgsl_type};
use vyre_conform_runtime::registry::Signature;

/// Fault of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TextError {
    /// Its byte offset in the text, if it has one.
    pub offset: Option<usize>,
    /// The fault.
    pub message: String,
}

/// Checks a text whose function `name` is called with the operands of the signature.
///
/// # Errors
///
/// The first error: of the syntax, of types, of the function's signature, or of a name that the surrounding shader also
/// uses.
pub fn check_text(text: &str, name: &str, signature: &Signature) -> Result<(), TextError> {
    let module = read(text)?;
    let called = lower::called(text, name);
    let Some((_, function)) = module
        .functions
        .iter()
        .find(|(_, f)| f.name.as_deref() == Some(&called))
    else {
        return Err(TextError {
            offset: None,
            message: format!("it declares no function `{name}`"),
        });
    };
    let expected = signature.operands.iter().map(|ty| wgsl_type(*ty));
    let expected = written(expected, wgsl_type(signature.result));
    let arguments = function.arguments.iter().map(|a| type_name(&module, a.ty));
    let result = function.result.as_ref().map(|r| type_name(&module, r.ty));
    let actual = written(arguments, result.unwrap_or("nothing"));
    if expected != actual {
        let position = text.find(&format!("fn {called}"));
        return Err(TextError {
            offset: position.map(|position| position + 3),
            message: format!("`{called}` has the signature {actual}, the op has {expected}"),
        });
    }
    let stored = vec![OperandSource::Storage; signature.operands.len()];
    let (workgroup, each) = PREPARED;
    let whole = lower::op_shader(text, name, signature, &stored, workgroup, each);
    read(&whole).map(drop).map_err(|error| TextError {
        offset: None,
        message: format!("in the shader around it: {}", error.message),
    })
}

fn read(text: &str) -> Result<Module, TextError> {
    let begins = |span: Option<Span>| span.and_then(Span::to_range).map(|range| range.start);
    let module = naga::front::wgsl::parse_str(text).map_err(|error| {
        let span = error.labels().next().map(|(span, _)| span);
        let label = error.labels().next().map_or("", |(_, label)| label);
        let more = if label.is_empty() || error.message().contains(label) {
            String::new()
        } else {
            format!(" ({label})")
        };
        TextError {
            offset: begins(span),
            message: format!("{}{more}", error.message()),
        }
    })?;
    let mut validator = Validator::new(ValidationFlags::all(), Capabilities::all());
    validator.subgroup_stages(ShaderStages::all());
    validator.subgroup_operations(SubgroupOperationSet::all());
    match validator.validate(&module) {
        Ok(_) => Ok(module),
        Err(error) => {
            // The innermost span, that of a statement or an expression, comes first.
            let spans = error.spans().map(|(span, _)| *span);
            let span = spans.min_by_key(|span| span.to_range().map_or(usize::MAX, |r| r.len()));
            Err(TextError {
                offset: begins(span),
                message: super::device::chain(error.as_inner()),
            })
        }
    }
}

/// Types of a function in source form.
fn written<'t>(arguments: impl Iterator<Item = &'t str>, result: &str) -> String {
    let arguments: Vec<&str> = arguments.collect();
    format!("`({}) -> {result}`", arguments.join(", "))
}

/// The name of a type that an op can have.
fn type_name(module: &Module, ty: Handle<Type>) -> &'static str {
    let scalar = |kind: ScalarKind, width: u8| match (kind, width) {
        (ScalarKind::Uint, 4) => "u32",
        (ScalarKind::Sint, 4) => "i32",
        (ScalarKind::Float, 4) => "f32",
        (ScalarKind::Float, 2) => "f16",
        (ScalarKind::Bool, _) => "bool",
        (ScalarKind::Uint, 8) => "u64",
        (ScalarKind::Sint, 8) => "i64",
        _ => "another type",
    };
    match module.types[ty].inner {
        TypeInner::Scalar(s) => scalar(s.kind, s.width),
        TypeInner::Vector { size, scalar: s } => match (size, scalar(s.kind, s.width)) {
            (naga::VectorSize::Bi, "u32") => "vec2<u32>",
            (naga::VectorSize::Quad, "u32") => "vec4<u32>",
            _ => "another vector",
        },
        _ => "another type",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vyre_conform_spec::ValueType::{Bool, I32, U32, U64};

    const SUM: Signature = Signature {
        operands: &[U32, U64],
        result: Bool,
    };

    fn wrong(text: &str) -> (Option<usize>, String) {
        let error = check_text(text, "f", &SUM).expect_err(text);
        (error.offset, error.message)
    }

    /// Oracle: the WGSL specification, and hand-counted offsets.
    #[test]
    fn a_text_is_read_as_a_device_would() {
        let right = "fn f(a: u32, b: vec2<u32>) -> u32 { return a + b.x; }";
        assert_eq!(check_text(right, "f", &SUM), Ok(()));
        let (position, message) = wrong("fn f(a: u32, b: vec2<u32>) -> u32 { return a + ; }");
        assert_eq!(position, Some(47), "{message}");
        let (position, message) = wrong("fn f(a: u32, b: vec2<u32>) -> u32 { return a + b; }");
        assert!(position.is_some(), "{message}");
        let (position, message) = wrong("fn f(a: u32, b: u32) -> u32 { return a + b; }");
        let expected =
            "`f` has the signature `(u32, u32) -> u32`, the op has `(u32, vec2<u32>) -> u32`";
        assert_eq!((position, &*message), (Some(3), expected));
        let (position, message) = wrong("fn g(a: u32) -> u32 { return a; }");
        assert_eq!((position, &*message), (None, "it declares no function `f`"));
        let around = "var<private> vyre_out: u32;\nfn f(a: u32, b: vec2<u32>) -> u32 { return a; }";
        assert!(wrong(around).1.contains("in the shader around it"));
        let signed = Signature {
            operands: &[I32],
            result: I32,
        };
        assert_eq!(
            check_text("fn f(a: i32) -> i32 { return -a; }", "f", &signed),
            Ok(())
        );
    }
}
