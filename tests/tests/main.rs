//! Tests of vyre-conform from outside, one module per subject. The generated bodies are a separate binary, because they
//! take as long to compile as everything else.

mod author;
mod bad_backends;
mod book;
mod certificate;
mod certificates;
mod certified;
mod contract;
mod conventions;
mod endless;
mod engines;
mod filetests;
mod fingerprint;
mod floats;
mod harness;
mod identity;
mod interpreter;
mod laws;
mod lowering;
mod lying_backend;
mod natives;
mod planted;
mod process;
mod programs;
mod promises;
mod published;
mod renamed;
mod text;
mod tidy;
mod toy_backend;
mod translation;
mod ulps;
mod valid;
mod versions;
