//! Validation of name prefixes.

use super::EmitError;

/// Rejects a prefix that is not free in all of the languages.
pub(super) fn check(prefix: &str) -> Result<(), EmitError> {
    let refused = |reason| {
        let prefix = prefix.to_owned();
        Err(EmitError::Prefix {
            prefix,
            why: reason,
        })
    };
    let lower = prefix.to_ascii_lowercase();
    if !prefix.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return refused("it begins with a letter, such as math_");
    }
    if !prefix
        .chars()
        .all(|c| c == '_' || c.is_ascii_alphanumeric())
    {
        return refused("it has letters a to z, digits and underscores only");
    }
    if !prefix.ends_with('_') || prefix.contains("__") {
        return refused("it ends with one underscore, such as math_, and has no two in a row");
    }
    // WGSL reserves `demote_to_helper`; no other reserved name has as many parts as a prefixed name.
    let reserved = [
        "vyre_",
        "cl_",
        "cuda_",
        "atomic_",
        "memory_order_",
        "demote_",
    ];
    if reserved
        .iter()
        .any(|used_names| lower.starts_with(used_names))
    {
        return refused("names with this beginning are reserved");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: the identifiers that WGSL, C11, OpenCL C and CUDA C++ leave to programs.
    #[test]
    fn a_prefix_is_an_identifier_that_is_free() {
        for right in ["math_", "a_", "Q8_", "my_own_ops_"] {
            assert_eq!(check(right), Ok(()), "{right}");
        }
        for wrong in [
            "", "_", "8_", "math", "a__", "a-_", "vyre_", "vyre_my_", "CL_", "é_", "a b_",
        ] {
            assert!(check(wrong).is_err(), "{wrong}");
        }
    }
}
