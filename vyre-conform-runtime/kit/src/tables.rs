//! Shared data of a kit's requests without duplicates: texts, shaders, sources, words.

use crate::draft::{Shader, StepDraft};
use crate::source::SourceSpec;
use crate::words::{encoded, name_of};
use serde_json::{Value as Json, json};
use std::collections::HashMap;

/// A list without repetitions.
#[derive(Debug, Default)]
struct Table {
    places: HashMap<String, usize>,
    list: Vec<Json>,
}

impl Table {
    fn place(&mut self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    fn add(&mut self, name: String, item: Json) -> usize {
        let place = self.list.len();
        self.list.push(item);
        self.places.insert(name, place);
        place
    }
}

/// The tables of a kit.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    texts: Table,
    shaders: Table,
    laws: Table,
    sources: Table,
    words: Table,
    families: Table,
}

impl Tables {
    /// The place of a text.
    pub(crate) fn text(&mut self, text: &str) -> usize {
        let name = name_of(&[text.as_bytes()]);
        let known = self.texts.place(&name);
        known.unwrap_or_else(|| self.texts.add(name, text.into()))
    }

    /// The place of a shader.
    pub(crate) fn shader(&mut self, shader: &Shader) -> usize {
        if let Some(place) = self.shaders.place(&shader.name) {
            return place;
        }
        let parts: Vec<usize> = shader.parts.iter().map(|part| self.text(part)).collect();
        let item = json!({"parts": parts, "passing": shader.passing});
        self.shaders.add(shader.name.clone(), item)
    }

    /// The place of the terms of a law.
    pub(crate) fn law(&mut self, steps: &[(StepDraft, &'static str)], compared: &[usize]) -> usize {
        let content: Vec<String> = steps.iter().map(|(step, ty)| step.content(ty)).collect();
        let name = name_of(&[json!([content, compared]).to_string().as_bytes()]);
        if let Some(place) = self.laws.place(&name) {
            return place;
        }
        let steps = steps.iter().map(|(step, ty)| step.json(ty, self));
        let steps: Vec<Json> = steps.collect();
        self.laws
            .add(name, json!({"steps": steps, "compared": compared}))
    }

    /// The place of a source.
    pub(crate) fn source(&mut self, source: &SourceSpec) -> usize {
        if let Some(place) = self.sources.place(&source.name) {
            return place;
        }
        let item = source.json(self);
        self.sources.add(source.name.clone(), item)
    }

    /// The place of words.
    pub(crate) fn words(&mut self, words: &[u32]) -> usize {
        let text = encoded(words);
        let name = name_of(&[text.as_bytes()]);
        let known = self.words.place(&name);
        known.unwrap_or_else(|| self.words.add(name, text.into()))
    }

    /// The place of an op or engine.
    pub(crate) fn family(&mut self, name: &str) -> usize {
        let known = self.families.place(name);
        known.unwrap_or_else(|| self.families.add(name.to_owned(), name.into()))
    }

    /// The tables in the file.
    pub(crate) fn json(&self) -> [(&'static str, &[Json]); 6] {
        [
            ("families", &self.families.list),
            ("texts", &self.texts.list),
            ("shaders", &self.shaders.list),
            ("laws", &self.laws.list),
            ("sources", &self.sources.list),
            ("words", &self.words.list),
        ]
    }
}
