//! What a run is told by, in manifest and state: written from a study, and read back as one.

use std::sync::Arc;

use serde_json::{Value as Json, json};

use super::hunt::MOST_KEPT;
use super::measure::Measure;
use super::published::Published;
use super::rules::Library;
use super::{Hunt, NamedRules, Pairs, RefusedCell, Study, Target};
use crate::core::cards::{Deals, DealsFrom, DeckList, Seed};
use crate::core::game::GameInfo;
use crate::core::random::inside::RECIPE_INSIDE;

impl Study {
    /// What is counted: everything that the counts depend on, but not which games were played.
    pub fn identity(&self) -> Json {
        let info = self.info();
        let rule_sets: Vec<Json> = self
            .rule_sets
            .iter()
            .map(|named| json!({"name": named.name, "fields": self.game.fields(&named.rules)}))
            .collect();
        let mut identity = json!({
            "game": info.name,
            "recipe": info.recipe,
            "seed": self.deals.seed.0,
            "deals": self.deals.from.identity(),
            "played_with": self.game.gear(),
            "rules": rule_sets,
            "pairs": match &self.pairs {
                Pairs::None => json!("none"),
                Pairs::All => json!("all"),
                Pairs::Baseline(name) => json!({ "baseline": name }),
            },
            "by": match self.by.as_slice() {
                [] => Json::Null,
                // As states have it since there was no other.
                [one] => json!(info.features[*one].name),
                several => several.iter().map(|&by| info.features[by].name).collect(),
            },
        });
        if self.rule_sets.iter().any(|named| named.rules.chance_inside) {
            identity["recipe_inside"] = json!(RECIPE_INSIDE);
        }
        if self.prove_cycles {
            identity["prove_cycles"] = json!(true);
        }
        if !self.hunts.is_empty() {
            let hunts = self.hunts.iter().map(|hunt| json!([hunt.name(info), hunt.keep]));
            identity["hunt"] = hunts.collect();
        }
        identity
    }

    /// What distinguishes one run from another: all that its tables depend on, and nothing else.
    pub fn run_identity(&self, verb: &str, tables: Option<&[String]>) -> Json {
        let info = self.info();
        let targets = |targets: &[Target]| -> Json {
            targets.iter().map(|target| target.to_json(info)).collect()
        };
        let measures: Vec<&str> = self.measures.iter().map(|m| m.name(info)).collect();
        let mut identity = self.identity();
        if let Json::Object(object) = &mut identity {
            for (key, value) in [
                ("verb", json!(verb)),
                ("first_game", json!(self.first_game)),
                // What is asked is the precision, whatever it takes.
                ("games", if self.is_open_ended() { Json::Null } else { json!(self.games) }),
                ("until", targets(&self.until)),
                ("until_difference", targets(&self.until_difference)),
                ("confidence", json!(self.confidence)),
                ("measures", json!(measures)),
                ("tables", json!(tables)),
                ("refused", self.refused.iter().map(|r| json!([r.name, r.reason])).collect()),
                ("notes", json!(self.notes)),
                ("table_options", self.game.table_options()),
            ] {
                object.insert(key.into(), value);
            }
            if !self.published.is_empty() {
                let published = self.published.iter().map(Published::identity);
                object.insert("published".into(), published.collect());
            }
            if self.decides {
                let named = |m: &Measure| json!([m.name(info), self.matters(*m)]);
                object.insert("until_decided".into(), self.decided().iter().map(named).collect());
            }
            if let Some(whole) = &self.part_of {
                object.insert("part_of".into(), json!([whole.start, whole.end]));
            }
            if !self.missing.is_empty() {
                let ranges = self.missing.iter().map(|gap| json!([gap.start, gap.end]));
                object.insert("missing".into(), ranges.collect());
            }
        }
        identity
    }

