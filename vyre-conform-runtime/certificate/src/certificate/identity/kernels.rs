//! Hand-written kernels in the identity of an engine.

use super::SuiteTexts;
use crate::certificate::digest::digest_of_text;
use serde_json::Value;

impl SuiteTexts<'_> {
    /// The hand-written kernels in the identity of an engine: the key of the language and the digest of each.
    pub fn kernels_of(&self, engine: &str) -> Vec<(String, String)> {
        let own = self.engines(|id| id == engine);
        let text = own.first().map_or("", |(_, of)| &of.text);
        let value = serde_json::from_str(text).unwrap_or_default();
        // For an engine that calls ops of one hardware feature, the array also holds these.
        let identity = match &value {
            Value::Array(both) => both.first().unwrap_or(&Value::Null),
            other => other,
        };
        let kernels = identity["kernels"].as_array().into_iter().flatten();
        let texts = kernels.filter_map(|kernel| Some((kernel[0].as_str()?, kernel[2].as_str()?)));
        texts
            .map(|(language, text)| (language.to_owned(), digest_of_text(text)))
            .collect()
    }
}
