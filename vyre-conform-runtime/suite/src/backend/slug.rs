//! The slug of a backend, which is part of names of trials, files and settings.

use vyre_conform_spec::{PROFILE_MARK, Profile};

/// Maximal length of a slug, which is part of file names.
const LONGEST: usize = 64;

/// True if a slug, or an adapter's without its profile, has only characters of backends' slugs.
pub fn is_slug(slug: &str) -> bool {
    !slug.is_empty() && slug.chars().all(is_allowed)
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '#')
}

/// Checks a slug or kind of a registered backend: ASCII letters, digits, `-`, `_` and `#`, and the suffix `+native` in
/// the profile of native floats. `what` names it in messages.
///
/// # Errors
///
/// The fault, with the remedy.
pub(super) fn check(what: &str, slug: &str) -> Result<(), String> {
    let refused = |reason: String| {
        Err(format!(
            "`{}` cannot be the {what} of a backend: {reason}. Give it a short name of ASCII letters, digits, `-`, `_` \
             and `#`",
            slug.escape_debug()
        ))
    };
    let device = match Profile::of(slug) {
        Some((device, Profile::Native)) => device,
        _ => slug,
    };
    match device.chars().find(|c| !is_allowed(*c)) {
        None if device.is_empty() => refused("it is empty".to_owned()),
        None if slug.len() > LONGEST => refused(format!(
            "it has {} characters; the limit is {LONGEST}",
            slug.len()
        )),
        None => Ok(()),
        Some(PROFILE_MARK) => refused(format!(
            "`{PROFILE_MARK}` stands before the profile of native floats alone"
        )),
        Some(c) => refused(format!("it has `{}`", c.escape_debug())),
    }
}

/// Kinds of adapters, by the interface of their drivers, with the suffix of their devices' names. A device's Vulkan
/// driver has the plain name.
const ADAPTERS: [(&str, &str); 4] = [
    ("wgpu-vulkan", ""),
    ("wgpu-gl", "-gl"),
    ("wgpu-metal", "-metal"),
    ("wgpu-dx12", "-dx12"),
];

/// True for kinds of adapters, without a profile.
pub fn is_adapter(kind: &str) -> bool {
    ADAPTERS.iter().any(|(known, _)| *known == kind)
}

/// True for kinds of backends that compile native expressions: those of the C family in the profile of native floats.
pub fn compiles_expressions(kind: &str) -> bool {
    Profile::of(kind)
        .is_some_and(|(device, profile)| profile == Profile::Native && !is_adapter(device))
}

/// The slug of an adapter of this kind: a short stable name from the device's, without the word "device" and without
/// parentheses, whose content changes with versions. The suffixes `-gl`, `-metal` and `-dx12` distinguish other drivers
/// of a device from its Vulkan driver.
pub fn adapter_slug(device: &str, kind: &str) -> String {
    let name = device.split('(').next().unwrap_or_default().to_lowercase();
    let words = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "device");
    let mut slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() {
        slug = "adapter".to_owned();
    }
    let kind = kind.split(PROFILE_MARK).next().unwrap_or_default();
    let found = ADAPTERS.iter().find(|(known, _)| *known == kind);
    slug + found.map_or("", |(_, mark)| mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: names as drivers report them, and the slugs that the project's documents use.
    #[test]
    fn slugs_are_short_and_stable() {
        let vulkan = "wgpu-vulkan";
        for (device, kind, expected) in [
            ("llvmpipe (LLVM 15.0.6, 256 bits)", vulkan, "llvmpipe"),
            ("llvmpipe (LLVM 15.0.6, 256 bits)", "wgpu-gl", "llvmpipe-gl"),
            ("SwiftShader Device (LLVM 10.0.0)", vulkan, "swiftshader"),
            ("SwiftShader Device", "wgpu-vulkan+native", "swiftshader"),
            ("NVIDIA H200", vulkan, "nvidia-h200"),
            ("NVIDIA H200", "wgpu-dx12", "nvidia-h200-dx12"),
            ("Apple M1", "wgpu-metal", "apple-m1-metal"),
            ("(unnamed)", vulkan, "adapter"),
        ] {
            assert_eq!(adapter_slug(device, kind), expected);
        }
        assert!(is_adapter("wgpu-metal") && !is_adapter("wgpu-mantle"));
    }

    /// Oracle: the documentation of [`check`], hand-written.
    #[test]
    fn a_slug_has_letters_digits_and_three_marks() {
        for slug in ["fpga", "FPGA-2", "swiftshader#2", "a_b", "7"] {
            assert_eq!(check("slug", slug), Ok(()), "{slug}");
            assert!(is_slug(slug), "{slug}");
            let native = format!("{slug}+native");
            assert_eq!(check("slug", &native), Ok(()));
            assert!(!is_slug(&native));
        }
        let long = "x".repeat(65);
        for (slug, reason) in [
            ("", "it is empty"),
            (
                "fpga+wgsl",
                "`+` stands before the profile of native floats",
            ),
            ("fpga+native+native", "`+` stands before"),
            ("+native", "it is empty"),
            ("+", "`+` stands before"),
            ("a b", "it has ` `"),
            ("a::b", "it has `:`"),
            ("../a", "it has `.`"),
            ("a,b", "it has `,`"),
            ("a\u{1b}[31m", "it has `\\u{1b}`"),
            ("é", "it has `é`"),
            (&long, "it has 65 characters"),
        ] {
            let message = check("kind", slug).expect_err(slug);
            assert!(
                message.contains(reason) && message.contains("Give it"),
                "{message}"
            );
            assert!(message.contains("cannot be the kind of"), "{message}");
            assert!(!message.contains('\u{1b}'), "{message}");
        }
    }
}
