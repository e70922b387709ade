//! What the tests of the lowering share.

/// Parses and validates a shader with naga, with no optional capability.
#[track_caller]
pub(super) fn accept(text: &str) {
    if let Err(message) = check(text) {
        panic!("{message}\n{text}");
    }
}

/// naga's complaint about a shader.
pub(super) fn check(text: &str) -> Result<(), String> {
    let module = naga::front::wgsl::parse_str(text).map_err(|e| e.emit_to_string(text))?;
    naga::valid::Validator::new(
        naga::valid::ValidationFlags::all(),
        naga::valid::Capabilities::empty(),
    )
    .validate(&module)
    .map(drop)
    .map_err(|e| e.emit_to_string(text))
}
