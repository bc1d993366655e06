//! War.
