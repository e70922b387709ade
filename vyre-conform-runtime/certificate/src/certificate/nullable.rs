//! Fields that are null instead of absent.

use serde::{Deserialize, Deserializer};

/// Deserializes a field that must be present, with null for `None`. Omitting it would give the same value a second
/// text.
pub(super) fn present<'de, D: Deserializer<'de>, T: Deserialize<'de>>(
    from: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(from)
}
