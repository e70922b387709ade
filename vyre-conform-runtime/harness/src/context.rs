//! Shared state of the trials of one run: catalog, plan, backends, loaded ops, records.

use super::admission::Admissions;
mod benches;
mod cache;
mod error;
mod losses;
mod required;

pub use error::ContextError;

use super::backends::{self, Backends};
use super::conduct::DeviationCache;
use super::digests::{self, DigestStore, Head};
use super::held::HeldTrials;
use super::options::Settings;
use super::replay::command::retire_command;
use super::replay::saved::{add_saved, cases_of};
use super::watch::{self, Running, RunningGuard};
use crate::regressions::{RegressionStore, SavedCase, StoreError};
use benches::EngineSessions;
use required::required;
use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;
use vyre_conform_fuzz::Callable;
use vyre_conform_runtime::catalog::{Catalog, Op};
use vyre_conform_runtime::generate::Set;
use vyre_conform_runtime::sync::lock;
use vyre_conform_suite::backend::digest::{BLOCK_CASES, DigestReference, reference};
use vyre_conform_suite::backend::{
    AbsentBackend, Backend, BackendError, Identity, LoadedOp, Losses,
};
use vyre_conform_suite::plan::{self, Plan};
use vyre_conform_suite::record::Record;

/// Shared state of one run. Backends live as long as the process, so that trials on any thread can share loaded ops.
///
/// A clone is the same run: all clones share records.
#[derive(Clone)]
pub struct Context {
    shared: Arc<RunState>,
    backends: Vec<&'static dyn Backend>,
    loaded: Arc<Mutex<HashMap<Key, Arc<dyn LoadedOp>>>>,
    benches: Arc<EngineSessions>,
    records: Arc<Mutex<Vec<Record>>>,
    running: Arc<Running>,
    /// True if failing inputs are saved.
    saves: bool,
}

/// The request of a run and its knowledge of the reference, independent of devices.
struct RunState {
    catalog: Catalog,
    settings: Settings,
    /// Reason for the lack of backends, if there are none.
    no_adapter: Option<String>,
    absent: Vec<AbsentBackend>,
    /// Loss counts of the backends at the start of the run.
    losses_before: BTreeMap<String, Losses>,
    plan: Plan,
    store: RegressionStore,
    /// Digests of the reference by op and input set, common to all backends.
    digests: Mutex<HashMap<(&'static str, Set), Arc<DigestStore>>>,
    /// Conduct of each implementation of each op.
    conducts: DeviationCache,
    /// Gate results of each op, and functions that did not return.
    gates: Admissions,
    /// The ops that random programs may call, computed on first use.
    callable: OnceLock<Callable>,
    /// The trials that the store of verdicts holds, computed after the selection.
    held: OnceLock<HeldTrials>,
}

/// Key of a loaded op: slug of the backend, id of the op, name of the alternate (empty for the lowering).
type Key = (String, String, String);

impl Context {
    /// Opens the context of everything linked into this program, on every adapter and registered backend that the
    /// environment selects.
    ///
    /// # Errors
    ///
    /// The reason why no run can start.
    pub fn open(root: &Path) -> Result<Self, ContextError> {
        Self::open_with(root, |_| {})
    }

    /// [`open`](Self::open) with a change of the settings from the environment.
    pub(super) fn open_with(
        root: &Path,
        change: impl FnOnce(&mut Settings),
    ) -> Result<Self, ContextError> {
        let mut settings = Settings::from_env()?;
        change(&mut settings);
        let catalog = Catalog::linked()?;
        Self::of(catalog, settings, backends::from_env()?, root)
    }

    /// A context of these ops on these backends. `no_adapter` is the reason if there are none; `root` is the crate
    /// whose `regressions/` folder keeps failing inputs.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn new(
        catalog: Catalog,
        settings: Settings,
        backends: Vec<&'static dyn Backend>,
        no_adapter: Option<String>,
        root: &Path,
    ) -> Result<Self, ContextError> {
        let backends = Backends {
            list: backends,
            reason: no_adapter,
            absent: vec![],
        };
        Self::of(catalog, settings, backends, root)
    }

