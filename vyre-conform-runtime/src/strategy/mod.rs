//! How claims are checked: laws on blocks, tables, coverage, determinism, parity.
