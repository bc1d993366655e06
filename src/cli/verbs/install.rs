//! `completions` and `man`: what an installation adds to the program.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::failure::{Failure, Kind};
use crate::cli::output::print_file;

/// Options of `completions`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim completions bash > /etc/bash_completion.d/war-sim
  war-sim completions zsh > ~/.zfunc/_war-sim
  war-sim completions fish > ~/.config/fish/completions/war-sim.fish")]
pub struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Options of `man`.
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Examples:
  war-sim man > ~/.local/share/man/man1/war-sim.1
  war-sim man compare | man -l -")]
pub struct ManArgs {
    /// The verb whose page is printed [default: the page of the program]
    pub verb: Option<String>,
}

/// Prints the completions of a shell for this command.
pub fn completions(args: &CompletionsArgs, mut command: Command) -> Result<(), Failure> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "war-sim", &mut text);
    print_file(&text)
}

/// Prints a manual page of this command.
pub fn man(args: &ManArgs, mut command: Command) -> Result<(), Failure> {
    command.build();
    let page = match &args.verb {
        None => command,
        Some(name) => {
            let verb = command.find_subcommand(name).cloned().ok_or_else(|| {
                let known: Vec<&str> = command.get_subcommands().map(Command::get_name).collect();
                Failure::unknown("man", name, "verb", &known)
            })?;
            verb.name(format!("war-sim-{name}"))
        }
    };
    let mut text = Vec::new();
    let rendered = clap_mangen::Man::new(page).render(&mut text);
    rendered.map_err(|e| Failure::new(Kind::Internal, format!("manual page: {e}")))?;
    print_file(&text)
}
