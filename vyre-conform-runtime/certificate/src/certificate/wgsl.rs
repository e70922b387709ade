//! Shaders with hand-written words, as recorded in a certificate.

use super::digest::digest;
use serde::{Deserialize, Serialize};
use vyre_conform_suite::plan::PlanOptions;
use vyre_conform_suite::wgsl::WgslTest;

/// The shaders of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WgslTests {
    /// Their names, sorted.
    pub names: Vec<String>,
    /// Digest of their names and texts, including rows and entry points.
    pub digest: String,
}

impl WgslTests {
    /// The shaders of a run with these options; `None` if it runs none.
    pub fn of(options: &PlanOptions) -> Option<Self> {
        let names = options.wgsl.clone();
        let has_shaders = options.takes_programs() && !names.is_empty();
        has_shaders.then(|| Self {
            digest: digest_of(&names),
            names,
        })
    }

    /// The fault of the list; `None` if it lists shaders of this suite with their digest.
    pub(crate) fn problem(&self) -> Option<String> {
        if self.names.is_empty() || !self.names.is_sorted_by(|a, b| a < b) {
            return Some("its list of shaders is empty, or not sorted".into());
        }
        let mut names = self.names.iter();
        if let Some(name) = names.find(|name| WgslTest::find(name).is_none()) {
            return Some(format!(
                "it names the shader `{name}`, which this suite does not have"
            ));
        }
        let expected = digest_of(&self.names);
        (self.digest != expected).then(|| {
            format!(
                "the digest of its shaders is {}, here it is {expected}",
                self.digest
            )
        })
    }
}

/// The digest of these shaders in this suite.
fn digest_of(names: &[String]) -> String {
    let shaders = names.iter().map(|name| {
        let test = WgslTest::find(name);
        let whole = |test: &WgslTest| WgslTest::shader(test.text, test.cases() as usize);
        (name.as_str(), test.map_or(String::new(), whole))
    });
    digest(&serde_json::json!(shaders.collect::<Vec<_>>()))
}
