//! `regressions/<op>.toml`: one file per op, rewritten and renamed atomically.

use super::error::{MAX_BYTES, StoreError, ValueError};
use super::folder::{Replacement, require_folder};
use super::literal;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use vyre_conform_ir::value::{Passing, Value};

/// The first line of every file, which explains it to readers.
const HEADER: &str = "# Inputs on which this op or engine once failed. They are replayed first in every run; \
                      keep the file under version control.\n";

/// Claim that failed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SavedClaim {
    /// The results of two implementations differ; the inputs are the operands.
    Parity,
    /// A declared law; the inputs are the values of its variables.
    Law(String),
    /// A check of an engine, as in the names of trials; the input is in [`SavedCase::engine`].
    Engine(String),
}

/// A saved failing input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedCase {
    /// The claim that failed.
    pub claim: SavedClaim,
    /// The values, as (type, digits); empty for an engine.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<(String, String)>,
    /// Passing mode of each value to a backend: `storage`, `uniform` or `literal`; empty if all came from storage.
    /// Compilers may treat each differently, so the case is replayed as it was found.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<String>,
    /// The expected value at the time of saving, as (type, digits); `None` for a law.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<(String, String)>,
    /// The oracle of the expected value, or the expected claim.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub oracle: String,
    /// The trial that found it.
    pub found_by: String,
    /// Digest of the sharded work in which one shard found it, common to all shards. Shards of this work exclude the
    /// case, whenever they start: they encounter it themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub work: Option<String>,
    /// Reason of its withdrawal, if it is retired. A retired case is kept, listed and replayed; it no longer fails a
    /// run that cannot replay it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub retired: Option<String>,
    /// Input and expected output, for an engine.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub engine: Option<SavedEngineCase>,
}

/// A failing input of an engine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedEngineCase {
    /// Source of the input: the number of a generated one, or `corpus:` and the number of a corpus case.
    pub input: String,
    /// The workgroup size.
    pub size: u32,
    /// The whole input: columns of words.
    pub columns: Vec<Vec<u32>>,
    /// The expected records at the time of saving.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<Vec<Vec<u32>>>,
}

impl SavedCase {
    /// A case from values.
    pub fn new(claim: SavedClaim, inputs: &[Value], found_by: &str) -> Self {
        let inputs = inputs.iter().map(literal::print).collect();
        Self {
            claim,
            inputs,
            passed: vec![],
            expected: None,
            oracle: String::new(),
            found_by: found_by.into(),
            work: None,
            retired: None,
            engine: None,
        }
    }

    /// The same case with the expected value and its oracle.
    pub fn with_expected(mut self, expected: Option<&Value>, oracle: &str) -> Self {
        self.expected = expected.map(literal::print);
        self.oracle = oracle.into();
        self
    }

    /// True if the other case has the same input. An engine is checked for everything on its input, whatever failed.
    fn is_of_same(&self, other: &Self) -> bool {
        match (&self.engine, &other.engine) {
            (Some(a), Some(b)) => (a.size, &a.columns) == (b.size, &b.columns),
            _ => {
                (&self.claim, &self.inputs, &self.passed)
                    == (&other.claim, &other.inputs, &other.passed)
            }
        }
    }

    /// The same case with these passing modes.
    pub fn passed_as(mut self, passed: &[Passing]) -> Self {
        self.passed.clear();
        if !Passing::all_stored(passed) {
            let names = passed.iter().map(|one| one.name().to_owned());
            self.passed.extend(names);
        }
        self
    }

    /// Passing mode of each value; empty if all come from storage.
    ///
    /// # Errors
    ///
    /// An unknown mode, or more modes than values.
    pub fn passing_modes(&self) -> Result<Vec<Passing>, ValueError> {
        let (ways, values) = (self.passed.len(), self.inputs.len());
        if ways > values {
            return Err(ValueError::Ways { ways, values });
        }
        let parse = |name: &String| {
            let unknown = || ValueError::Way { name: name.clone() };
            Passing::from_name(name).ok_or_else(unknown)
        };
        self.passed.iter().map(parse).collect()
    }

    /// The values.
    ///
    /// # Errors
    ///
    /// A text that is not a value of its type.
    pub fn values(&self) -> Result<Vec<Value>, ValueError> {
        self.inputs
            .iter()
            .map(|(ty, text)| literal::parse(ty, text))
            .collect()
    }
}

/// The saved cases of one op.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct File {
    /// Id of the op or engine.
    pub op: String,
    /// The cases, oldest first.
    #[serde(default, rename = "case")]
    pub cases: Vec<SavedCase>,
}

/// Reads the saved cases of a file.
///
/// # Errors
///
/// If it cannot be read or a [`RegressionStore`] did not write it; it remains unchanged.
pub fn read(path: &Path) -> Result<File, StoreError> {
    let io = |source| StoreError::Io {
        path: path.into(),
        source,
    };
    let format = |message: String| StoreError::Format {
        path: path.into(),
        message,
    };
    let mut bytes = vec![];
    // An endless file must not fill the memory.
    let mut limited = std::fs::File::open(path).map_err(io)?.take(MAX_BYTES + 1);
    limited.read_to_end(&mut bytes).map_err(io)?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(format(format!("it has more than {MAX_BYTES} bytes")));
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        let at = e.utf8_error().valid_up_to();
        format(format!("byte {at} is not UTF-8"))
    })?;
    let file: File = toml::from_str(&text).map_err(|e| format(e.to_string()))?;
    for case in &file.cases {
        case.values().map_err(|e| format(e.to_string()))?;
        case.passing_modes().map_err(|e| format(e.to_string()))?;
    }
    Ok(file)
}

