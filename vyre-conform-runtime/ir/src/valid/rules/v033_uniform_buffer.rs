//! V033: a uniform buffer has a size, of at most 64 KiB.

use super::{Check, Rule};
use crate::{Access, BufferDecl, Type};

pub(super) const RULE: Rule = Rule {
    id: "V033",
    remedy: "declare a count of whole words that makes at most 64 KiB, or use a read-only buffer",
    checks: &[Check::Program(|program, _, report| {
        for (k, decl) in program.buffers.iter().enumerate() {
            if decl.access == Access::Uniform
                && let Some(wrong) = wrong(decl)
            {
                report(
                    format!("buffers[{k}]"),
                    format!("uniform buffer `{}` {wrong}", decl.name),
                );
            }
        }
    })],
};

/// The most bytes of a uniform buffer, whatever the target.
pub(super) const UNIFORM_BYTES: u64 = 64 << 10;

fn wrong(decl: &BufferDecl) -> Option<String> {
    match decl.element {
        Type::Bytes => return Some("is of bytes, whose elements are not words".to_owned()),
        element if element.is_packed() => {
            let name = element.name();
            return Some(format!(
                "has elements of type {name}, two of which share a word; elements of a uniform buffer need whole words"
            ));
        }
        _ => {}
    }
    let Some(count) = decl.count else {
        return Some("has no count".to_owned());
    };
    let bytes = 4 * decl.element.words() as u64 * u64::from(count);
    (bytes > UNIFORM_BYTES).then(|| format!("has {bytes} bytes"))
}

#[cfg(test)]
mod tests {
    use crate::valid::testing::{accepted, kernel, refused};
    use crate::{Access, Type};

    /// Oracle: V033: 64 KiB are 16,384 words.
    #[test]
    fn uniform_buffers_are_small() {
        let uniform = |element, count| {
            let mut k = kernel();
            k.buffer("params", Access::Uniform, element, count);
            k.finish()
        };
        refused("V033", 1, uniform(Type::U32, Some(16_385)));
        accepted(uniform(Type::U32, Some(16_384)));
        refused("V033", 1, uniform(Type::Vec4, Some(4_097)));
        accepted(uniform(Type::Vec4, Some(4_096)));
        refused("V033", 1, uniform(Type::U128, Some(u32::MAX)));
        refused("V033", 1, uniform(Type::U32, None));
        let message = |element, count| {
            let violations = refused("V033", 1, uniform(element, count));
            violations[0].message.clone()
        };
        assert!(message(Type::U32, None).ends_with("has no count"));
        // The fault is the element type: a count would not help.
        assert!(message(Type::Bytes, Some(4)).contains("is of bytes"));
        for half in [Type::F16, Type::BF16] {
            for count in [Some(4), None] {
                let message = message(half, count);
                assert!(message.contains("share a word"), "{message}");
                assert!(message.contains(half.name()), "{message}");
            }
        }
    }
}
