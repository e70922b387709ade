//! The short name of a backend, which stands in the names of trials, of files and of settings.

use vyre_conform_spec::PROFILE_MARK;

/// Most characters of a slug: it is a part of file names.
const LONGEST: usize = 64;

/// Whether a slug, or an adapter's without its profile, has no character but those that the slugs of backends have.
pub fn is_slug(slug: &str) -> bool {
    !slug.is_empty() && slug.chars().all(is_allowed)
}

fn is_allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '#')
}

/// `Ok` for a slug, or a kind, that a registered backend may have: ASCII letters, digits, `-`, `_` and `#`. `what` says
/// which it is.
///
/// # Errors
/// What is wrong with it, and what to do.
pub(super) fn check(what: &str, slug: &str) -> Result<(), String> {
    let refused = |why: String| {
        Err(format!(
            "`{}` cannot be the {what} of a backend: {why}. Give it a short name of ASCII letters, digits, `-`, `_` and `#`",
            slug.escape_debug()
        ))
    };
    match slug.chars().find(|c| !is_allowed(*c)) {
        None if slug.is_empty() => refused("it is empty".to_owned()),
        None if slug.len() > LONGEST => refused(format!(
            "it has {} characters, and {LONGEST} are the most",
            slug.len()
        )),
        None => Ok(()),
        Some(PROFILE_MARK) => refused(format!(
            "`{PROFILE_MARK}` stands before the profile of an adapter"
        )),
        Some(c) => refused(format!("it has `{}`", c.escape_debug())),
    }
}

/// The slug of an adapter: a short stable name from the device's, without what stands in parentheses (versions change) and
/// without the word "device"; `-gl` tells the GL driver of a device from its Vulkan driver.
pub fn adapter_slug(device: &str, gl: bool) -> String {
    let name = device.split('(').next().unwrap_or_default().to_lowercase();
    let words = name
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty() && *word != "device");
    let mut slug = words.collect::<Vec<_>>().join("-");
    if slug.is_empty() {
        slug = "adapter".to_owned();
    }
    if gl { format!("{slug}-gl") } else { slug }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: names as drivers report them, and the slugs that the project's documents use.
    #[test]
    fn slugs_are_short_and_stable() {
        for (device, gl, due) in [
            ("llvmpipe (LLVM 15.0.6, 256 bits)", false, "llvmpipe"),
            ("llvmpipe (LLVM 15.0.6, 256 bits)", true, "llvmpipe-gl"),
            ("SwiftShader Device (LLVM 10.0.0)", false, "swiftshader"),
            ("NVIDIA H200", false, "nvidia-h200"),
            ("(unnamed)", false, "adapter"),
        ] {
            assert_eq!(adapter_slug(device, gl), due);
        }
    }

    /// Oracle: the documentation of [`check`], by hand.
    #[test]
    fn a_slug_has_letters_digits_and_three_marks() {
        for slug in ["fpga", "FPGA-2", "swiftshader#2", "a_b", "7"] {
            assert_eq!(check("slug", slug), Ok(()), "{slug}");
            assert!(is_slug(slug), "{slug}");
        }
        let long = "x".repeat(65);
        for (slug, why) in [
            ("", "it is empty"),
            ("fpga+native", "`+` stands before the profile of an adapter"),
            ("+", "`+` stands before"),
            ("a b", "it has ` `"),
            ("a::b", "it has `:`"),
            ("../a", "it has `.`"),
            ("a,b", "it has `,`"),
            ("a\u{1b}[31m", "it has `\\u{1b}`"),
            ("é", "it has `é`"),
            (&long, "it has 65 characters"),
        ] {
            let said = check("kind", slug).expect_err(slug);
            assert!(said.contains(why) && said.contains("Give it"), "{said}");
            assert!(said.contains("cannot be the kind of"), "{said}");
            assert!(!said.contains('\u{1b}'), "{said}");
        }
    }
}