/// The folder `regressions/` of a crate.
#[derive(Clone, Debug)]
pub struct RegressionStore {
    folder: PathBuf,
    /// Ops of a catalog whose cases are stored under another name, with that name.
    kept: HashMap<String, String>,
}

impl RegressionStore {
    /// The store of the crate at `root` (its `CARGO_MANIFEST_DIR`).
    pub fn of_crate(root: &Path) -> Self {
        Self {
            folder: root.join("regressions"),
            kept: HashMap::new(),
        }
    }

    /// Sets the names under which cases of versioned ops are stored: failures of a version stay with it, whichever is
    /// the newest.
    #[must_use]
    pub fn with_versions(mut self, names: impl Iterator<Item = (String, String)>) -> Self {
        self.kept.extend(names.filter(|(op, kept)| op != kept));
        self
    }

    /// The name under which an op's cases are stored.
    pub fn stored_name<'a>(&'a self, op: &'a str) -> &'a str {
        self.kept.get(op).map_or(op, String::as_str)
    }

    /// The folder of the files, which need not exist.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of an op.
    pub fn path(&self, op: &str) -> PathBuf {
        let kept = self.stored_name(op);
        self.folder
            .join(format!("{}.toml", kept.replace("::", ".")))
    }

    /// The saved cases of an op; empty if there is no file.
    ///
    /// # Errors
    ///
    /// If the path is not a folder, or the file cannot be read or is not in this version's format.
    pub fn load(&self, op: &str) -> Result<Vec<SavedCase>, StoreError> {
        require_folder(&self.folder)?;
        let path = self.path(op);
        let file = match read(&path) {
            Ok(file) => file,
            Err(StoreError::Io { source, .. }) if source.kind() == std::io::ErrorKind::NotFound => {
                return Ok(vec![]);
            }
            Err(e) => return Err(e),
        };
        if file.op != self.stored_name(op) {
            let message = format!("it holds cases of `{}`, not of `{op}`", file.op);
            return Err(StoreError::Format { path, message });
        }
        Ok(file.cases)
    }

    /// Names of the ops with saved cases, as in file names; empty if there is no folder.
    ///
    /// # Errors
    ///
    /// If the path is not a readable folder.
    pub fn ops(&self) -> Result<Vec<String>, StoreError> {
        require_folder(&self.folder)?;
        let io = |source| StoreError::Io {
            path: self.folder.clone(),
            source,
        };
        let entries = match std::fs::read_dir(&self.folder) {
            Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(vec![]),
            entries => entries.map_err(io)?,
        };
        let mut ops = vec![];
        for entry in entries {
            let name = entry.map_err(io)?.file_name().into_string().ok();
            let op = name.and_then(|name| Some(name.strip_suffix(".toml")?.replace('.', "::")));
            ops.extend(op);
        }
        ops.sort();
        Ok(ops)
    }

    /// Saves a case unless the file has it.
    ///
    /// # Errors
    ///
    /// I/O errors, and a file that is not in this version's format.
    pub fn save(&self, op: &str, case: SavedCase) -> Result<PathBuf, StoreError> {
        self.edit(op, |cases| {
            match cases.iter_mut().find(|known| known.is_of_same(&case)) {
                Some(known) if known.work == case.work => {}
                // A run outside of that work found it too, so its shards now replay it.
                Some(known) => known.work = None,
                None => cases.push(case),
            }
            Ok(())
        })
    }

    /// Retires a case, by its number counted from 1.
    ///
    /// # Errors
    ///
    /// If there is no such case, it is already retired, or the reason is blank.
    pub fn retire(&self, op: &str, number: usize, reason: &str) -> Result<PathBuf, StoreError> {
        let reason = reason.trim();
        self.edit(op, |cases| {
            let count = cases.len();
            let case = number.checked_sub(1).and_then(|k| cases.get_mut(k));
            let case = case.ok_or_else(|| {
                format!("`{op}` has {count} saved cases; there is no {op}#{number}")
            })?;
            if let Some(before) = &case.retired {
                return Err(format!("{op}#{number} is retired already: {before}"));
            }
            if reason.is_empty() {
                return Err("state a reason: the list shows it".into());
            }
            case.retired = Some(reason.into());
            Ok(())
        })
    }

    /// Changes the cases of an op. The new file is written beside its place, flushed and renamed by one process at a
    /// time, so that neither a crash nor another process, on this machine or on one that shares the folder, loses a
    /// case.
    fn edit(
        &self,
        op: &str,
        change: impl FnOnce(&mut Vec<SavedCase>) -> Result<(), String>,
    ) -> Result<PathBuf, StoreError> {
        let path = self.path(op);
        let io = |source| StoreError::Io {
            path: path.clone(),
            source,
        };
        require_folder(&self.folder)?;
        std::fs::create_dir_all(&self.folder).map_err(io)?;
        let turn = Replacement::begin(&path).map_err(io)?;
        let before = self.load(op)?;
        let mut cases = before.clone();
        change(&mut cases).map_err(StoreError::Refused)?;
        if cases == before {
            return Ok(path);
        }
        let file = File {
            op: self.stored_name(op).into(),
            cases,
        };
        let text = toml::to_string(&file).map_err(|e| StoreError::Format {
            path: path.clone(),
            message: e.to_string(),
        })?;
        let text = format!("{HEADER}{text}");
        if text.len() as u64 > MAX_BYTES {
            return Err(StoreError::TooLarge { path });
        }
        turn.finish(text.as_bytes()).map_err(io)?;
        Ok(path)
    }
}
