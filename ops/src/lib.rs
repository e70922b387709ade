//! The integer operation library of vyre-conform.
