//! A file of answers: its form, its sum, and the requests that it names.

use super::AnswersError;
use crate::head::{Head, KitSettings};
use crate::words::decoded;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::collections::HashSet;
use std::time::{Duration, SystemTime};

/// Bytes before the checksum at the end of a file.
const SUM: &str = ",\"sum\":\"";

/// The format of this version.
const FORMAT: &str = "vyre-answers/1";

/// A device as its sender's program describes it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentDevice {
    /// `browser` or `dawn`.
    pub kind: String,
    /// Its name.
    pub device: String,
    /// Driver, and browser with version.
    pub driver: String,
    /// Features of WebGPU.
    pub features: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Content {
    format: String,
    kit: KitHead,
    device: SentDevice,
    began: String,
    ended: String,
    results: Vec<Vec<Entry>>,
    #[serde(rename = "sum")]
    _sum: String,
}

/// The head with the digest.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct KitHead {
    version: String,
    digest: String,
    library: String,
    settings: KitSettings,
    names: Vec<String>,
    track: Option<String>,
}

/// A name or an answer.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Entry {
    Id(String),
    Answer(Sent),
}

/// An answer in the file.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Sent {
    d: Option<Vec<String>>,
    w: Option<Vec<String>>,
    #[serde(rename = "in")]
    inputs: Option<Vec<String>>,
    error: Option<[String; 2]>,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// For each output four words a block.
    Digests(Vec<Vec<u32>>),
    /// The words of each output, and of each operand.
    Words {
        outputs: Vec<Vec<u32>>,
        inputs: Vec<Vec<u32>>,
    },
    /// A kind of docs/spec/protocol.md or `lost`, and a message.
    Error { kind: String, message: String },
}

/// The content of a file.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) head: Head,
    pub(super) device: SentDevice,
    pub(super) time: String,
    pub(super) results: Vec<(String, Vec<Answer>)>,
}

/// Longest text of a device.
const LONGEST: usize = 256;

/// Kinds of errors that a kit writes.
const ERRORS: [&str; 4] = ["compile", "lost", "other", "unsupported"];

/// Earliest plausible time: kits did not exist before.
const EARLIEST: &str = "2026-01-01T00:00:00Z";

/// A time as a kit writes it, such as `2026-01-31T23:59:59.999Z`, between the first kit and now. A device's clock may
/// run ahead by a day.
fn time(text: &str) -> Option<SystemTime> {
    let time = humantime::parse_rfc3339(text).ok()?;
    let is_written = humantime::format_rfc3339_millis(time).to_string() == text;
    let earliest = humantime::parse_rfc3339(EARLIEST).ok()?;
    let latest = SystemTime::now() + Duration::from_secs(86_400);
    (is_written && earliest <= time && time <= latest).then_some(time)
}

/// True for a name of a device, a driver or a feature: one line with a letter or a digit.
fn is_name(text: &str) -> bool {
    text.len() <= LONGEST
        && text.chars().any(char::is_alphanumeric)
        && !text.chars().any(char::is_control)
}

impl File {
    /// Reads a file's bytes.
    pub(super) fn parse(name: &str, bytes: &[u8]) -> Result<Self, AnswersError> {
        let format = |why: &str| AnswersError::Format {
            file: name.to_owned(),
            why: why.to_owned(),
        };
        let text = str::from_utf8(bytes).map_err(|_| format("it is not text"))?;
        let text = text.trim_end();
        if !text.starts_with("{\"format\":\"vyre-answers/") {
            return Err(format("it begins otherwise"));
        }
        let cut = || AnswersError::Sum {
            file: name.to_owned(),
        };
        let (body, rest) = text.rsplit_once(SUM).ok_or_else(cut)?;
        let sum = rest.strip_suffix("\"}").ok_or_else(cut)?;
        let found = Sha256::digest(body.as_bytes());
        let found: String = found.iter().map(|byte| format!("{byte:02x}")).collect();
        if sum != found {
            return Err(cut());
        }
        let content: Content =
            serde_json::from_str(text).map_err(|error| format(&error.to_string()))?;
        if content.format != FORMAT {
            return Err(format(&format!("it is of the format `{}`", content.format)));
        }
        content.checked(name)
    }
}

