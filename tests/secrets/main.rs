//! No secret reaches the players, whichever way a verdict is shown; and the game master sees all of them.

mod alike;
mod asked;
mod begun_pages;
mod by_author;
#[cfg(feature = "cli")]
mod choices;
#[cfg(feature = "cli")]
mod commands;
mod edits;
mod evenings;
mod exceptions;
mod folded;
#[cfg(feature = "cli")]
#[path = "../shared/folder.rs"]
mod folder;
mod foresight;
#[cfg(feature = "rhai")]
mod hidden_dice;
mod hostile;
#[cfg(feature = "rhai")]
mod house_rules;
mod looks;
mod mill_lines;
mod over_pages;
mod plans;
mod readers;
mod refusals;
#[cfg(feature = "cli")]
mod served;
mod shipped_lines;
mod signals;
#[path = "../shared/streams.rs"]
mod streams;
mod taking_part;
#[path = "../oracle/tape.rs"]
mod tape;
mod told;

use assize::engine::{Answers, Encounter, Engine, Library, LoadError, Loaded};
use assize::verdict::{Audience, Transcript, TranscriptEntry, Verdict, html, json, markdown, text, why};

const SYSTEM: &str = r#"system keep "The Keep"
modifiers signed

scale outcome { fail | pass }
kind person { skill : number = 0 }
procedure lift by person {
  ask secret burden : number "how heavy it is"
  ask help : many number
  sum need {
    burden | burden
    base   | 2
  }
  let twice = need * 2
  sum total {
    skill | person.skill
    help  | sum(help)
  }
  roll pull : 1d6
  let height = pull.sum + total
  decide result {
    pass | height >= twice
    fail | otherwise
  }
}
"#;

const SCENE: &str = r#"
use keep

person ada "Ada" { skill 1 }
modifier zebra 7654321 "the zebra wire" known to nobody
lift climb "up the wall" by ada {
  burden 1234567
  help zebra
  help 1 "a friend"
}
"#;

/// Knows the system above.
struct Shelf;

impl Library for Shelf {
    fn load(&self, name: &str, _relative_to: Option<&str>) -> Result<Loaded, LoadError> {
        if name != "keep" {
            return Err(LoadError::NotFound);
        }
        Ok(Loaded { name: name.to_owned(), text: SYSTEM.to_owned() })
    }

    fn names(&self, _relative_to: Option<&str>) -> Vec<String> {
        Vec::new()
    }
}

fn compile(scene: &str) -> Encounter {
    Engine::with(Shelf).compile("scene.asz", scene).unwrap_or_else(|failure| panic!("{failure}"))
}

fn compiled() -> Encounter {
    compile(SCENE)
}

/// Every way of showing a verdict.
fn shown(verdict: &Verdict) -> Vec<(&'static str, String)> {
    let mut ways = vec![
        ("text", text::text(verdict)),
        ("markdown", markdown::markdown(verdict)),
        ("html", html::html(verdict)),
        ("json", json::json(verdict)),
        ("why", why::why(verdict, None).expect("something was told")),
    ];
    for path in ["climb.need", "climb.twice", "climb.total", "climb.result", "climb"] {
        ways.push(("why", why::why(verdict, Some(path)).unwrap_or_else(|unknown| format!("{unknown:?}"))));
    }
    ways
}

/// A transcript of one entry, in every way of showing it.
fn exported(verdict: &Verdict, audience: Audience) -> [(&'static str, String); 3] {
    let name = "set burden 1234567".into();
    let entry = TranscriptEntry { name, text: SCENE.into(), struck: true, verdict: verdict.clone() };
    let transcript = Transcript { title: "An evening".into(), date: None, entries: vec![entry] }.seen_by(audience);
    [
        ("markdown export", markdown::transcript(&transcript)),
        ("html export", html::transcript(&transcript)),
        ("json export", json::transcript(&transcript)),
    ]
}

/// The burden, what is computed from it, and what nobody knows of.
const SECRETS: [&str; 5] = ["1234567", "1234569", "2469138", "zebra", "7654321"];

#[test]
fn players_learn_no_secret() {
    let encounter = compiled();
    for answers in [Answers::random(3), Answers::deliberate()] {
        let verdict = encounter.adjudicate(answers).unwrap_or_else(|failure| panic!("{failure}"));
        let seen = verdict.seen_by(Audience::Players);
        for (way, text) in shown(&seen).into_iter().chain(exported(&verdict, Audience::Players)) {
            for secret in SECRETS {
                assert!(!text.contains(secret), "{way} tells players of {secret}:\n{text}");
            }
        }
        assert!(text::text(&seen).contains("result: fail"), "{}", text::text(&seen));
    }
}

#[test]
fn the_game_master_learns_all() {
    let verdict = compiled().adjudicate(Answers::random(3)).unwrap_or_else(|failure| panic!("{failure}"));
    let seen = verdict.seen_by(Audience::Gm);
    let told: Vec<String> = shown(&seen).into_iter().map(|(_, text)| text).collect();
    for secret in SECRETS {
        assert!(told.iter().any(|text| text.contains(secret)), "{secret} is not told:\n{}", told.join("\n---\n"));
    }
    assert!(exported(&verdict, Audience::Gm).iter().all(|(_, text)| text.contains("1234567")));
}

#[test]
fn players_get_no_seed_to_roll_secrets_with() {
    let verdict = compiled().adjudicate(Answers::random(3)).unwrap_or_else(|failure| panic!("{failure}"));
    assert_eq!(verdict.seen_by(Audience::Players).seed, None);
    assert_eq!(verdict.seen_by(Audience::Gm).seed, Some(3.into()));
}

#[test]
fn players_get_no_seed_of_a_session_even_when_nothing_is_secret_yet() {
    let mut verdict = Verdict::default();
    (verdict.seed, verdict.stream) = (Some(3.into()), Some("blake3/1".into()));
    assert_eq!(verdict.seen_by(Audience::Players).seed, Some(3.into()), "a single run may be repeated");
    assert_eq!(verdict.of_session_seen_by(Audience::Players).seed, None);
    assert_eq!(verdict.of_session_seen_by(Audience::Gm).seed, Some(3.into()));
}

#[test]
fn an_undone_entry_says_so_in_words() {
    let verdict = compiled().adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}"));
    for (way, text) in exported(&verdict, Audience::Log) {
        let in_json = text.contains("\"struck\": true");
        assert!(in_json || text.contains("undone"), "{way}: {text}");
        assert!(in_json || text.contains("~~") || text.contains("<s>"), "{way}: {text}");
    }
}

#[test]
fn html_shows_texts_and_runs_none() {
    let scene = SCENE.replace("up the wall", "<script>alert('&')</script>");
    let page =
        html::html(&compile(&scene).adjudicate(Answers::deliberate()).unwrap_or_else(|failure| panic!("{failure}")));
    assert!(!page.contains("<script"), "{page}");
    assert!(page.contains("&lt;script&gt;alert(&#39;&amp;&#39;)"), "{page}");
    for tag in ["section", "ul", "li", "p", "details", "main", "body", "html"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}:\n{page}");
    }
}
