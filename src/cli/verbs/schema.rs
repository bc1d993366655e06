//! `schema`: the JSON Schemas of rule files and experiment files.

use clap::Args;

use crate::cli::failure::Failure;
use crate::cli::library::library;
use crate::cli::output::print_as;
use crate::lab::spec::schema;

/// Options of `schema`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Editors that know JSON Schema complete and check TOML files with it. Many take \
it from the first line of the file:

  #:schema ./experiment.schema.json

Examples:
  war-sim schema
  war-sim schema experiment > experiment.schema.json")]
pub struct SchemaArgs {
    /// Which one; without it, their names are listed
    #[arg(value_name = "NAME")]
    pub name: Option<String>,
}

/// Runs the verb.
pub fn run(args: &SchemaArgs) -> Result<(), Failure> {
    let all = schema::all(&library());
    let text = match (&args.name, all.iter().find(|(name, _)| Some(name) == args.name.as_ref())) {
        (_, Some((_, text))) => text.clone(),
        (None, None) => all.iter().map(|(name, _)| format!("{name}\n")).collect(),
        (Some(wanted), None) => {
            let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
            return Err(Failure::unknown("schema", wanted, "schema", &names));
        }
    };
    print_as(&text, true)
}
