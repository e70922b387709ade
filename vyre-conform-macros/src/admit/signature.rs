//! Gates 2 and 5 on the signature.

use crate::decl::LowerDecl;
use crate::errors::Errors;
use crate::messages;
use crate::model::{Function, Model, Operand, Ty, unwrap_type};
use crate::text::source;
use syn::{FnArg, GenericParam, Pat, ReturnType, Safety, Type};

/// Rust types of the prelude and of the language that are not value types. Any other name may be an
/// alias of one.
const UNSUPPORTED: &[&str] = &[
    "u8", "u16", "u128", "usize", "i8", "i16", "i64", "i128", "isize", "f16", "bf16", "f32", "f64",
    "f128", "char", "str", "String", "Vec", "Box", "Option", "Result", "Self", "Wrapping",
];

/// Refuses a function that cannot be an op. Returns true if its types are values.
pub(super) fn op(errors: &Errors, model: &Model) -> bool {
    let function = &model.function;
    alone(errors, function);
    shape(errors, function);
    let name = function.name();
    match function.operands.len() {
        0 if function.item.sig.inputs.is_empty() => {
            errors.refuse(&function.item.sig.ident, &messages::NO_OPERANDS, &[]);
        }
        n if n > 4 => {
            let args = [&*name, &n.to_string()];
            errors.refuse(
                &function.item.sig.inputs,
                &messages::TOO_MANY_OPERANDS,
                &args,
            );
        }
        _ => {}
    }
    let mut supported = true;
    for ty in types(function) {
        supported &= value(errors, ty);
    }
    supported &= floats(errors, model);
    tolerance(errors, model);
    // A generic parameter is refused separately.
    let generic = !function.item.sig.generics.params.is_empty();
    if let (None, Some(Operand { ty, .. }), true, false) =
        (&model.id, function.operands.first(), supported, generic)
    {
        errors.refuse(&ty.written, &messages::UNNAMED_FAMILY, &[&ty.text(), &name]);
    }
    supported
}

/// Refuses a second attribute, which would register the function once more under the same id.
pub(super) fn alone(errors: &Errors, function: &Function) {
    for attribute in &function.item.attrs {
        let last = attribute.path().segments.last();
        let name = last.map(|segment| segment.ident.to_string());
        if let Some(name @ ("vyre_op" | "vyre_fn")) = name.as_deref() {
            let args = [&*function.name(), name];
            errors.refuse(attribute, &messages::SECOND_ATTRIBUTE, &args);
        }
    }
}

/// Refuses floats without a bit-level function, and an exact NaN without floats.
fn floats(errors: &Errors, model: &Model) -> bool {
    let function = &model.function;
    if let Some(exact) = &model.exact_nan
        && function.result.known.is_some()
        && !function.result.is_float()
    {
        let args = [&*function.name(), &function.result.text()];
        errors.refuse(exact, &messages::NAN_OF_NO_FLOAT, &args);
    }
    if matches!(model.lower, Some(LowerDecl::Function(_))) {
        return true;
    }
    let float = types(function).into_iter().find(|ty| ty.is_float());
    if let Some(ty) = float {
        let bits = |ty: &Ty| {
            if ty.is_float() {
                "u32".to_owned()
            } else {
                ty.text()
            }
        };
        let operands: Vec<_> = function
            .operands
            .iter()
            .map(|o| format!("{}: {}", o.name, bits(&o.ty)))
            .collect();
        let name = function.name();
        let head = format!(
            "fn {name}_bits({}) -> {}",
            operands.join(", "),
            bits(&function.result)
        );
        let args = [&*ty.text(), &head, &name];
        errors.refuse(&ty.written, &messages::FLOAT_WITHOUT_LOWERING, &args);
    }
    float.is_none()
}

