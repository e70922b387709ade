//! What the gates find of an op before anything of it runs: each op is looked at once a run, whichever of its trials
//! asks first.

use super::execute::endless;
use super::limit::Hung;
use crate::catalog::Op;
use crate::registry::FnKey;
use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Why nothing else is run of an op.
#[derive(Clone, Debug, Default)]
pub(super) struct Admitted {
    /// Problems of the op itself.
    pub(super) problems: Vec<String>,
}

impl Admitted {
    fn of(op: &Op) -> Self {
        let problems = match op.module() {
            Err(found) => found.iter().map(ToString::to_string).collect(),
            Ok(module) => endless(op.def, module).into_iter().collect(),
        };
        Self { problems }
    }
}

/// What is known of each op.
#[derive(Debug, Default)]
pub(super) struct Known {
    admitted: Mutex<HashMap<&'static str, Arc<OnceLock<Arc<Admitted>>>>>,
    /// Functions that did not come back, with the trial in which they did not.
    hung: Mutex<HashMap<TypeId, String>>,
}

impl Known {
    /// What the gates find of an op. Who asks while it is looked at waits.
    pub(super) fn admitted(&self, op: &Op) -> Arc<Admitted> {
        let cell = {
            let mut all = self.admitted.lock().unwrap_or_else(PoisonError::into_inner);
            all.entry(op.def.id).or_default().clone()
        };
        cell.get_or_init(|| Arc::new(Admitted::of(op))).clone()
    }

    /// Notes that a function did not come back; the first time stays.
    pub(super) fn hung(&self, trial: &str, hung: &Hung) {
        let mut all = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        all.entry((hung.callee.key.id)())
            .or_insert_with(|| trial.to_owned());
    }

    /// The trial in which a function did not come back, if it did not.
    pub(super) fn stuck(&self, key: FnKey) -> Option<String> {
        let all = self.hung.lock().unwrap_or_else(PoisonError::into_inner);
        all.get(&(key.id)()).cloned()
    }
}
