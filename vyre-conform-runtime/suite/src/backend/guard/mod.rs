//! A guard around a backend: the run continues, whatever the backend does.
//!
//! Its identity is queried once and stored. Every other call runs on a thread of its own: a panic becomes an error, and
//! a call that does not return within the time limit is abandoned. In both cases the backend is abandoned: every later
//! call returns [`BackendError::GivenUp`] with the reason at once, so that its trials fail and others continue.
//!
//! The guard cannot contain a backend that ends the process or overflows a stack: it ends the run.

mod calls;
mod loaded;
mod owned_arguments;
mod remote;

use super::{
    Backend, BackendError, BackendLaw, Clause, ContractViolation, Identity, Language, LawCheck,
    LoadedOp, LoadedPrograms, Losses, OpCode, RateExclusion, SpeedComparison, SpeedMeasurement,
    Unavailable, slug,
};
use calls::Calls;
use loaded::{GuardedOp, GuardedPrograms, GuardedResource};
use owned_arguments::{OwnedCode, OwnedLaw, OwnedRace};
use std::ops::Range;
use std::sync::Arc;
use std::time::Duration;
use vyre_conform_ir::valid::{Limits, ValidProgram};
use vyre_conform_runtime::generate::Source;
use vyre_conform_runtime::kernel_text::HandWrittenKernel;
use vyre_conform_spec::Profile;

/// Default time limit of a call of a backend.
pub const PATIENCE: Duration = Duration::from_secs(120);

/// A backend behind its guard.
pub struct GuardedBackend {
    backend: &'static dyn Backend,
    identity: Identity,
    place: String,
    implementation: Option<String>,
    limits: Limits,
    language: Option<Language>,
    peers: Vec<GuardedBackend>,
    calls: Arc<Calls>,
}

impl GuardedBackend {
    /// Opens a backend behind a guard. `name` identifies it until its identity is known. Each call may take `patience`,
    /// or longer if the backend requests it.
    ///
    /// # Errors
    ///
    /// The reason why the backend is missing: the error of `open`, a panic, a call that does not return, or an identity
    /// that breaks the [contract](Backend#contract).
    pub fn open(
        name: &str,
        patience: Duration,
        open: impl FnOnce() -> Result<Box<dyn Backend>, Unavailable> + Send + 'static,
    ) -> Result<Self, ContractViolation> {
        let calls = Calls::new(name, patience);
        let violation = |calls: &Calls, error: BackendError| match calls.violation() {
            Some(violation) => violation.clone(),
            None => ContractViolation::new(Clause::Opens, error.to_string()),
        };
        let broken = |error| violation(&calls, error);
        // A backend lives as long as the process: an abandoned call may need it.
        let open = move || open().map(|backend| &*Box::leak(backend));
        let opened = calls.ask("open", open).map_err(broken)?;
        let backend: &'static dyn Backend =
            opened.map_err(|absent| ContractViolation::new(Clause::Opens, absent.reason))?;
        let identity = move || backend.identity().clone();
        let identity = calls.ask("identity", identity).map_err(broken)?;
        for (what, text) in [("slug", &identity.slug), ("kind", &identity.kind)] {
            slug::check(what, text).map_err(|wrong| ContractViolation::new(Clause::Slug, wrong))?;
        }
        let of_kind = Profile::of(&identity.kind).map(|(_, profile)| profile);
        if of_kind != identity.profile() {
            let wrong = format!(
                "its slug is `{}` and its kind `{}`: both end with the profile, or neither does",
                identity.slug, identity.kind
            );
            return Err(ContractViolation::new(Clause::Slug, wrong));
        }
        let own = calls.ask("call_time_limit", move || backend.call_time_limit());
        let patience = own.map_err(broken)?.unwrap_or_default().max(patience);
        let calls = Arc::new(Calls::new(&identity.slug, patience));
        let opened = Self::around(backend, identity, &calls, true);
        opened.map_err(|error| violation(&calls, error))
    }

    /// The clause of the contract for which it was abandoned, if it was.
    pub fn violation(&self) -> Option<&ContractViolation> {
        self.calls.violation()
    }

    /// The guard of one device of a backend. Peers share its calls and are abandoned with it.
    fn around(
        backend: &'static dyn Backend,
        identity: Identity,
        calls: &Arc<Calls>,
        with_peers: bool,
    ) -> Result<Self, BackendError> {
        let limits = calls.ask("limits", move || backend.limits())?;
        let language = calls.ask("language", move || backend.language())?;
        let place = calls.ask("device_location", move || {
            backend.device_location().to_owned()
        })?;
        let code = move || backend.implementation().map(str::to_owned);
        let implementation = calls.ask("implementation", code)?;
        let mut guarded = Self {
            backend,
            identity,
            place,
            implementation,
            limits,
            language,
            peers: vec![],
            calls: calls.clone(),
        };
        if with_peers {
            for peer in calls.ask("peers", move || backend.peers())? {
                let identity = guarded.identity.clone();
                let peer = Self::around(peer, identity, calls, false)?;
                peer.is_still_itself()?;
                guarded.peers.push(peer);
            }
        }
        guarded.is_still_itself()?;
        Ok(guarded)
    }

    /// Checks that the identity is unchanged: evidence about a changed backend would be about none.
    fn is_still_itself(&self) -> Result<(), BackendError> {
        let backend = self.backend;
        let found = self
            .calls
            .ask("identity", move || backend.identity().clone())?;
        if found == self.identity {
            Ok(())
        } else {
            let seen = format!("its identity changed: {}", changed(&self.identity, &found));
            Err(self.calls.give_up(Clause::Identity, seen))
        }
    }
}