impl Content {
    /// The fault of the device or of the times.
    fn fault(&self) -> Option<&'static str> {
        let device = &self.device;
        let texts = [&device.kind, &device.device, &device.driver];
        let mut texts = texts.into_iter().chain(&device.features);
        let mut features = device.features.clone();
        features.sort_unstable();
        let is_doubled = features.windows(2).any(|pair| pair[0] == pair[1]);
        let is_known = ["browser", "dawn"].contains(&&*device.kind);
        if !is_known || is_doubled || !texts.all(|text| is_name(text)) {
            return Some("its device is not one that a kit names");
        }
        match (time(&self.began), time(&self.ended)) {
            (Some(began), Some(ended)) if began <= ended => None,
            _ => Some("its times are not those of a run of a kit"),
        }
    }

    fn checked(self, name: &str) -> Result<File, AnswersError> {
        let expected = env!("CARGO_PKG_VERSION");
        if self.kit.version != expected {
            return Err(AnswersError::Version {
                file: name.to_owned(),
                found: self.kit.version,
                expected: expected.to_owned(),
            });
        }
        if let Some(why) = self.fault() {
            return Err(AnswersError::Format {
                file: name.to_owned(),
                why: why.to_owned(),
            });
        }
        let requests = || AnswersError::Requests {
            file: name.to_owned(),
        };
        let mut results = vec![];
        let mut seen = HashSet::new();
        for entries in self.results {
            let mut entries = entries.into_iter();
            let Some(Entry::Id(id)) = entries.next() else {
                return Err(requests());
            };
            if !seen.insert(id.clone()) {
                return Err(requests());
            }
            let answers = entries.map(|entry| match entry {
                Entry::Id(_) => Err("it is a name".to_owned()),
                Entry::Answer(sent) => sent.answer(),
            });
            let answers =
                answers
                    .collect::<Result<_, _>>()
                    .map_err(|why| AnswersError::Answer {
                        file: name.to_owned(),
                        id: id.clone(),
                        why,
                    })?;
            results.push((id, answers));
        }
        let KitHead {
            version,
            digest,
            library,
            settings,
            names,
            track,
        } = self.kit;
        let head = Head {
            version,
            library,
            settings,
            names,
            track,
        };
        if head.digest(results.iter().map(|(id, _)| &**id)) != digest {
            return Err(requests());
        }
        Ok(File {
            name: name.to_owned(),
            head,
            device: self.device,
            time: format!("{} to {}", self.began, self.ended),
            results,
        })
    }
}

impl Sent {
    fn answer(self) -> Result<Answer, String> {
        let words = |texts: Vec<String>| -> Result<Vec<Vec<u32>>, String> {
            let each = texts
                .iter()
                .map(|text| decoded(text).ok_or("it is not base64 of words"));
            Ok(each.collect::<Result<_, _>>()?)
        };
        match self {
            Self {
                d: Some(digests),
                w: None,
                inputs: None,
                error: None,
            } => Ok(Answer::Digests(words(digests)?)),
            Self {
                d: None,
                w: Some(outputs),
                inputs: Some(inputs),
                error: None,
            } => Ok(Answer::Words {
                outputs: words(outputs)?,
                inputs: words(inputs)?,
            }),
            Self {
                d: None,
                w: None,
                inputs: None,
                error: Some([kind, message]),
            } if ERRORS.contains(&&*kind) => Ok(Answer::Error { kind, message }),
            _ => Err(
                "it has neither digests, nor words, nor an error of a known kind alone".to_owned(),
            ),
        }
    }
}
