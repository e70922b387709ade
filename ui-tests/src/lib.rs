//! Messages of every refusal; the tests are in `tests/`.
