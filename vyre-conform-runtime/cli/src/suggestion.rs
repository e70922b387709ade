//! What somebody means who mistypes an id.

use strsim::levenshtein;
use vyre_conform_runtime::catalog::Catalog;

/// The most letters that a mistyped id differs in.
const NEAR: usize = 2;

/// The question whether the op or engine with the nearest id is meant, for the end of a message; nothing where none is
/// near. A name may go on behind the id, as those of trials do, or be the last word of one.
pub(super) fn meant(catalog: &Catalog, name: &str) -> String {
    let ops = catalog.ops().iter().map(|op| op.def.id);
    let engines = catalog.engines().iter().map(|engine| engine.id);
    nearest(name, ops.chain(engines))
        .map_or_else(String::new, |id| format!("; did you mean `{id}`?"))
}

fn nearest<'i>(name: &str, ids: impl Iterator<Item = &'i str>) -> Option<&'i str> {
    let name = name.trim().to_lowercase();
    let last = |text: &str| text.rsplit("::").next().unwrap_or_default().to_owned();
    // Of each id the distance, and the number of letters in the last word of what is compared with it.
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
    // What begins with an id has nothing wrong in it.
    if near.iter().any(|((distance, _), _)| *distance == 0) {
        return None;
    }
    // A last word of which no letter is right is another word.
    let near = near
        .into_iter()
        .filter(|((wrong, letters), _)| *wrong <= NEAR && wrong < letters);
    near.min().map(|(_, id)| id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: ids and mistakes by hand.
    #[test]
    fn the_nearest_id_is_meant() {
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
