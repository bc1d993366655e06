//! Tables and rows as files of every form.

pub mod csv;
pub mod json;
#[cfg(feature = "parquet")]
pub mod parquet;
