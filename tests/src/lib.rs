//! vyre-conform tested from outside.
