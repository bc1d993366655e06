//! Words and numbers as people write and read them. Knows no game.

pub mod digits;
pub mod field;
pub mod markup;
pub mod number;
pub mod plain;
pub mod said;
pub mod slip;
pub mod system;
pub mod text;
