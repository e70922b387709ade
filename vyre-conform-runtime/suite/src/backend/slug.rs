//! The short name of a backend, which stands in the names of trials, of files and of settings.

use super::PROFILE_MARK;

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

#[cfg(test)]
mod tests {
    use super::*;

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
