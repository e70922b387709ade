//! Entries of the page: their kinds, families and anchors.

use vyre_conform_suite::plan::PROGRAMS;

/// The family of an id: everything before its last `::`.
pub(super) fn family(id: &str) -> &str {
    id.rsplit_once("::").map_or("", |(family, _)| family)
}

/// Kind of an entry.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Op,
    Engine,
    Programs,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Op => "op",
            Self::Engine => "engine",
            Self::Programs => PROGRAMS,
        }
    }
}

/// The anchor of an op or engine. It is unique per id: characters other than letters and digits are written as their
/// codes.
pub(super) fn anchor(kind: Kind, id: &str) -> String {
    let mut out = format!("{}-", kind.name());
    for c in id.chars() {
        match c {
            c if c.is_ascii_alphanumeric() => out.push(c),
            ':' => out.push('.'),
            c => out.push_str(&format!("_{:x}_", u32::from(c))),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Oracle: ids that differ only in characters that an anchor cannot have.
    #[test]
    fn distinct_ids_have_distinct_anchors() {
        let ids = [
            "u32::add", "u32:add", "u32_add", "u32.add", "u32 add", "u32-add", "<b>",
        ];
        let anchors: BTreeSet<String> = ids.iter().map(|id| anchor(Kind::Op, id)).collect();
        assert_eq!(anchors.len(), ids.len());
        assert!(anchors.iter().all(|a| !a.contains(['<', ' ', '"'])));
        assert_eq!(family("u32::add"), "u32");
    }
}
