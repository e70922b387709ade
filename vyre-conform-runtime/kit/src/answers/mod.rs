//! Answers to kits, from one or several files of one device.

mod error;
mod file;
#[cfg(test)]
mod tests;

pub use error::AnswersError;
pub(crate) use file::Answer;
pub use file::SentDevice;

use crate::head::Head;
use crate::plan::part_id;
use file::File;
use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::Path;

/// Answers of one device to a kit and to those that followed it.
#[derive(Debug)]
pub struct Answers {
    head: Head,
    device: SentDevice,
    times: Vec<String>,
    /// The answers to each planned request; none for one that did not run.
    results: HashMap<String, Vec<Answer>>,
    /// Files by request, for messages.
    files: HashMap<String, String>,
}

impl Answers {
    /// Reads files.
    ///
    /// # Errors
    ///
    /// [`AnswersError`]
    pub fn read(paths: &[impl AsRef<Path>]) -> Result<Self, AnswersError> {
        let read = |path: &Path| {
            let file = path.display().to_string();
            match fs::read(path) {
                Ok(bytes) => Ok((file, bytes)),
                Err(error) => Err(AnswersError::Read {
                    file,
                    why: error.to_string(),
                }),
            }
        };
        let files = paths.iter().map(|path| read(path.as_ref()));
        Self::of(&files.collect::<Result<Vec<_>, _>>()?)
    }

    /// The answers in the bytes of named files.
    ///
    /// # Errors
    ///
    /// [`AnswersError`]
    pub fn of(files: &[(String, Vec<u8>)]) -> Result<Self, AnswersError> {
        let mut all: Option<Self> = None;
        let mut first = String::new();
        for (name, bytes) in files {
            let file = File::parse(name, bytes)?;
            match &mut all {
                None => {
                    first.clone_from(name);
                    all = Some(Self::from_file(file));
                }
                Some(all) => all.merge(&first, file)?,
            }
        }
        all.ok_or(AnswersError::None)
    }

    fn from_file(file: File) -> Self {
        let names = file
            .results
            .iter()
            .map(|(id, _)| (id.clone(), file.name.clone()));
        Self {
            head: file.head,
            device: file.device,
            times: vec![file.time],
            files: names.collect(),
            results: file.results.into_iter().collect(),
        }
    }

    fn merge(&mut self, first: &str, file: File) -> Result<(), AnswersError> {
        let [one, other] = [first.to_owned(), file.name.clone()];
        if self.head != file.head {
            return Err(AnswersError::Kits { one, other });
        }
        if self.device != file.device {
            let of = |device: &SentDevice| format!("{} ({})", device.device, device.driver);
            return Err(AnswersError::Devices {
                one,
                first: of(&self.device),
                other,
                second: of(&file.device),
            });
        }
        self.times.push(file.time);
        for (id, answers) in file.results {
            let known = self.results.entry(id.clone()).or_default();
            if known.is_empty() {
                *known = answers;
                self.files.insert(id, file.name.clone());
            } else if !answers.is_empty() && *known != answers {
                let one = self.files.get(&id).cloned().unwrap_or(one);
                return Err(AnswersError::Differ { one, other, id });
            }
        }
        Ok(())
    }

    /// The run that they are for.
    pub fn head(&self) -> &Head {
        &self.head
    }

    /// The device, by its sender's word.
    pub fn device(&self) -> &SentDevice {
        &self.device
    }

    /// When each kit ran, by its sender's word.
    pub fn times(&self) -> &[String] {
        &self.times
    }

    /// Number of requests with and without an answer.
    pub fn counts(&self) -> [usize; 2] {
        let answered = self
            .results
            .values()
            .filter(|answers| !answers.is_empty())
            .count();
        [answered, self.results.len() - answered]
    }

    /// The answers to a request: `None` if no kit has it, empty if it did not run.
    pub(crate) fn get(&self, id: &str) -> Option<&[Answer]> {
        self.results.get(id).map(Vec::as_slice)
    }

    /// The answer to the request for the words of a range.
    pub(crate) fn words(&self, id: &str, range: &Range<u64>) -> Option<&Answer> {
        self.results.get(&part_id(id, range))?.first()
    }
}
