//! Coexisting versions: the newest version has the plain id, and an older one is named `id@version`.
//!
//! Registered definitions never change: an older version is a copy under its own name, created once,
//! whose note names its successor.

use super::CatalogError;
use crate::engine::EngineDef;
use crate::registry::{OpDef, Place, base_id};
use crate::sync::lock;
use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard};

/// The copies, by the addresses of the older definition and of the newest one.
type CopyCache<D> = Mutex<HashMap<(usize, usize), &'static D>>;

/// A definition with an id and a version.
pub(super) trait VersionedDef: Sync + Sized + 'static {
    /// Plural name of the kind of definition.
    const KIND: &'static str;
    /// The attribute that registers this kind.
    const ATTRIBUTE: &'static str;

    /// Its id.
    fn id(&self) -> &'static str;
    /// Its version.
    fn version(&self) -> u32;
    /// Its place.
    fn place(&self) -> Place;
    /// The author's deprecation note.
    fn deprecated(&self) -> Option<&'static str>;
    /// The same definition under another name and with another note.
    fn called(&self, id: &'static str, note: &'static str) -> Self;
    /// The copies.
    fn made() -> &'static CopyCache<Self>;
}

macro_rules! versioned {
    ($def:ident, $kind:literal, $attribute:literal) => {
        impl VersionedDef for $def {
            const KIND: &'static str = $kind;
            const ATTRIBUTE: &'static str = $attribute;

            fn id(&self) -> &'static str {
                self.id
            }

            fn version(&self) -> u32 {
                self.version
            }

            fn place(&self) -> Place {
                self.place
            }

            fn deprecated(&self) -> Option<&'static str> {
                self.deprecated
            }

            fn called(&self, id: &'static str, note: &'static str) -> Self {
                Self {
                    id,
                    deprecated: Some(note),
                    ..*self
                }
            }

            fn made() -> &'static CopyCache<Self> {
                static MADE: std::sync::LazyLock<CopyCache<$def>> =
                    std::sync::LazyLock::new(CopyCache::default);
                &MADE
            }
        }
    };
}

versioned!(OpDef, "ops", "vyre_op");
versioned!(EngineDef, "engines", "vyre_engine");

/// All definitions under their distinct names, sorted by name.
pub(super) fn by_name<D: VersionedDef>(
    mut all: Vec<&'static D>,
) -> Result<Vec<&'static D>, CatalogError> {
    all.sort_by_key(|def| (def.id(), def.version(), def.place()));
    let mut named = Vec::with_capacity(all.len());
    for versions in all.chunk_by(|a, b| a.id() == b.id()) {
        let Some((newest, older)) = versions.split_last() else {
            continue;
        };
        for pair in versions.windows(2) {
            succeeds(pair[0], pair[1])?;
        }
        for def in older {
            named.push(renamed(*def, newest)?);
        }
        named.push(newest);
    }
    named.sort_by_key(|def| def.id());
    Ok(named)
}

/// Checks that the second definition is the version after the first.
fn succeeds<D: VersionedDef>(def: &D, next: &D) -> Result<(), CatalogError> {
    let (id, version) = (def.id(), def.version());
    if next.version() == version {
        return Err(CatalogError::Duplicate {
            kind: D::KIND,
            attribute: D::ATTRIBUTE,
            id,
            version,
            next: version.saturating_add(1),
            first: Box::new(def.place()),
            second: Box::new(next.place()),
        });
    }
    if next.version() - 1 > version {
        return Err(CatalogError::Gap {
            id,
            missing: version + 1,
            before: def.place(),
            version: next.version(),
            after: next.place(),
        });
    }
    Ok(())
}

/// The older version under its distinct name.
fn renamed<D: VersionedDef>(
    def: &'static D,
    newest: &'static D,
) -> Result<&'static D, CatalogError> {
    let (id, version) = (def.id(), def.version());
    let Some(note) = def.deprecated() else {
        return Err(CatalogError::NotDeprecated {
            id,
            version,
            place: def.place(),
            newest: newest.version(),
            by: newest.place(),
        });
    };
    let key = (
        std::ptr::from_ref(def).addr(),
        std::ptr::from_ref(newest).addr(),
    );
    let mut made: MutexGuard<'_, _> = lock(D::made());
    Ok(made.entry(key).or_insert_with(|| {
        let mut text = format!(
            "superseded by version {}, {}",
            newest.version(),
            newest.place()
        );
        if !note.is_empty() {
            text = format!("{text}: {note}");
        }
        let name = format!("{}@{version}", base_id(id));
        Box::leak(Box::new(def.called(name.leak(), text.leak())))
    }))
}