impl Backend for GuardedBackend {
    fn identity(&self) -> &Identity {
        &self.identity
    }

    fn load<'a>(&'a self, op: &OpCode<'_>) -> Result<Box<dyn LoadedOp + 'a>, BackendError> {
        let (backend, code) = (self.backend, OwnedCode::new(op));
        let loaded = self.calls.ask("load", move || {
            let loaded = backend.load(&code.borrowed())?;
            Ok::<_, BackendError>((loaded.signature(), loaded))
        })?;
        let (signature, loaded) = loaded?;
        let kept = GuardedResource::new(loaded, self.calls.clone());
        self.is_still_itself()?;
        Ok(Box::new(GuardedOp { kept, signature }))
    }

    fn missing_support(&self, op: &OpCode<'_>) -> Option<String> {
        let (backend, code) = (self.backend, OwnedCode::new(op));
        let call = move || backend.missing_support(&code.borrowed());
        // An abandoned backend lacks nothing: its trials run and fail with the reason.
        self.calls.ask("missing_support", call).ok().flatten()
    }

    fn missing_support_in_program(&self, op: &OpCode<'_>) -> Option<String> {
        let (backend, code) = (self.backend, OwnedCode::new(op));
        let call = move || backend.missing_support_in_program(&code.borrowed());
        self.calls
            .ask("missing_support_in_program", call)
            .ok()
            .flatten()
    }

    fn law(
        &self,
        law: &BackendLaw<'_>,
        source: &dyn Source,
        range: Range<u64>,
    ) -> Result<LawCheck, BackendError> {
        let (backend, law) = (self.backend, OwnedLaw::new(law));
        let call = move |source: &dyn Source| backend.law(&law.borrowed(), source, range);
        let found = self.calls.ask_of("law", source, call)?;
        self.is_still_itself()?;
        found
    }

    fn peers(&self) -> Vec<&dyn Backend> {
        self.peers.iter().map(|peer| peer as &dyn Backend).collect()
    }

    fn language(&self) -> Option<Language> {
        self.language
    }

    fn implementation(&self) -> Option<&str> {
        self.implementation.as_deref()
    }

    fn device_location(&self) -> &str {
        &self.place
    }

    fn is_recorder(&self) -> bool {
        self.backend.is_recorder()
    }

    fn limits(&self) -> Limits {
        self.limits.clone()
    }

    fn call_time_limit(&self) -> Option<Duration> {
        Some(self.calls.patience())
    }

    fn abandonment_reason(&self) -> Option<&str> {
        self.violation()
            .map(|violation| violation.observation.as_str())
    }

    fn losses(&self) -> Option<Losses> {
        let backend = self.backend;
        let result = self.calls.ask("losses", move || backend.losses());
        result.ok().flatten()
    }

    fn rate_exclusion(&self) -> Option<RateExclusion> {
        let backend = self.backend;
        // An abandoned backend reports it when a race is requested.
        let result = self
            .calls
            .ask("rate_exclusion", move || backend.rate_exclusion());
        result.ok().flatten()
    }

    fn race(
        &self,
        race: &SpeedComparison<'_>,
        turns: usize,
    ) -> Result<SpeedMeasurement, BackendError> {
        let (backend, race) = (self.backend, OwnedRace::new(race));
        let call = move || backend.race(&race.borrowed(), turns);
        let found = self.calls.ask("race", call)?;
        self.is_still_itself()?;
        found
    }

    fn hand_written_kernels(
        &self,
        programs: &[ValidProgram],
    ) -> Result<Vec<Option<HandWrittenKernel>>, BackendError> {
        let (backend, programs) = (self.backend, programs.to_vec());
        let call = move || backend.hand_written_kernels(&programs);
        self.calls.ask("hand_written_kernels", call)?
    }

    fn load_programs<'a>(
        &'a self,
        programs: &[ValidProgram],
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let (backend, programs) = (self.backend, programs.to_vec());
        let call = move || backend.load_programs(&programs);
        let loaded = self.calls.ask("load_programs", call)?;
        let kept = GuardedResource::new(loaded?, self.calls.clone());
        self.is_still_itself()?;
        Ok(Box::new(GuardedPrograms(kept)))
    }

    fn load_wgsl<'a>(
        &'a self,
        program: &ValidProgram,
        text: &str,
    ) -> Result<Box<dyn LoadedPrograms + 'a>, BackendError> {
        let (backend, program, text) = (self.backend, program.clone(), text.to_owned());
        let call = move || backend.load_wgsl(&program, &text);
        let loaded = self.calls.ask("load_wgsl", call)?;
        let kept = GuardedResource::new(loaded?, self.calls.clone());
        self.is_still_itself()?;
        Ok(Box::new(GuardedPrograms(kept)))
    }
}

/// The changed fields of an identity, with old and new values.
fn changed(was: &Identity, is: &Identity) -> String {
    let limits = |id: &Identity| {
        let all = id
            .limits
            .iter()
            .map(|(name, value)| format!("{name} {value}"));
        all.collect::<Vec<_>>().join(", ")
    };
    let fields = |id: &Identity| {
        [
            ("kind", id.kind.clone()),
            ("slug", id.slug.clone()),
            ("device", id.device.clone()),
            ("driver", id.driver.clone()),
            ("features", id.features.join(", ")),
            ("limits", limits(id)),
        ]
    };
    let pairs = fields(was).into_iter().zip(fields(is));
    let differ = pairs.filter(|((_, was), (_, is))| was != is);
    let changes = differ.map(|((name, was), (_, is))| format!("{name} was `{was}` and is `{is}`"));
    changes.collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests;
