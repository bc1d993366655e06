//! `completions`: what a shell completes of a command line.

use clap::{Args, Command};
use clap_complete::Shell;

use crate::cli::output::print_file;
use crate::lab::refused::Refused;

/// Options of `completions`.
#[derive(Clone, Debug, Args)]
#[command(before_help = "\
Examples:
  war-sim completions bash > /etc/bash_completion.d/war-sim
  war-sim completions zsh > ~/.zfunc/_war-sim
  war-sim completions fish > ~/.config/fish/completions/war-sim.fish")]
pub struct CompletionsArgs {
    /// bash, elvish, fish, powershell or zsh
    #[arg(value_enum, hide_possible_values = true)]
    pub shell: Shell,
}

/// Prints the completions of a shell for this command.
pub fn execute(args: &CompletionsArgs, mut command: Command) -> Result<(), Refused> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut command, "war-sim", &mut text);
    // In bash clap_complete 4.6 looks for the verbs of a name with a hyphen elsewhere than where it puts them.
    let text = String::from_utf8_lossy(&text).replace("war__subcmd__sim__", "war__sim__");
    print_file(text.as_bytes())
}
