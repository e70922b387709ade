//! The crates that references call: part of what results of theirs come from.

#[doc(hidden)]
pub use inventory;

use super::Package;

/// A crate that the references of a package's ops call, such as a library of elementary functions.
/// [`oracle_crates!`](crate::oracle_crates!) names one.
#[derive(Debug)]
#[non_exhaustive]
pub struct OracleCrate {
    /// The package of the ops.
    pub package: Package,
    /// Name and version of the crate, `core-math 1.4.0`.
    pub crate_version: &'static str,
}

impl OracleCrate {
    /// A crate of this name and version, which ops of the package call.
    #[doc(hidden)]
    pub const fn new(package: Package, crate_version: &'static str) -> Self {
        Self {
            package,
            crate_version,
        }
    }
}

inventory::collect!(OracleCrate);

/// The crates that references of a package's ops call, sorted, with their versions.
pub fn oracle_crates(package: &Package) -> Vec<String> {
    let all = inventory::iter::<OracleCrate>.into_iter();
    let of_it = all.filter(|named| named.package == *package);
    let mut names: Vec<String> = of_it.map(|named| named.crate_version.to_owned()).collect();
    names.sort();
    names
}

/// Names the crates that references of this package's ops call, each with its version: digests of references that
/// were kept with other versions are then computed again.
///
/// ```text
/// vyre_conform_runtime::oracle_crates!("core-math 1.4.0", "half 2.7.1");
/// ```
///
/// A crate cannot ask Cargo which version of another it was built with; let a test hold the names against `Cargo.lock`.
#[macro_export]
macro_rules! oracle_crates {
    ($($crate_version:literal),+ $(,)?) => {
        $($crate::registry::inventory::submit! {
            $crate::registry::OracleCrate::new(
                $crate::registry::Package::new(
                    ::core::option_env!("CARGO_PKG_NAME"),
                    ::core::option_env!("CARGO_PKG_VERSION"),
                ),
                $crate_version,
            )
        })+
    };
}
