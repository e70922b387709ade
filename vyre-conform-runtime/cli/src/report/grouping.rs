//! Grouping of equal items.

/// Groups equal items in order of occurrence, with the groups in the order of their first items.
pub(super) fn together<T>(
    all: impl IntoIterator<Item = T>,
    alike: impl Fn(&T, &T) -> bool,
) -> Vec<Vec<T>> {
    let mut groups: Vec<Vec<T>> = vec![];
    for one in all {
        match groups.iter_mut().find(|group| alike(&group[0], &one)) {
            Some(group) => group.push(one),
            None => groups.push(vec![one]),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Oracle: hand-written groups: adjacent items or not, in the order of the first of each.
    #[test]
    fn groups_keep_their_order() {
        let all = ["b1", "a1", "b2", "c1", "a2"];
        let same = |one: &&str, other: &&str| one[..1] == other[..1];
        let found = together(all, same);
        assert_eq!(found, [vec!["b1", "b2"], vec!["a1", "a2"], vec!["c1"]]);
        assert_eq!(together([1, 1, 1], |_, _| false), [[1], [1], [1]]);
        assert!(together([0; 0], |_, _| true).is_empty());
    }
}
