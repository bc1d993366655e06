//! The page of figures, and figures of their own.

pub mod html;
