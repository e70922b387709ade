//! Results of the backend, and of faults in its texts.

mod faults;
mod planted;