    /// A context with known absent backends. An empty `root` disables the search for failures of unknown ops.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn of(
        catalog: Catalog,
        mut settings: Settings,
        backends: Backends,
        root: &Path,
    ) -> Result<Self, ContextError> {
        let Backends {
            list: backends,
            reason: no_adapter,
            absent,
        } = backends;
        let store = RegressionStore::of_crate(root).with_versions(catalog.kept_names());
        add_saved(&catalog, &store, &mut settings)?;
        let known = |id: &String| {
            let op = catalog
                .ops()
                .iter()
                .any(|op| store.stored_name(op.def.id) == id);
            op || catalog
                .engines()
                .iter()
                .any(|engine| store.stored_name(engine.id) == id)
        };
        let kept = (!root.as_os_str().is_empty()).then(|| store.ops());
        let kept = kept.transpose()?.unwrap_or_default();
        if let Some(id) = kept.into_iter().find(|id| !known(id)) {
            let path = store.path(&id);
            return Err(ContextError::Orphan { path, id });
        }
        let slugs: Vec<String> = backends.iter().map(|b| b.identity().slug.clone()).collect();
        required(&settings, &backends, &slugs, &absent)?;
        let no_adapter = if backends.is_empty() {
            Some(no_adapter.unwrap_or_else(|| "no GPU adapter".into()))
        } else {
            None
        };
        // Without a backend, its trials are listed as ignored, so that nobody mistakes a run without a GPU for a
        // complete one.
        let planned = if backends.is_empty() {
            vec!["no-adapter".into()]
        } else {
            slugs
        };
        let plan = plan::plan(&catalog, &planned, &settings.plan)?;
        let inputs = RunState {
            catalog,
            settings,
            no_adapter,
            absent,
            losses_before: losses::before(&backends),
            plan,
            store,
            digests: Mutex::default(),
            conducts: DeviationCache::default(),
            gates: Admissions::default(),
            callable: OnceLock::new(),
            held: OnceLock::new(),
        };
        Ok(Self::on(Arc::new(inputs), backends))
    }

    fn on(inputs: Arc<RunState>, backends: Vec<&'static dyn Backend>) -> Self {
        Self {
            shared: inputs,
            backends,
            loaded: Arc::default(),
            benches: Arc::default(),
            records: Arc::default(),
            running: Arc::default(),
            saves: true,
        }
    }

    /// The same run without saving failing inputs: replays and reruns write nothing.
    pub fn without_saving(&self) -> Self {
        Self {
            saves: false,
            ..self.clone()
        }
    }

    /// True if the run saves failing inputs.
    pub(super) const fn saves(&self) -> bool {
        self.saves
    }

    /// The same run with another device in place of a backend; ops are loaded again.
    ///
    /// # Panics
    ///
    /// If no backend has this identity.
    pub fn on_peer(&self, peer: &'static dyn Backend) -> Self {
        let mut backends = self.backends.clone();
        let same = backends
            .iter_mut()
            .find(|b| b.identity() == peer.identity());
        *same.expect("a peer has the identity of a backend") = peer;
        Self {
            running: self.running.clone(),
            saves: self.saves,
            ..Self::on(self.shared.clone(), backends)
        }
    }

    /// The known digests of an op's reference on an input set.
    pub(super) fn digests(&self, op: &Op, set: Set) -> Arc<DigestStore> {
        let def = op.def;
        let open = || {
            let folder = self.settings().digests.as_deref();
            let plan = &self.settings().plan;
            let (seed, witnesses) = (plan.seed, plan.witnesses);
            let key = digests::key(set, seed);
            let source = move || set.source(def, seed, witnesses);
            let cases = source().map_or(0, |source| source.len());
            let recompute = move |block: u64| {
                let source = source().map_err(|e| BackendError::Validation(e.to_string()))?;
                let start = block * BLOCK_CASES;
                let end = source.len().min(start + BLOCK_CASES);
                reference(DigestReference::of(def)?, &*source, start..end, key)
            };
            let head = Head::new(op, set, cases, key);
            Arc::new(DigestStore::open(head, key, folder, Box::new(recompute)))
        };
        // Under the lock: one thread reads and checks a file while others wait.
        lock(&self.shared.digests)
            .entry((def.id, set))
            .or_insert_with(open)
            .clone()
    }

    /// The conduct of each implementation of each op.
    pub(super) fn conducts(&self) -> &DeviationCache {
        &self.shared.conducts
    }

    /// The gate results of each op, and functions that did not return.
    pub(super) fn gates(&self) -> &Admissions {
        &self.shared.gates
    }

    /// The catalog.
    pub fn catalog(&self) -> &Catalog {
        &self.shared.catalog
    }

    /// The ops that random programs may call.
    pub(super) fn callable(&self) -> &Callable {
        let ops = self.catalog().ops();
        self.shared.callable.get_or_init(|| Callable::of(ops))
    }

    /// The settings.
    pub fn settings(&self) -> &Settings {
        &self.shared.settings
    }

    /// The obligations.
    pub fn plan(&self) -> &Plan {
        &self.shared.plan
    }

    /// The saved cases of an op that this run replays.
    ///
    /// # Errors
    ///
    /// As for [`RegressionStore::load`].
    pub fn saved(&self, op: &str) -> Result<Vec<SavedCase>, StoreError> {
        cases_of(&self.shared.store, &self.shared.settings, op)
    }

    /// The command that retires a saved case.
    pub(super) fn retire(&self, id: &str, number: usize) -> String {
        let root = self.store().folder().parent();
        let root = root.filter(|root| !root.as_os_str().is_empty());
        let root = root.unwrap_or(Path::new("."));
        retire_command(self.settings().program.as_deref(), root, id, number)
    }

    /// [`saved`](Self::saved) with the number of each case in its file, counted from 1.
    pub(super) fn saved_numbered(&self, op: &str) -> Result<Vec<(usize, SavedCase)>, StoreError> {
        let counted = self.saved(op)?;
        let all = self.shared.store.load(op)?;
        let numbered = (1..).zip(all).filter(|(_, case)| counted.contains(case));
        Ok(numbered.collect())
    }

    /// Saves a failing input of an op or engine.
    ///
    /// # Errors
    ///
    /// As for [`RegressionStore::save`].
    pub fn save(&self, op: &str, case: SavedCase) -> Result<PathBuf, StoreError> {
        let work = self.shared.settings.work.clone();
        self.shared.store.save(op, SavedCase { work, ..case })
    }

    /// The store of failing inputs.
    pub fn store(&self) -> &RegressionStore {
        &self.shared.store
    }

    /// The reason for the lack of backends, if there are none.
    pub fn no_adapter(&self) -> Option<&str> {
        self.shared.no_adapter.as_deref()
    }

    /// The missing registered backends.
    pub fn absent(&self) -> &[AbsentBackend] {
        &self.shared.absent
    }

    /// Slugs of the required backends, in order.
    pub fn required(&self) -> Vec<String> {
        let wanted = &self.shared.settings.require_adapters;
        let mut slugs = self.slugs();
        slugs.retain(|slug| wanted.iter().any(|w| slug.contains(w.as_str())));
        slugs
    }

    /// Slugs of the backends, in order.
    pub fn slugs(&self) -> Vec<String> {
        self.backends
            .iter()
            .map(|b| b.identity().slug.clone())
            .collect()
    }

    /// The backend with this slug.
    pub fn backend(&self, slug: &str) -> Option<&'static dyn Backend> {
        self.backends
            .iter()
            .copied()
            .find(|b| b.identity().slug == slug)
    }

    /// The identity of the backend with this slug.
    pub fn identity(&self, slug: &str) -> &Identity {
        self.backend(slug)
            .expect("slugs come from the backends")
            .identity()
    }

    /// Marks a trial as running for the lifetime of the returned guard.
    pub fn running(&self, name: &str) -> RunningGuard<'_> {
        self.running.begin(name)
    }

    /// Does some work while reporting long-running trials.
    pub fn watching<R>(&self, say: impl Fn(&str) + Send, work: impl FnOnce() -> R) -> R {
        let patience = self.settings().still_running.unwrap_or(watch::PATIENCE);
        watch::run_watched(&self.running, patience, say, work)
    }

    /// Run times of the running trials, by name.
    pub(super) fn ages(&self) -> BTreeMap<String, Duration> {
        self.running.ages()
    }

    /// Adds a record.
    pub fn record(&self, record: Record) {
        lock(&self.records).push(record);
    }

    /// All records so far.
    pub fn records(&self) -> Vec<Record> {
        lock(&self.records).clone()
    }
}
