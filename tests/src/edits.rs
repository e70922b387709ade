//! Mechanical edits of a JSON text, one at a time.

use serde_json::{Value, json};
use vyre_conform_certificate::certificate::digest;

/// A change at a place.
#[derive(Clone, Debug)]
pub struct FieldEdit {
    /// The place, as a JSON pointer.
    pub path: String,
    change: Change,
}

#[derive(Clone, Debug)]
enum Change {
    Put(Value),
    Remove(String),
    Rename(String),
    Add,
}

impl FieldEdit {
    /// The text with the change; `None` if it is the same text.
    ///
    /// # Panics
    ///
    /// If the text has no such place.
    pub fn of(&self, file: &Value) -> Option<Value> {
        let mut edited = file.clone();
        let place = edited.pointer_mut(&self.path).expect("a place of the text");
        let before = place.clone();
        match &self.change {
            Change::Put(value) => *place = value.clone(),
            Change::Remove(name) => drop(place.as_object_mut()?.remove(name)),
            Change::Rename(name) => {
                let fields = place.as_object_mut()?;
                let value = fields.remove(name)?;
                fields.insert(format!("{name}_"), value);
            }
            Change::Add => drop(place.as_object_mut()?.insert("another".into(), json!(1))),
        }
        (*place != before).then_some(edited)
    }
}

/// Every place of a text that is edited. Digests are recomputed.
pub fn places(file: &Value) -> Vec<String> {
    let mut all = vec![];
    walk(file, String::new(), &mut all);
    all.retain(|path| path != "/digest" && path != "/run/checksum");
    all
}

fn walk(value: &Value, path: String, into: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (k, item) in items.iter().enumerate() {
                walk(item, format!("{path}/{k}"), into);
            }
        }
        Value::Object(fields) => {
            for (name, value) in fields {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(value, format!("{path}/{name}"), into);
            }
        }
        _ => {}
    }
    into.push(path);
}

/// The edits at a place.
///
/// # Panics
///
/// If the text has no such place.
pub fn edits_at(file: &Value, path: &str) -> Vec<FieldEdit> {
    let value = file.pointer(path).expect("a place of the text");
    let edited = |change| FieldEdit {
        path: path.to_owned(),
        change,
    };
    changes(value).into_iter().map(edited).collect()
}

fn changes(value: &Value) -> Vec<Change> {
    let mut all = vec![];
    let mut push = |change| all.push(change);
    let put = |value: Value| Change::Put(value);
    match value {
        Value::Null => [json!(0), json!(""), json!("L3"), json!([]), json!({})]
            .into_iter()
            .for_each(|value| push(put(value))),
        Value::Bool(b) => [json!(!b), Value::Null, json!("true")]
            .into_iter()
            .for_each(|value| push(put(value))),
        Value::Number(n) => {
            let n = n.as_u64().expect("whole numbers");
            let others = [
                n + 1,
                n.wrapping_sub(1),
                0,
                1,
                n / 2,
                n * 2,
                1 << 40,
                u64::MAX,
            ];
            others.into_iter().for_each(|n| push(put(json!(n))));
            [json!(-1), json!(n.to_string()), Value::Null, json!([n])]
                .into_iter()
                .for_each(|value| push(put(value)));
        }
        Value::String(text) => {
            let reversed: String = text.chars().rev().collect();
            let others = [
                String::new(),
                format!("{text}x"),
                format!(" {text}"),
                format!("{text}\n"),
                text.to_uppercase(),
                text.replace('0', "1"),
                reversed,
                "passed".into(),
            ];
            others.into_iter().for_each(|text| push(put(json!(text))));
            [json!(0), Value::Null, json!([text]), json!({ text: null })]
                .into_iter()
                .for_each(|value| push(put(value)));
        }
        Value::Array(items) => {
            let mut other = |change: fn(&mut Vec<Value>)| {
                let mut items = items.clone();
                change(&mut items);
                push(put(json!(items)));
            };
            other(|items| drop(items.pop()));
            other(|items| items.truncate(items.len() / 2));
            other(Vec::clear);
            other(|items| items.reverse());
            other(|items| {
                let by = 1.min(items.len());
                items.rotate_left(by);
            });
            other(|items| items.extend(items.last().cloned()));
            other(|items| items.push(Value::Null));
            other(|items| items.push(json!("another")));
            push(put(Value::Null));
        }
        Value::Object(fields) => {
            for name in fields.keys() {
                push(Change::Remove(name.clone()));
                push(Change::Rename(name.clone()));
            }
            push(Change::Add);
            push(put(Value::Null));
            push(put(json!({})));
            // Serde considers this equivalent.
            push(put(fields.values().cloned().collect()));
            outcomes(value)
                .into_iter()
                .for_each(|value| push(put(value)));
        }
    }
    all
}

/// Variants of a part's row with other outcomes.
fn outcomes(row: &Value) -> Vec<Value> {
    if row.get("kind").is_none_or(|kind| !kind.is_u64()) {
        return vec![];
    }
    let result = |outcome: &str, reason: &str| {
        let mut row = row.clone();
        row["outcome"] = json!(outcome);
        row["reason"] = json!(reason);
        row
    };
    let mut passed = row.clone();
    for name in ["outcome", "reason", "failures", "counterexample"] {
        passed.as_object_mut().expect("an object").remove(name);
    }
    vec![
        result("failed", "it fails"),
        result("not_run", "another shard runs it"),
        result("unsupported", "whole programs"),
        passed,
    ]
}

/// The text with correct digest and checksum.
pub fn sealed(mut file: Value) -> Value {
    if let Some(run) = file.get_mut("run").filter(|run| run.is_object()) {
        run["checksum"] = json!("");
        let checksum = digest(run);
        run["checksum"] = json!(checksum);
    }
    if let Some(fields) = file.as_object_mut() {
        let run = fields.remove("run");
        fields.remove("digest");
        let expected = digest(&file);
        file["digest"] = json!(expected);
        if let Some(run) = run {
            file["run"] = run;
        }
    }
    file
}