    /// The study with what a run was asked, beside what an identity says.
    ///
    /// Errors: a sentence, where this program would say it differently.
    pub fn asked(mut self, run: &Json) -> Result<Self, String> {
        let no = |key: &str| format!("does not say its {key} as this program would");
        let words = |key: &str| -> Result<Vec<String>, String> {
            let list = run[key].as_array().ok_or_else(|| no(key))?;
            list.iter().map(|w| w.as_str().map(Into::into).ok_or_else(|| no(key))).collect()
        };
        self.0.first_game = run["first_game"].as_u64().unwrap_or_default();
        match run["games"].as_u64() {
            Some(games) => self.0.games = games,
            None => self.0.games_unnamed = true,
        }
        let part_of = run["part_of"][0].as_u64().zip(run["part_of"][1].as_u64());
        self.0.part_of = part_of.map(|(start, end)| start..end);
        let missing = run["missing"].as_array().into_iter().flatten();
        let missing = missing.map(|gap| Some(gap[0].as_u64()?..gap[1].as_u64()?));
        self.0.missing = missing.collect::<Option<_>>().ok_or_else(|| no("missing games"))?;
        self.0.confidence = run["confidence"].as_f64().ok_or_else(|| no("confidence"))?;
        let measures = words("measures")?;
        self.0.measures = measures
            .iter()
            .map(|name| Measure::of_name(name, self.info()).map_err(|_| no("measures")))
            .collect::<Result<_, _>>()?;
        let asked = |key| targets(&run[key], self.info()).ok_or_else(|| no(key));
        (self.0.until, self.0.until_difference) = (asked("until")?, asked("until_difference")?);
        let decided = run["until_decided"].as_array();
        self.0.decides = decided.is_some();
        self.0.measures_named = decided.is_some_and(|all| all.len() == self.measures.len());
        for asked in decided.into_iter().flatten() {
            let name = asked[0].as_str().ok_or_else(|| no("until_decided"))?;
            let measure = Measure::of_name(name, self.info()).map_err(|_| no("until_decided"))?;
            if let Some(half_width) = asked[1].as_f64() {
                self.0.min_effects.push(Target::of(measure, half_width));
            }
        }
        self.0.notes = words("notes")?;
        let refused = run["refused"].as_array().ok_or_else(|| no("refused rule sets"))?;
        self.0.refused = refused
            .iter()
            .map(|cell| {
                let text = |k: usize| cell[k].as_str().map(String::from);
                let refused = text(0).zip(text(1)).ok_or_else(|| no("refused rule sets"))?;
                Ok(RefusedCell { name: refused.0, reason: refused.1 })
            })
            .collect::<Result<_, String>>()?;
        let published = run["published"].as_array().into_iter().flatten();
        self.0.published = published
            .map(|figure| Published::of_identity(figure).ok_or_else(|| no("published figures")))
            .collect::<Result<_, _>>()?;
        if run["table_options"] != self.game.table_options() {
            let game = self.game.with_table_options(&run["table_options"]);
            self.0.game = game.ok_or_else(|| no("table options"))?;
        }
        self.0.outputs = match &run["tables"] {
            Json::Null => None,
            _ => Some(words("tables")?),
        };
        Ok(self)
    }
}

/// The hunts of an identity.
fn hunts_of(json: &Json, info: &GameInfo) -> Result<Vec<Hunt>, String> {
    let bad = || "is not a valid state: it does not say which games it kept".to_owned();
    let one = |json: &Json| {
        let keep = json[1].as_u64().filter(|keep| (1..=MOST_KEPT).contains(keep))?;
        Hunt::of_name(json[0].as_str()?, keep as usize, info)
    };
    match json {
        Json::Null => Ok(Vec::new()),
        Json::Array(hunts) => hunts.iter().map(|json| one(json).ok_or_else(bad)).collect(),
        _ => Err(bad()),
    }
}

