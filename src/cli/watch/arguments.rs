//! What `watch` is told.

use std::path::{Path, PathBuf};

use clap::Args;

use super::super::answering::Answering;
use crate::diagnostic::{Diagnostic, codes};

#[derive(Debug, Args)]
pub(in crate::cli) struct Arguments {
    /// The scene, house rule or system
    pub(in crate::cli) file: PathBuf,
    /// Run the tests instead of the scene, and show which now fail or pass
    #[arg(help_heading = "What is shown", long, conflicts_with_all = ["odds", "brief", "mode", "seed", "secret_seed", "stream", "dice", "table", "choose",
        "policy", "whom"])]
    pub(super) test: bool,
    /// Run only the expectations with these words in their text
    #[arg(help_heading = "What is shown", long, value_name = "TEXT", requires = "test")]
    pub(super) filter: Option<String>,
    /// Show odds instead of running the scene: of these questions, or of every result
    #[arg(help_heading = "What is shown", long, value_name = "QUESTION", num_args = 0.., conflicts_with_all = ["brief", "seed", "secret_seed", "stream",
        "dice", "table"])]
    pub(super) odds: Option<Vec<String>>,
    /// Count only the runs in which this is true
    #[arg(help_heading = "What is shown", long, value_name = "CONDITION", requires = "odds")]
    pub(super) given: Option<String>,
    /// Show only results, texts, and what has changed in the scene
    #[arg(help_heading = "What is shown", long)]
    pub(super) brief: bool,
    #[command(flatten)]
    pub(super) answering: Answering,
}

impl Arguments {
    /// Why nothing can be watched so.
    pub(super) fn refuse(&self) -> Result<(), Diagnostic> {
        let refused = |message: &str, help: &str| Err(Diagnostic::placeless(codes::USAGE, message).help(help));
        if self.file == Path::new("-") {
            return refused("stdin cannot be watched", "name a file");
        }
        if self.answering.is_at_table() {
            return refused(
                "`--table` does not work with `watch`: it would ask at every save",
                "enter the faces with `--dice`",
            );
        }
        Ok(())
    }
}
