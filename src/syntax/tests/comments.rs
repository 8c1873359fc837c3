//! Comments and blank lines: none is lost, duplicated or moved past another, and printed text stays as it is.

use std::fs;
use std::path::{Path, PathBuf};

use proptest::prelude::*;

use super::super::{parse, print, tokens};
use super::{findings, read, shape};
use crate::diagnostic::Diagnostics;
use crate::source::SourceId;

/// Every comment of a text, in order.
fn comments(text: &str) -> Vec<String> {
    tokens::comments(text).into_iter().map(|place| text[place].trim_end().to_owned()).collect()
}

/// A text without its comments.
fn bare(text: &str) -> String {
    let (mut bare, mut at) = (String::new(), 0);
    for comment in tokens::comments(text) {
        bare.push_str(&text[at..comment.start]);
        at = comment.end;
    }
    bare + &text[at..]
}

/// Prints a text twice, and looks whether anything is lost on the way.
fn keeps(text: &str) -> String {
    let printed = print(&read(text));
    assert_eq!(comments(&printed), comments(text), "\n{text}\n--- printed ---\n{printed}");
    assert_eq!(print(&read(&printed)), printed, "printed twice:\n{text}");
    assert_eq!(shape(&read(&bare(&printed))), shape(&read(&bare(text))), "\n{text}\n--- printed ---\n{printed}");
    assert!(!printed.contains("\n\n\n"), "{printed}");
    assert!(printed.lines().all(|line| line.trim_end() == line), "{printed}");
    printed
}

const EVERYWHERE: &str = r##"# about the file

# about the system
system lamps "# no comment"   # its title


use oil     # from the shelf

# the glow
ladder glow, rolls 1d6, highest first {   # one die
  # levels
  level | rolls

  bright | 4..6   # good
  # worse
  dim | 1..3
  # the end
}
scale side { left | right }  # two
kind person {
  needs oil > 0 else "no oil"   # first of all
  # how much
  oil : 0..9 = 3 "drops"        # in a lamp

  wick : number
  # nothing else
}
plan jobs {
  group chain : pace >= after   # P-1
  budget 6 "JP"                 # P-2
  # the items
  item job { size : side = left   # P-3
  }
  slots size                    # P-4
}
rule owed(n) = if n > 1   # many
  then 2                  # two
  else 1                  # one
procedure light by person {   # L-1
  # first
  ask depth : number = 1   # how deep
  sum all {   # parts
    a | 1   # one
    # two
    b | 2
  }
  decide end : side {
    left | depth > 1   # deep

    # otherwise
    right | otherwise
  }
  if depth > 1 and   # deep
    depth < 9 {      # not too deep
    note "x"
  } else {           # else
    # nothing to do
    note "y"
    # the end
  }   # after all

  secret if a { note "z"   # hidden
  }
  for each a in people {
    # nobody
  }
}
period night {   # dark
  before {       # at dusk
    set a = 1
  }
}
expect odds "E-1" {   # odds
  # the scene
  person tom "Tom"    # he
  a is b              # why
  # and
  P(a) = 1/2
}
choose "way?" {   # where
  # to the left
  left { set a = 1 }   # L
  right { }            # R, done
}
x {
  # empty
}
a 1, b 2   # both
# the end
"##;

#[test]
fn comments_stay_where_they_are() {
    insta::assert_snapshot!(keeps(EVERYWHERE));
}

#[test]
fn a_file_of_comments_alone_stays() {
    assert_eq!(keeps("\n# one\n\n\n# two\n# three"), "# one\n\n# two\n# three\n");
    assert_eq!(keeps(""), "");
}

#[test]
fn one_blank_line_stays_and_no_more() {
    assert_eq!(keeps("set a = 1\n\n\n\nset b = 2\nset c = 3"), "set a = 1\n\nset b = 2\nset c = 3\n");
    assert_eq!(keeps("x {\n\n a 1\n\n \n b 2\n\n}"), "x {\n  a 1\n\n  b 2\n}\n");
}

/// The scripts that are shipped, those of the tests, and all scenes of the documentation.
fn scripts() -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut open = vec![root.join("scripts"), root.join("tests"), root.join("docs"), root.join("src/cli")];
    let mut found = Vec::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            open.extend(fs::read_dir(&path).expect("a folder").map(|entry| entry.expect("an entry").path()));
            continue;
        }
        let ending = path.extension().unwrap_or_default();
        if ending == "asz" {
            found.extend(fs::read_to_string(&path).ok().map(|text| (path.clone(), text)));
        } else if ending == "md" {
            let page = fs::read_to_string(&path).expect("a page is text");
            let blocks = page.split("\n```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
            let scenes = blocks.filter(|(kind, _)| kind.starts_with("assize"));
            found.extend(scenes.map(|(_, scene)| (path.clone(), scene.to_owned())));
        }
    }
    found
}

#[test]
fn every_script_keeps_its_comments() {
    let (mut sound, mut with_comments) = (0, 0);
    for (path, text) in scripts() {
        let mut sink = Diagnostics::default();
        parse(SourceId(0), &text, &mut sink);
        if sink.is_empty() {
            keeps(&text);
            sound += 1;
            with_comments += usize::from(!comments(&text).is_empty());
        } else {
            assert!(!path.starts_with("scripts"), "{} is shipped", path.display());
        }
    }
    assert!(sound > 300 && with_comments > 80, "{sound} scripts, {with_comments} of them with comments");
}

/// A script, broken in lines at random and sprinkled with comments and blank lines.
fn sprinkled() -> impl Strategy<Value = String> {
    let scripts: Vec<String> = scripts().into_iter().map(|(_, text)| text).filter(|text| text.len() < 3_000).collect();
    let places = prop::collection::vec((0..10_000_usize, 0..4_u8), 0..12);
    (prop::sample::select(scripts), places).prop_map(|(text, places)| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        for (number, (place, what)) in places.into_iter().enumerate() {
            let at = place % (lines.len() + 1);
            match (what, lines.get_mut(at)) {
                (0, _) => lines.insert(at, String::new()),
                (1, _) => lines.insert(at, format!("    # \"{number}\"")),
                (2, Some(line)) => line.extend([" # ", &number.to_string(), " {"]),
                (_, Some(line)) => *line = line.replacen('{', &format!("{{ # {number}\n"), 1),
                (_, None) => {}
            }
        }
        lines.join("\n")
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn comments_anywhere_stay(text in sprinkled()) {
        prop_assume!(findings(&text).is_empty());
        keeps(&text);
    }
}
