//! Every refusal with its message; the tests are in `tests/`.
