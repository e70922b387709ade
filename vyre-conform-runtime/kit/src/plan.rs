//! A kit under construction.

use crate::draft::Draft;
use crate::head::Head;
use crate::tables::Tables;
use crate::{BLOCK, FORMAT};
use serde_json::{Map, Value as Json, json};
use std::collections::HashMap;
use std::ops::Range;
use vyre_conform_runtime::generate::witness;

/// Requests with what they have in common.
#[derive(Debug)]
pub struct Kit {
    head: Head,
    tables: Tables,
    requests: Vec<Request>,
    places: HashMap<String, usize>,
}

#[derive(Debug)]
struct Request {
    id: String,
    json: Json,
    times: u32,
}

/// The name of the words of a range of results.
pub(crate) fn part_id(id: &str, range: &Range<u64>) -> String {
    format!("{id}@{}-{}", range.start, range.end)
}

impl Kit {
    /// A kit without requests.
    pub fn new(head: Head) -> Self {
        Self {
            head,
            tables: Tables::default(),
            requests: vec![],
            places: HashMap::new(),
        }
    }

    /// The run that it is for.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// Number of requests.
    pub fn len(&self) -> usize {
        self.requests.len()
    }

    /// True if there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }

    /// Its digest, which answers name.
    pub fn digest(&self) -> String {
        self.head
            .digest(self.requests.iter().map(|request| &*request.id))
    }

    /// Adds a request of an op or engine, or one more run of a known one if it is `again`.
    pub(crate) fn add(
        &mut self,
        family: &str,
        id: String,
        draft: &Draft,
        want: Option<Range<u64>>,
        again: bool,
    ) {
        let id = want
            .as_ref()
            .map_or(id.clone(), |range| part_id(&id, range));
        if let Some(known) = self.places.get(&id) {
            self.requests[*known].times += u32::from(again);
            return;
        }
        let (kind, of) = draft.json(&mut self.tables);
        let mut json = json!({"id": id, "family": self.tables.family(family)});
        json[kind] = of;
        if let Some(range) = want {
            json["want"] = json!([range.start, range.end]);
        }
        self.places.insert(id.clone(), self.requests.len());
        self.requests.push(Request { id, json, times: 1 });
    }

    /// The JSON text that the page embeds.
    pub fn json(&self) -> String {
        let key = self.head.key();
        let mut all = Map::new();
        all.insert("format".to_owned(), format!("vyre-kit/{FORMAT}").into());
        all.insert("digest".to_owned(), self.digest().into());
        let head = json!(self.head);
        all.extend(head.as_object().cloned().unwrap_or_default());
        all.insert("key".to_owned(), json!([key as u32, (key >> 32) as u32]));
        all.insert("block".to_owned(), BLOCK.into());
        all.insert("wgsl".to_owned(), witness::WGSL.into());
        for (name, list) in self.tables.json() {
            all.insert(name.to_owned(), list.into());
        }
        let requests = self.requests.iter().map(|request| {
            let mut json = request.json.clone();
            if request.times > 1 {
                json["times"] = request.times.into();
            }
            json
        });
        all.insert("requests".to_owned(), requests.collect());
        Json::Object(all).to_string()
    }
}
