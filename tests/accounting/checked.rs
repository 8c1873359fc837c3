//! What `check` says of a scene with a mistake, as people read it: found by trying, so it has no fixture among the mistakes.

use std::fs;
use std::path::Path;

use assize::diagnostic::render;

use crate::engine;

#[test]
fn what_is_found_by_trying_leads_to_the_mistake() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/accounting/checked");
    let mut read = 0;
    for entry in fs::read_dir(&folder).expect("the folder is there") {
        let path = entry.expect("it can be read").path();
        if path.extension().is_none_or(|extension| extension != "asz") {
            continue;
        }
        let name = path.file_stem().expect("it has a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("it is text");
        let encounter = engine(&folder).compile("scene.asz", &text).expect("its words are understood");
        let shown =
            encounter.remarks().into_iter().map(|found| render::human(&found, encounter.sources(), false) + "\n");
        let shown: String = shown.collect();
        insta::with_settings!({ snapshot_path => "checked", prepend_module_to_snapshot => false, omit_expression => true }, {
            insta::assert_snapshot!(name, shown);
        });
        read += 1;
    }
    assert!(read >= 9, "{read}");
}