/// The study that an identity describes.
///
/// Errors: a sentence on what it does not say as this program would.
pub fn study_of(identity: &Json, library: &Library) -> Result<Study, String> {
    let text = |key: &str| {
        identity[key]
            .as_str()
            .ok_or_else(|| format!("is not a valid state: it does not name its {key}"))
    };
    let name = text("game")?;
    let mut game = library.game(name).cloned().ok_or_else(|| {
        format!("is of the game `{}`, which this program does not know", name.escape_debug())
    })?;
    let recipe = text("recipe")?;
    if recipe != game.info().recipe {
        return Err(format!(
            "was dealt by the recipe `{}`, and this program deals by `{}`",
            recipe.escape_debug(),
            game.info().recipe
        ));
    }
    let gear = &identity["played_with"];
    if let (Some(kind), Some(file), Some(text)) =
        (gear["kind"].as_str(), gear["file"].as_str(), gear["text"].as_str())
    {
        game = game.with_gear(kind, file, text)?;
    }
    let no_rules = || "is not a valid state: its rule sets are missing".to_owned();
    let mut rule_sets = Vec::new();
    for rules in identity["rules"].as_array().ok_or_else(no_rules)? {
        let name = rules["name"].as_str().ok_or_else(no_rules)?.to_owned();
        let fields = toml::Table::try_from(&rules["fields"]).map_err(|e| e.to_string())?;
        let rules = game.build(fields).map_err(|e| format!("rule set `{name}`: {e}"))?;
        rule_sets.push(NamedRules { name, rules, engine: game.engines()[0] });
    }
    let mut study = Study::new(game, rule_sets).map_err(|e| e.to_string())?;
    let seed =
        identity["seed"].as_u64().ok_or("is not a valid state: it does not name its seed")?;
    let from = match &identity["deals"] {
        Json::String(word) if word == "seed" => DealsFrom::Seed,
        Json::String(word) if word == "orders" => DealsFrom::Orders,
        Json::Object(list) => {
            let digest = list.get("list").and_then(Json::as_str);
            let digest =
                digest.ok_or("is not a valid state: it does not say which decks it played")?;
            // The decks themselves are not in it, only what distinguishes them from others.
            DealsFrom::List(Arc::new(DeckList { digest: digest.into(), decks: Vec::new() }))
        }
        _ => return Err("is not a valid state: it does not say where its deals come from".into()),
    };
    study = study.dealt(Deals { seed: Seed(seed), from });
    study.0.pairs = match &identity["pairs"] {
        Json::String(word) if word == "none" => Pairs::None,
        Json::String(word) if word == "all" => Pairs::All,
        Json::Object(baseline) => {
            let name = baseline.get("baseline").and_then(Json::as_str).unwrap_or_default();
            Pairs::Baseline(name.into())
        }
        _ => return Err("is not a valid state: it does not say which rule sets it compares".into()),
    };
    let by = match &identity["by"] {
        Json::Null => &[],
        Json::Array(several) => several.as_slice(),
        one => std::slice::from_ref(one),
    };
    for word in by {
        study = study.by(word.as_str().unwrap_or_default()).map_err(|_| {
            "is not a valid state: its games are sorted by an unknown feature".to_owned()
        })?;
    }
    let recipe_inside = &study.identity()["recipe_inside"];
    if identity["recipe_inside"] != *recipe_inside {
        return Err(format!(
            "was played by another recipe for the chance inside games than this program's {recipe_inside}"
        ));
    }
    study.0.prove_cycles = identity["prove_cycles"] == true;
    study.0.hunts = hunts_of(&identity["hunt"], study.info())?;
    if study.identity() != *identity {
        return Err("is not a state of this program: it describes its run differently".into());
    }
    Ok(study)
}

/// Measures with numbers, as a run or its words list them; `None` for what is no such list.
pub fn targets(json: &Json, info: &GameInfo) -> Option<Vec<Target>> {
    json.as_array()?.iter().map(|target| Target::of_json(target, info)).collect()
}