/// Refuses a tolerance without floats, one that accepts anything, and one of NaN bits. For an alias,
/// the compiler refuses the first.
fn tolerance(errors: &Errors, model: &Model) {
    let (Some(ulps), Some(known)) = (&model.ulps, model.function.result.known) else {
        return;
    };
    let (digits, result) = (ulps.base10_digits(), model.function.result.text());
    let Some(format) = known.float() else {
        let args = [digits, &model.function.name(), &result];
        return errors.refuse(ulps, &messages::ULPS_OF_NO_FLOAT, &args);
    };
    if ulps
        .base10_parse::<u32>()
        .is_ok_and(|n| n >> format.fraction_bits() != 0)
    {
        let args = [digits, &result, &format.fraction_bits().to_string()];
        errors.refuse(ulps, &messages::ULPS_OF_A_BINADE, &args);
    }
    if let Some(exact) = &model.exact_nan {
        errors.refuse(exact, &messages::ULPS_AND_EXACT_NAN, &[digits]);
    }
}

/// Refuses a function that cannot be a `#[vyre_fn]`. Returns true if its types are in the kernel
/// subset.
pub(crate) fn helper(errors: &Errors, function: &Function) -> bool {
    shape(errors, function);
    if function.operands.len() > 8 {
        let args = [&*function.name(), &function.operands.len().to_string()];
        errors.refuse(
            &function.item.sig.inputs,
            &messages::TOO_MANY_PARAMETERS,
            &args,
        );
    }
    let mut supported = true;
    for ty in types(function) {
        supported &= kernel(errors, &ty.written);
    }
    supported
}

/// The types of operands and result, each spelling once, so that it is refused once.
fn types(function: &Function) -> Vec<&Ty> {
    let result = has_result(function).then_some(&function.result);
    let mut types: Vec<&Ty> = Vec::new();
    for ty in function.operands.iter().map(|o| &o.ty).chain(result) {
        if types.iter().all(|other| other.text() != ty.text()) {
            types.push(ty);
        }
    }
    types
}

/// Checks common to both attributes.
fn shape(errors: &Errors, function: &Function) {
    let sig = &function.item.sig;
    let generic = |p: &&GenericParam| !matches!(p, GenericParam::Lifetime(_));
    if let Some(parameter) = sig.generics.params.iter().find(generic) {
        errors.refuse(parameter, &messages::GENERIC, &[]);
    } else if !sig.generics.params.is_empty() || sig.generics.where_clause.is_some() {
        errors.refuse(&sig.ident, &messages::GENERIC, &[]);
    }
    if let Some(keyword) = &sig.asyncness {
        errors.refuse(keyword, &messages::ASYNC, &[]);
    }
    if let Safety::Unsafe(keyword) = &sig.safety {
        errors.refuse(keyword, &messages::UNSAFE, &[]);
    }
    if let Some(abi) = &sig.abi {
        errors.refuse(abi, &messages::EXTERN, &[]);
    }
    if let Some(dots) = &sig.variadic {
        errors.refuse(dots, &messages::VARIADIC, &[]);
    }
    for input in &sig.inputs {
        let attributes = match input {
            FnArg::Receiver(receiver) => {
                errors.refuse(receiver, &messages::METHOD, &[]);
                continue;
            }
            FnArg::Typed(typed) => {
                let plain = matches!(&*typed.pat, Pat::Ident(name)
                    if name.by_ref.is_none() && name.subpat.is_none());
                if !plain {
                    errors.refuse(&typed.pat, &messages::PATTERN_PARAMETER, &[]);
                }
                &typed.attrs
            }
        };
        let conditional =
            |a: &&syn::Attribute| a.path().is_ident("cfg") || a.path().is_ident("cfg_attr");
        if let Some(attribute) = attributes.iter().find(conditional) {
            errors.refuse(attribute, &messages::CONDITIONAL_PARAMETER, &[]);
        }
    }
    if !has_result(function) {
        errors.refuse(&sig.ident, &messages::NO_RESULT, &[&function.name()]);
    }
}

/// Gate 5: true if the function returns something.
fn has_result(function: &Function) -> bool {
    match &function.item.sig.output {
        ReturnType::Default => false,
        ReturnType::Type(_, ty) => match unwrap_type(ty) {
            Type::Tuple(tuple) => !tuple.elems.is_empty(),
            Type::Never(_) => false,
            _ => true,
        },
    }
}

