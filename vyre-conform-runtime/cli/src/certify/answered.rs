//! `certify --answers`: the device of a kit as the backend.

use super::Arguments;
use crate::exit::{Failure, Status};
use crate::kit::{library, written};
use crate::loudness::Verbosity;
use std::collections::BTreeMap;
use vyre_conform_certificate::certificate::SuiteDigests;
use vyre_conform_certificate::escape::message;
use vyre_conform_kit::{Answers, KitBackend};
use vyre_conform_spec::Track;
use vyre_conform_suite::backend::Backend;

/// Most lines about open questions.
const MAX_LINES: usize = 20;

/// A run whose device sent its answers.
pub(super) struct AnsweredRun {
    /// The arguments, with what the kit selected.
    pub(super) arguments: Arguments,
    backend: &'static KitBackend,
    library: String,
    /// The device and the times of its runs.
    description: String,
}

impl AnsweredRun {
    /// The run that the answers are for; `None` without answers.
    pub(super) fn of(arguments: &Arguments) -> Result<Option<Self>, Failure> {
        if arguments.answers.is_empty() {
            return match arguments.next {
                Some(_) => Err(Failure::usage(
                    "--next needs --answers: the next kit contains the questions that they leave open",
                )),
                None => Ok(None),
            };
        }
        let of_kit = "is taken from the answered kit: omit it";
        if !arguments.names.is_empty() || arguments.track.is_some() {
            return Err(Failure::usage(format!("the selection of ops {of_kit}")));
        }
        if arguments.baselines || arguments.shard.is_some() {
            return Err(Failure::usage(
                "answers have no rates and no shards: omit --baselines and --shard",
            ));
        }
        let answers = Answers::read(&arguments.answers).map_err(Failure::io)?;
        let head = answers.head().clone();
        let device = &answers.device().device;
        let description = format!(
            "answers of {device}, {}, by its sender's word",
            answers.times().join(" and ")
        );
        let mut arguments = arguments.clone();
        arguments
            .evidence
            .answered(&head.settings)
            .map_err(|name| Failure::usage(format!("{name} {of_kit}")))?;
        arguments.names = head.names;
        arguments.track = match head.track {
            None => None,
            Some(name) => {
                let track = Track::from_name(&name).filter(|track| track.is_strict());
                Some(track.ok_or_else(|| {
                    Failure::io(format!("the answers are of an unknown track, `{name}`"))
                })?)
            }
        };
        Ok(Some(Self {
            arguments,
            backend: Box::leak(Box::new(KitBackend::answering(answers))),
            library: head.library,
            description,
        }))
    }

    /// The device, as its sender states it.
    pub(super) fn said(&self) -> String {
        message(&self.description).into_owned()
    }

    pub(super) fn backends(&self) -> Vec<&'static dyn Backend> {
        vec![self.backend]
    }

    /// Refuses answers to a kit of another library.
    pub(super) fn check(&self, suite: &SuiteDigests) -> Result<(), Failure> {
        if self.library == library(suite) {
            return Ok(());
        }
        Err(Failure::io(
            "the answers are to a kit of another library or suite: check out that version, or send a new kit",
        ))
    }

    /// Refuses to certify while questions are open, and writes the kit that asks them.
    pub(super) fn settled(&self, loudness: Verbosity) -> Result<(), Failure> {
        let open = self.backend.open_questions();
        if open.is_empty() {
            return Ok(());
        }
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        for question in &open {
            *lines.entry(question.to_string()).or_default() += 1;
        }
        for (line, times) in lines.iter().take(MAX_LINES) {
            let times = if *times > 1 {
                format!(" ({times} times)")
            } else {
                String::new()
            };
            sayln!("open: {}{times}", message(line));
        }
        if lines.len() > MAX_LINES {
            sayln!("and {} more", lines.len() - MAX_LINES);
        }
        let refusal = format!(
            "the answers leave {} questions open, so that no certificate is made",
            open.len()
        );
        let Some(next) = &self.arguments.next else {
            return Err(Failure::refuted(format!(
                "{refusal}: --next FOLDER writes the kit that asks them"
            )));
        };
        let status = self.backend.with_kit(|kit| written(kit, next, loudness))?;
        debug_assert_eq!(status, Status::Success);
        Err(Failure::refuted(format!(
            "{refusal}. Let the device run {} as well, and give both files to --answers",
            next.display()
        )))
    }
}
