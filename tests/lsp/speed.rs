//! How soon something is told after a letter is typed. `LSP_SPEED=1 cargo test --release --test lsp speed -- --nocapture` shows it, and
//! holds it to what is promised.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::editor::Editor;

/// What is promised for the largest files that come with the program.
const SOON: Duration = Duration::from_millis(50);

#[test]
#[expect(clippy::print_stdout, reason = "who measures wants to see it")]
fn the_largest_files_are_answered_soon() {
    let is_measured = std::env::var_os("LSP_SPEED").is_some();
    let mut editor = Editor::new("speed");
    for name in ["systems/west.asz", "encounters/tar-quay.asz", "encounters/bear-at-the-ford.asz"] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scripts").join(name);
        let text = fs::read_to_string(path).expect("it is shipped");
        let file = name.rsplit('/').next().expect("a file");
        editor.open(file, &text);
        let mut times = Vec::new();
        let line = text.matches('\n').count();
        // A comment at the end is typed: what is there is read as a whole each time.
        for column in 0..20 {
            let at = json!({ "line": line, "character": column });
            let letter = if column == 0 { "#" } else { "x" };
            let begun = Instant::now();
            editor.change(file, json!([{ "range": { "start": at, "end": at }, "text": letter }]));
            editor.diagnostics(file);
            times.push(begun.elapsed());
        }
        times.sort();
        let (median, worst) = (times[times.len() / 2], times[times.len() - 1]);
        println!("{name}: {} bytes, median {median:.1?}, worst {worst:.1?}", text.len());
        assert!(!is_measured || median < SOON, "{name}: {median:?}");
    }
}