/// Refuses types that are not value types. Names that may be aliases are left to the compiler.
fn value(errors: &Errors, ty: &Ty) -> bool {
    if ty.known.is_some() {
        return true;
    }
    let written = unwrap_type(&ty.written);
    let supported = match written {
        Type::Reference(reference) if is_plain(&reference.elem) => {
            let args = [&*source(&reference.elem)];
            errors.refuse(reference, &messages::REFERENCE, &args);
            return false;
        }
        Type::Path(path) => !is_unsupported(path),
        // `[u32; N]` may be one of the two value types; the compiler decides.
        Type::Array(array) => {
            let element = Ty {
                written: (*array.elem).clone(),
                known: None,
            };
            let alias = |ty: &Type| matches!(ty, Type::Path(path) if !is_unsupported(path));
            !matches!(array.len, syn::Expr::Lit(_)) && alias(&element.written)
        }
        _ => false,
    };
    if !supported {
        let name = source(written);
        match width(&name, TypeContext::Op) {
            Some(advice) => {
                errors.refuse(written, &messages::UNSUPPORTED_WIDTH, &[&name, &advice]);
            }
            None => errors.refuse(written, &messages::UNSUPPORTED_TYPE, &[&name]),
        }
    }
    supported
}

/// Refuses types outside the kernel subset.
fn kernel(errors: &Errors, ty: &Type) -> bool {
    let written = unwrap_type(ty);
    let supported = match written {
        Type::Path(path) => !is_unsupported(path) || source(path) == "usize",
        Type::Tuple(tuple) => {
            let each = tuple.elems.iter().map(|ty| kernel(errors, ty));
            return each.fold(true, |all, one| all & one);
        }
        Type::Array(array) => return kernel(errors, &array.elem),
        Type::Reference(reference) if is_plain(&reference.elem) => {
            let args = [&*source(&reference.elem)];
            errors.refuse(reference, &messages::REFERENCE, &args);
            return false;
        }
        _ => false,
    };
    let is_float = matches!(written, Type::Path(path) if path.path.segments.last().is_some_and(
        |last| ["f16", "bf16", "f32"].contains(&&*last.ident.to_string())
    ));
    if is_float {
        let args = [&*source(written)];
        errors.refuse(written, &messages::FLOAT_KERNEL_TYPE, &args);
    } else if !supported {
        let name = source(written);
        match width(&name, TypeContext::Helper) {
            Some(advice) => {
                let args = [&*name, &advice];
                errors.refuse(written, &messages::UNSUPPORTED_KERNEL_WIDTH, &args);
            }
            None => errors.refuse(written, &messages::UNSUPPORTED_KERNEL_TYPE, &[&name]),
        }
    }
    supported
}

/// The context of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum TypeContext {
    Op,
    Helper,
}

/// The replacement for an integer of a width that devices lack.
fn width(name: &str, place: TypeContext) -> Option<String> {
    let double = match place {
        TypeContext::Op => "[u32; 4], its four words",
        TypeContext::Helper => "(u64, u64), its low and its high half",
    };
    Some(match name {
        "u8" => "write u32, and mask what may be wider: `x & 0xFF`".to_owned(),
        "u16" => "write u32, and mask what may be wider: `x & 0xFFFF`".to_owned(),
        "i8" => "write i32; `(x << 24) >> 24` extends the sign of the low 8 bits".to_owned(),
        "i16" => "write i32; `(x << 16) >> 16` extends the sign of the low 16 bits".to_owned(),
        "i64" | "isize" => {
            "write u64, which holds the same bits; `x as u64` extends the sign of an i32".to_owned()
        }
        "usize" => "write u32, and cast where it is an index: `t[i as usize]`".to_owned(),
        "u128" | "i128" => format!("write {double}"),
        "char" => "write u32, the number of the character".to_owned(),
        _ => return None,
    })
}

/// True if the referenced value could be passed by value.
fn is_plain(ty: &Type) -> bool {
    match unwrap_type(ty) {
        Type::Path(path) => !is_unsupported(path) || source(path) == "usize",
        Type::Array(_) | Type::Tuple(_) => true,
        _ => false,
    }
}

fn is_unsupported(path: &syn::TypePath) -> bool {
    let last = path.path.segments.last();
    last.is_none_or(|last| {
        let name = last.ident.to_string();
        UNSUPPORTED.contains(&&*name) || !last.arguments.is_none()
    })
}
