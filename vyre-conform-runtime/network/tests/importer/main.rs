//! The importer on models that are built here, good and hostile.

mod hostile;
mod imported;
mod models;
mod mutated;
mod npy;
mod order;
