//! Findings are shown without a panic and without control characters, whatever the script holds.

use assize::diagnostic::{Diagnostic, Fix, Label, codes, render};
use assize::source::{SourceId, SourceMap, Span};
use proptest::prelude::*;

fn sources(text: &str) -> SourceMap {
    let mut sources = SourceMap::default();
    sources.add("scene.asz", text);
    sources
}

fn misspelt() -> (Diagnostic, SourceMap) {
    let sources = sources("use keep\nclimb {\n  risk riksy\n}\n");
    let span = Span::new(SourceId(0), 24..29);
    let diagnostic = Diagnostic::error(codes::UNKNOWN_LEVEL, span, "`riksy` is not a level of `risk`")
        .here("not a level")
        .also(Span::new(SourceId(0), 9..14), "in this line")
        .help("did you mean `risky`?")
        .fix(Fix::sure(span, "risky"))
        .fix(Fix::maybe(Span::new(SourceId(0), 19..19), "not "))
        .fix(Fix::maybe(Span::new(SourceId(0), 9..14), ""));
    (diagnostic, sources)
}

#[test]
fn plain_is_one_line_each() {
    let (diagnostic, sources) = misspelt();
    insta::assert_snapshot!(render::plain(&diagnostic, &sources));
}

#[test]
fn json_is_one_object_a_line() {
    let (diagnostic, sources) = misspelt();
    let line = render::json(&diagnostic, &sources);
    assert_eq!(line.lines().count(), 1);
    insta::assert_snapshot!(line);
}

#[cfg(feature = "cli")]
#[test]
fn human_shows_the_lines() {
    let (diagnostic, sources) = misspelt();
    insta::assert_snapshot!(render::human(&diagnostic, &sources, false));
}

#[cfg(feature = "cli")]
#[test]
fn a_second_file_is_shown_as_well() {
    let mut sources = SourceMap::default();
    let scene = sources.add("scene.asz", "use house \"a\"\n");
    let house = sources.add("a.asz", "replace rule x = 1\n");
    let diagnostic = Diagnostic::error(codes::BAD_OVERLAY, Span::new(scene, 0..13), "`x` is not there to be replaced")
        .also(Span::new(house, 0..18), "replaced here");
    insta::assert_snapshot!(render::human(&diagnostic, &sources, false));
}

#[cfg(feature = "cli")]
#[test]
fn a_place_far_to_the_right_is_shown() {
    let text = format!("{}here{}", "x".repeat(2_000_000), "y".repeat(100_000));
    let sources = sources(&text);
    let diagnostic = Diagnostic::error(codes::SYNTAX, Span::new(SourceId(0), 2_000_000..2_000_004), "odd").here("this");
    let shown = render::human(&diagnostic, &sources, false);
    assert!(shown.contains("here") && shown.contains(":1:2000001]"), "{shown}");
    assert!(shown.len() < 4_000, "{}", shown.len());
}

#[cfg(feature = "cli")]
#[test]
fn places_far_from_each_other_are_shown_apart() {
    let lines: Vec<String> = (1..=3_000).map(|number| format!("line {number}\n")).collect();
    let text = lines.concat();
    let sources = sources(&text);
    let place = |number: usize| {
        let start = text.find(&format!("line {number}\n")).expect("there is such a line");
        Span::new(SourceId(0), start..start + 4)
    };
    let diagnostic = Diagnostic::error(codes::SYNTAX, place(2_000), "odd")
        .here("this")
        .also(place(1_200), "the first")
        .also(place(1_205), "the second");
    let shown = render::human(&diagnostic, &sources, false);
    let lines: Vec<&str> = ["1199", "1200", "1202", "1205", "1206", "1999", "2000", "2001"].to_vec();
    assert!(lines.iter().all(|line| shown.contains(&format!("line {line}\n"))), "{shown}");
    assert!(shown.contains(":1200:1]") && shown.contains(":2000:1]") && !shown.contains("line 1500"), "{shown}");
}

#[test]
fn a_finding_without_a_place_is_shown() {
    let diagnostic = Diagnostic::placeless(codes::UNREADABLE, "`x.asz` is a folder");
    #[cfg(feature = "cli")]
    insta::assert_snapshot!(render::human(&diagnostic, &SourceMap::default(), false));
    assert_eq!(render::plain(&diagnostic, &SourceMap::default()), "error[AZ107]: `x.asz` is a folder\n");
}

/// Pieces that are hard to show, put together at random.
fn hostile_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        ".{0,20}",
        Just("\u{1b}[31mred\u{7}".to_owned()),
        Just("\t\r\n\u{0}\u{85}\u{9b}".to_owned()),
        Just("\u{202e}áβ🎲\u{200d}\u{301}".to_owned()),
        Just("\n".to_owned()),
        Just("w".repeat(300)),
        Just("w".repeat(70_000)),
    ];
    prop::collection::vec(piece, 0..8).prop_map(|pieces| pieces.concat())
}

fn any_label() -> impl Strategy<Value = Label> {
    let byte = prop_oneof![0..400_u32, 0..100_000_u32, any::<u32>()];
    (0..3_u32, byte.clone(), byte, hostile_text())
        .prop_map(|(source, start, end, text)| Label { span: Span { source: SourceId(source), start, end }, text })
}

/// A way of showing a finding.
type Renderer = fn(&Diagnostic, &SourceMap) -> String;

/// Every way without colours.
const RENDERERS: &[Renderer] = &[
    render::plain,
    render::json,
    #[cfg(feature = "cli")]
    |diagnostic, sources| render::human(diagnostic, sources, false),
];

fn only_line_breaks(text: &str) -> bool {
    text.chars().all(|c| c == '\n' || !c.is_control())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn nothing_hostile_gets_through(
        texts in prop::collection::vec(hostile_text(), 1..3),
        labels in prop::collection::vec(any_label(), 0..12),
        message in hostile_text(),
        help in prop::option::of(hostile_text()),
        fixes in prop::collection::vec((any_label(), any::<bool>()), 0..12),
    ) {
        let mut sources = SourceMap::default();
        for text in &texts {
            sources.add(text.clone(), text.clone());
        }
        let fix = |(Label { span, text }, sure)| if sure { Fix::sure(span, text) } else { Fix::maybe(span, text) };
        let fixes = fixes.into_iter().map(fix).collect();
        let mut diagnostic = Diagnostic::placeless(codes::SYNTAX, message);
        (diagnostic.labels, diagnostic.help, diagnostic.fixes) = (labels, help, fixes);
        for render in RENDERERS {
            let shown = render(&diagnostic, &sources);
            prop_assert!(only_line_breaks(&shown), "{shown:?}");
            prop_assert!(shown.len() <= 64 * 1024, "{}", shown.len());
        }
        #[cfg(feature = "cli")]
        render::human(&diagnostic, &sources, true);
    }
}
