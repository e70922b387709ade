//! Suggestions for mistyped ids.

use strsim::levenshtein;
use vyre_conform_runtime::catalog::Catalog;

/// Maximal edit distance of a mistyped id.
const MAX_DISTANCE: usize = 2;

/// A question with the nearest op or engine, as a suffix of a message; empty if none is near. The name may continue
/// behind the id, as those of trials do, or be the last word of one.
pub(super) fn meant(catalog: &Catalog, name: &str) -> String {
    let ops = catalog.ops().iter().map(|op| op.def.id);
    let engines = catalog.engines().iter().map(|engine| engine.id);
    nearest(name, ops.chain(engines))
        .map_or_else(String::new, |id| format!("; did you mean `{id}`?"))
}

fn nearest<'i>(name: &str, ids: impl Iterator<Item = &'i str>) -> Option<&'i str> {
    let name = name.trim().to_lowercase();
    let last = |text: &str| text.rsplit("::").next().unwrap_or_default().to_owned();
    // For each id, the edit distance, and the length of the last word in the comparison.
    let distance = |id: &str| match name.matches("::").count() {
        0 => (levenshtein(&name, &last(id)), name.len()),
        _ => {
            let words = id.matches("::").count() + 1;
            let begin: Vec<&str> = name.split("::").take(words).collect();
            let begin = begin.join("::");
            (levenshtein(&begin, id), last(&begin).len())
        }
    };
    let near: Vec<((usize, usize), &str)> = ids.map(|id| (distance(id), id)).collect();
    // A name that begins with an id has no mistake in it.
    if near.iter().any(|((distance, _), _)| *distance == 0) {
        return None;
    }
    // A last word without a correct letter is another word.
    let near = near
        .into_iter()
        .filter(|((wrong, letters), _)| *wrong <= MAX_DISTANCE && wrong < letters);
    near.min().map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: hand-written ids and mistakes.
    #[test]
    fn nearest_id_is_suggested() {
        let ids = ["u32::average", "u32::add", "f32::add", "engine::reduce"];
        let near = |name: &str| nearest(name, ids.into_iter());
        for (name, id) in [
            ("u32::averge", Some("u32::average")),
            ("U32::Averages", Some("u32::average")),
            ("avrage", Some("u32::average")),
            ("u32::ad::law::commutative", Some("u32::add")),
            ("engine::redcue", Some("engine::reduce")),
            ("u32::mul", None),
            ("u32::add::law", None),
            ("x", None),
            ("u32::", None),
            ("u32::a", None),
            ("", None),
        ] {
            assert_eq!(near(name), id, "{name}");
        }
    }
}
