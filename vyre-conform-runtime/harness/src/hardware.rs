//! Misspelt names of hardware features: an op that requests such a feature runs nowhere.

use std::cell::RefCell;
use strsim::levenshtein;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::{Capabilities, Category};
use vyre_conform_wgpu::features;

/// Maximal edit distance of a misspelling.
const MAX_DISTANCE: usize = 3;

/// A backend that records the requested features and reports all or none as present.
struct FeatureProbe {
    has: bool,
    names: RefCell<Vec<String>>,
}

impl Capabilities for FeatureProbe {
    fn has(&self, feature: &str) -> bool {
        self.names.borrow_mut().push(feature.to_owned());
        self.has
    }
}

/// The faults of an op that requests a feature whose name is nearly another's. `listed` are further features of the
/// run's backends.
pub(super) fn misspelt(def: &OpDef, listed: &[&str]) -> Vec<String> {
    let Category::C {
        hardware,
        available,
    } = def.category
    else {
        return vec![];
    };
    let mut names = vec![hardware.to_owned()];
    for has in [true, false] {
        let probe = FeatureProbe {
            has,
            names: RefCell::default(),
        };
        available(&probe);
        names.extend(probe.names.into_inner());
    }
    names.sort();
    names.dedup();
    let mut known = listed.to_vec();
    features().for_each(|name| known.push(name));
    let meant = |name: &String| {
        let near = known.iter().map(|known| (levenshtein(known, name), known));
        let (away, meant) = near.min()?;
        (1..=MAX_DISTANCE).contains(&away).then(|| {
            format!(
                "{}: no backend lists the hardware feature `{name}`: did you mean `{meant}`?",
                def.place
            )
        })
    };
    names.iter().filter_map(meant).collect()
}
