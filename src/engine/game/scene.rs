//! One game that is dealt, of whichever game.

use std::fmt::{self, Write};

use serde_json::{Map, Value as Json, json};

use crate::core::course::Course;
use crate::core::game::{Left, Screen};
use crate::core::table::{NamedValues, Value};
use crate::games::ludo::LudoScene;
use crate::games::war::show::WarScene;

/// One game that is dealt.
pub enum Scene {
    /// Of War.
    War(Box<WarScene>),
    /// Of Ludo.
    Ludo(LudoScene),
}

impl Scene {
    /// What came out.
    pub fn result(&self) -> NamedValues {
        match self {
            Self::War(scene) => scene.result(),
            Self::Ludo(scene) => scene.result(),
        }
    }

    /// The result for people.
    pub fn text(&self, screen: Screen) -> String {
        match self {
            Self::War(scene) => scene.text(screen),
            Self::Ludo(scene) => scene.text(screen),
        }
    }

    /// Every step in words, and what came out.
    pub fn trace(&self, out: &mut dyn Write, screen: Screen) -> fmt::Result {
        match self {
            Self::War(scene) => scene.trace(out, screen),
            Self::Ludo(scene) => scene.trace(out, screen),
        }
    }

    /// How the lead went.
    pub fn course(&self) -> Course {
        match self {
            Self::War(scene) => scene.course(),
            Self::Ludo(scene) => scene.course(),
        }
    }

    /// What came out as a line of JSON, with the cards left.
    pub fn json(&self) -> String {
        let left = match self {
            Self::War(scene) => scene.left(),
            Self::Ludo(_) => Left::new(),
        };
        let value = |value: &Value| match value {
            Value::Text(text) => json!(text.as_str()),
            Value::Int(n) => json!(n),
            Value::Signed(n) => json!(n),
            Value::Float(x) => json!(x),
            Value::Empty => Json::Null,
        };
        let result = self.result();
        let result = result.iter().map(|(name, of)| ((*name).to_owned(), value(of)));
        let left = left.iter().map(|(name, cards)| ((*name).to_owned(), json!(cards)));
        let object: Map<String, Json> = result.chain(left).collect();
        format!("{}\n", Json::Object(object))
    }
}
