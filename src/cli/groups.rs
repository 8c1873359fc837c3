//! The commands in the help of the program, by what people want to do.

use clap::Command;

/// What people want to do, and the commands for it. What is in no group comes last.
const GROUPS: [(&str, &[&str]); 4] = [
    ("Play", &["run", "repl", "export", "why"]),
    ("Odds and advice", &["odds", "advise", "simulate", "merge"]),
    ("Write scenes and rules", &["new", "check", "fmt", "test", "watch", "house", "pack", "show", "explain"]),
    ("For other programs", &["serve", "mcp", "lsp", "schema", "ir"]),
];

/// What comes last.
const OTHERS: &str = "More";

/// The program with its commands in groups where it helps.
pub(super) fn grouped(program: Command) -> Command {
    let template = format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{}Options:\n{{options}}{{after-help}}",
        listed(&program)
    );
    program.help_template(template)
}

fn listed(program: &Command) -> String {
    let is_grouped = |name: &str| GROUPS.iter().any(|(_, names)| names.contains(&name));
    let names = || program.get_subcommands().map(Command::get_name);
    let width = names().map(str::len).max().unwrap_or_default();
    let line = |name: &str| {
        let about = program.find_subcommand(name).and_then(Command::get_about).map(ToString::to_string);
        about.map(|about| format!("  {name:<width$}  {about}\n"))
    };
    let group = |head: &str, names: &[&str]| {
        let lines: String = names.iter().filter_map(|name| line(name)).collect();
        format!("{head}:\n{lines}\n")
    };
    let others: Vec<&str> = names().filter(|name| !is_grouped(name)).collect();
    GROUPS.iter().map(|(head, names)| group(head, names)).chain([group(OTHERS, &others)]).collect()
}

#[cfg(test)]
mod tests {
    use clap::{Command, CommandFactory};

    use super::{GROUPS, grouped};
    use crate::cli::Arguments;

    #[test]
    fn every_command_is_listed_once() {
        let program = Arguments::command();
        let names: Vec<String> = program.get_subcommands().map(Command::get_name).map(str::to_owned).collect();
        let in_groups: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        assert!(in_groups.iter().all(|name| names.iter().any(|known| known == name)), "{in_groups:?}");
        let help = grouped(program).render_help().to_string();
        let is_of = |line: &&str, name: &str| line.split_whitespace().next() == Some(name) && line.starts_with("  ");
        for name in &names {
            assert_eq!(help.lines().filter(|line| is_of(line, name)).count(), 1, "{name}: {help}");
        }
        assert!(help.contains("\nMore:\n  config "), "{help}");
        let mut commands = help.lines().skip_while(|line| *line != "Play:").take_while(|line| *line != "Options:");
        assert!(commands.all(|line| line.chars().count() <= 80), "what is not wrapped fits: {help}");
    }
}
