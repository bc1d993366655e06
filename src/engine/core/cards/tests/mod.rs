//! The recipe: its values are pinned, and its shuffle is fair.

mod recipe_pinned;
mod recipe_shuffle;
