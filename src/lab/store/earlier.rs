//! States and folders of earlier versions, whose words for a run were others. It goes with version 1.0.

use std::path::Path;

use serde_json::{Value as Json, json};

use super::disk::Disk;
use super::manifest::{FileRecord, Manifest};
use super::package::PACKAGE;

/// How the first lines of states began that say what [`body`] reads.
pub const FORMATS: [&str; 2] = ["war-sim-state 2", "war-sim-state 1"];

/// The body of a class that was graded before it was a run, as far as it is read: its files. Its state is
/// lines with a checksum of each.
pub fn class(state: &[u8]) -> Option<Json> {
    let text = std::str::from_utf8(state).ok()?;
    let mut lines = text.lines().filter_map(|line| Some(line.split_once(' ')?.1));
    lines.next().filter(|first| first.starts_with("{\"grade\":"))?;
    let last = lines.next_back().and_then(|last| serde_json::from_str::<Json>(last).ok());
    Some(json!({"files": last.unwrap_or_default()["files"]}))
}

/// The body of such a state as it is written now.
pub fn body(mut body: Json) -> Json {
    let mut take = |key: &str| body.get_mut(key).map_or(Json::Null, Json::take);
    let (identity, asked, story, effects) =
        (take("identity"), take("run"), take("story"), take("min_effects"));
    let told = told(&story, &effects, &Json::Null);
    if let Json::Object(body) = &mut body {
        ["identity", "story", "min_effects"].iter().for_each(|key| drop(body.remove(*key)));
        body.insert("run".into(), run(if asked.is_null() { identity } else { asked }));
        body.insert("told".into(), told);
    }
    body
}

/// What told one run from others, as it does now; what says it as now stays.
pub fn run(was: Json) -> Json {
    if was["deals"].is_null() || was["pairs"].is_null() {
        return was;
    }
    // What is called otherwise now.
    const OTHERWISE: [&str; 6] =
        ["deals", "pairs", "hunt", "until_decided", "tables", "table_options"];
    let is_said = |value: &Json| !value.is_null() && *value != json!([]);
    let mut run = was.as_object().cloned().unwrap_or_default();
    run.retain(|key, value| !OTHERWISE.contains(&key.as_str()) && is_said(value));
    let mut put = |key: &str, value: Json| match is_said(&value) {
        true => drop(run.insert(key.into(), value)),
        false => drop(run.remove(key)),
    };
    let rules = was["rules"].as_array().into_iter().flatten().map(|rules| {
        let name = std::iter::once(("name".to_owned(), rules["name"].clone()));
        let fields = rules["fields"].as_object().cloned().unwrap_or_default();
        Json::Object(name.chain(fields).collect())
    });
    put("rules", rules.collect());
    put("list", was["deals"]["list"].clone());
    put("orders", if was["deals"] == "orders" { json!(true) } else { Json::Null });
    put("compare", json!(was["pairs"] != "none"));
    put("baseline", was["pairs"]["baseline"].clone());
    put("by", if was["by"].is_string() { json!([was["by"]]) } else { was["by"].clone() });
    put("keep", amounts(&was["hunt"]));
    let decided = was["until_decided"].as_array();
    let mut until = amounts(&was["until"]);
    if let (Some(_), Some(until)) = (decided, until.as_array_mut()) {
        until.push(json!("decided"));
    }
    put("until", until);
    put("until_difference", amounts(&was["until_difference"]));
    let is_first =
        |decided: &Vec<Json>| Some(decided.len()) != was["measures"].as_array().map(Vec::len);
    if decided.is_some_and(is_first) {
        put("measures", Json::Null);
    }
    let mattered = decided.into_iter().flatten().filter(|of| !of[1].is_null()).cloned();
    put("min_effect", amounts(&mattered.collect()));
    put("outputs", was["tables"].clone());
    let refused = was["refused"].as_array().into_iter().flatten();
    put("refused", refused.map(|cell| json!({"name": cell[0], "reason": cell[1]})).collect());
    put("rank_by", was["table_options"]["rank_by"].clone());
    Json::Object(run)
}

/// The body of a state in a folder, with what of the run the manifest of version 0.1.0 said alone.
pub fn with_told(mut body: Json, folder: &Path) -> Json {
    if let Some(manifest) = manifest(folder).filter(|_| body["rows"].is_null()) {
        let was = &manifest["told"];
        body["told"] = told(&manifest["story"], &was["min_effects"], &was["given_rules"]);
    }
    body
}

/// The files of a search or an answer, of which the manifest of version 0.1.0 alone had the checksums.
pub fn files(folder: &Path) -> Vec<FileRecord> {
    let mut files = manifest(folder).as_ref().map(Manifest::records).unwrap_or_default();
    let is_table = |name: &str| name.ends_with(".csv") && !name.contains(['/', '\\']);
    files.retain(|file| is_table(&file.name) || file.name == PACKAGE);
    files
}

/// The manifest in a folder, if it is whole.
fn manifest(folder: &Path) -> Option<Json> {
    Manifest::load(&Disk::here(), folder).ok()?.ok()
}

fn told(story: &Json, effects: &Json, rules: &Json) -> Json {
    let mut told = story.as_object().cloned().unwrap_or_default();
    told.retain(|_, word| !word.is_null());
    told.insert("min_effect".into(), amounts(effects));
    told.insert("rules".into(), rules.as_array().into_iter().flatten().cloned().collect());
    Json::Object(told)
}

/// Numbers with their names, as they are typed.
fn amounts(list: &Json) -> Json {
    let text = |of: &Json| Some(json!(format!("{}:{}", of[0].as_str()?, of[1].as_f64()?)));
    list.as_array().into_iter().flatten().filter_map(text).collect()
}
