//! Profiles: alternative ways for a device to compute results without the lowerings. A profile is part
//! of a backend's identity.

use core::fmt;

/// Separator between the name of an adapter and a profile, in the slug and the kind of a backend.
pub const PROFILE_MARK: char = '+';

/// The implementation that a device runs instead of the lowerings: `llvmpipe+native` runs native texts,
/// `llvmpipe` the lowerings.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Profile {
    /// Native texts, compiled strictly and corrected.
    Native,
    /// Native texts exactly as the driver compiles them, right or wrong.
    Wgsl,
    /// On the processor, the functions that `lower` names, as rustc compiles them.
    KernelRust,
}

impl Profile {
    /// Every profile.
    pub const ALL: [Self; 3] = [Self::Native, Self::Wgsl, Self::KernelRust];

    /// Its name, which follows the mark.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Wgsl => "wgsl",
            Self::KernelRust => "kernel-rust",
        }
    }

    /// The profile with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|profile| profile.name() == name)
    }

    /// Splits the slug or the kind of a backend into device and profile, such as `llvmpipe` and
    /// `native` for `llvmpipe+native`. Returns `None` for a backend without a profile.
    pub fn of(name: &str) -> Option<(&str, Self)> {
        let (device, profile) = name.rsplit_once(PROFILE_MARK)?;
        Some((device, Self::from_name(profile)?))
    }

    /// True if a pattern that selects backends mentions a profile: `llvmpipe+native`, `+wgsl`, `x+`.
    pub fn is_asked_for(part: &str) -> bool {
        part.contains(PROFILE_MARK)
    }

    /// The slug or the kind of a device under this profile.
    pub fn on(self, device: &str) -> impl fmt::Display + '_ {
        OnDevice(device, self)
    }
}

/// The name of a device under a profile.
struct OnDevice<'a>(&'a str, Profile);

impl fmt::Display for OnDevice<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(device, profile) = self;
        write!(f, "{device}{PROFILE_MARK}{}", profile.name())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    /// Oracle: the slugs in the documentation of the backends, `docs/book/backends.md`.
    #[test]
    fn profile_is_recognised_by_its_slug() {
        for (slug, device, profile) in [
            ("llvmpipe+native", "llvmpipe", Profile::Native),
            ("swiftshader#2+wgsl", "swiftshader#2", Profile::Wgsl),
            ("cpu+kernel-rust", "cpu", Profile::KernelRust),
        ] {
            assert_eq!(Profile::of(slug), Some((device, profile)));
            assert_eq!(std::format!("{}", profile.on(device)), slug);
            assert!(Profile::is_asked_for(slug));
        }
        for without in [
            "llvmpipe",
            "llvmpipe+nonesuch",
            "c11",
            "llvmpipe+",
            "native",
        ] {
            assert_eq!(Profile::of(without), None, "{without}");
        }
    }
}
