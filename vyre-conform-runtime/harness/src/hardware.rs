//! Names of hardware features that are nearly those that a backend may list: an op that asks for them runs nowhere.

use std::cell::RefCell;
use strsim::levenshtein;
use vyre_conform_runtime::registry::OpDef;
use vyre_conform_spec::{Capabilities, Category};
use vyre_conform_wgpu::features;

/// The number of letters of a name may be wrong for another to be what was meant.
const NEAR: usize = 3;

/// A backend that notes what it is asked for, and has all of it, or nothing.
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

/// What is said of an op that asks for a feature whose name is nearly another's. `listed` are features that backends
/// of this run have besides.
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
        let asked = FeatureProbe {
            has,
            names: RefCell::default(),
        };
        available(&asked);
        names.extend(asked.names.into_inner());
    }
    names.sort();
    names.dedup();
    let mut known = listed.to_vec();
    features().for_each(|name| known.push(name));
    let meant = |name: &String| {
        let near = known.iter().map(|known| (levenshtein(known, name), known));
        let (away, meant) = near.min()?;
        (1..=NEAR).contains(&away).then(|| {
            format!(
                "{}: no backend lists the hardware feature `{name}`: did you mean `{meant}`?",
                def.place
            )
        })
    };
    names.iter().filter_map(meant).collect()
}
