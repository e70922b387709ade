//! The preparation of a run: everything that is known before its first task.

use super::answered::AnsweredRun;
use super::journal::{Head, Journal};
use super::result::TaskResult;
use super::shard::Shard;
use super::startup::StartState;
use super::{Arguments, output, settings, setup, skeleton, some_part};
use crate::exit::Failure;
use std::path::PathBuf;
use vyre_conform_certificate::certificate::{SavedFailures, SuiteDigests};
use vyre_conform_certificate::names::Names;
use vyre_conform_harness::{Context, Settings, suite_digests};
use vyre_conform_runtime::catalog::Catalog;
use vyre_conform_suite::backend::Backend;

/// A run that is ready to begin.
pub(super) struct Preparation {
    pub(super) shard: Shard,
    pub(super) backends: Vec<&'static dyn Backend>,
    /// The file of the journal.
    pub(super) journal: PathBuf,
    /// The file of each backend's certificate.
    pub(super) paths: Vec<PathBuf>,
    pub(super) catalog: Catalog,
    pub(super) settings: Settings,
    pub(super) suite: SuiteDigests,
    pub(super) names: Option<Names>,
    pub(super) head: Head,
}

impl Preparation {
    pub(super) fn new(
        arguments: &Arguments,
        answered: Option<&AnsweredRun>,
    ) -> Result<Self, Failure> {
        // A value that is not UTF-8 must not count as absent.
        let get = |name: &str| std::env::var_os(name).map(|v| v.to_string_lossy().into_owned());
        let shard = match &arguments.shard {
            Some(text) => Shard::parse(text, &get).map_err(Failure::usage)?,
            None => Shard::WHOLE,
        };
        output::check(&arguments.output, arguments.tolerated())?;
        let backends = match answered {
            Some(run) => run.backends(),
            None => arguments.selection.backends()?,
        };
        let journal = arguments.journal_path();
        let paths = arguments.free_paths(&backends, &journal)?;
        let catalog = Catalog::linked().map_err(Failure::nothing)?;
        let settings = settings(arguments, shard, &catalog)?;
        let suite = suite_digests(&catalog, &settings).map_err(Failure::refuted)?;
        answered.map_or(Ok(()), |run| run.check(&suite))?;
        let names = crate::names::within(&catalog, Names::parse(&arguments.names));
        let names = (!names.is_empty()).then_some(names);
        let filter = names.as_ref().map(ToString::to_string);
        let head = setup::head(&settings, &backends, filter.as_deref(), shard, &suite);
        Ok(Self {
            shard,
            backends,
            journal,
            paths,
            catalog,
            settings,
            suite,
            names,
            head,
        })
    }
}

/// A run that has begun.
pub(super) struct CertifyRun {
    pub(super) shard: Shard,
    pub(super) backends: Vec<&'static dyn Backend>,
    pub(super) journal_path: PathBuf,
    pub(super) paths: Vec<PathBuf>,
    pub(super) suite: SuiteDigests,
    pub(super) names: Option<Names>,
    pub(super) head: Head,
    pub(super) context: Context,
    /// The saved failures at the start of the run.
    pub(super) saved: Vec<SavedFailures>,
    /// The journal with its finished tasks.
    pub(super) journal: (Journal, Vec<TaskResult>),
}

impl Preparation {
    /// Opens the context and the journal.
    pub(super) fn begin(
        mut self,
        arguments: &Arguments,
        beginning: StartState,
    ) -> Result<CertifyRun, Failure> {
        if let StartState::Resume = beginning {
            // Failures that the run itself saved before it ended are not part of its beginning.
            let (head, ..) = Journal::read(&self.journal).map_err(Failure::io)?;
            self.settings.saved = Some(head.saved);
        }
        let (names, mut head) = (self.names, self.head);
        self.settings.work = (!self.shard.is_whole()).then(|| head.work());
        let context = arguments.selection.context(
            self.catalog,
            self.settings,
            self.backends.clone(),
            None,
        )?;
        some_part(arguments, &context, names.as_ref())?;
        head.saved = setup::saved(&context)?;
        let saved = skeleton::saved(&context, names.as_ref()).map_err(Failure::io)?;
        let journal = match beginning {
            StartState::Fresh { force } => {
                Journal::begin(&self.journal, &head, force).map(|journal| (journal, vec![]))
            }
            _ => Journal::resume(&self.journal, &head),
        };
        Ok(CertifyRun {
            shard: self.shard,
            backends: self.backends,
            journal_path: self.journal,
            paths: self.paths,
            suite: self.suite,
            names,
            head,
            context,
            saved,
            journal: journal.map_err(Failure::io)?,
        })
    }
}
