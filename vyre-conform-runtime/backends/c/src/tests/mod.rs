//! What the backend must give, and what faults of its texts give instead.

mod faults;
mod planted;
