//! Everything that somebody can read of a verdict, and of a session.

use assize::session::Session;
use assize::verdict::{Audience, Transcript, TranscriptEntry, Verdict, html, json, markdown, text, why};

/// What was shown, and how.
pub type Shown = Vec<(String, String)>;

/// Everything a reader can be shown of a verdict: every format, the answer to every question, and an export. `typed` is
/// what it came of.
pub fn of_verdict(verdict: &Verdict, typed: &str, audience: Audience) -> Shown {
    let seen = verdict.seen_by(audience);
    let mut ways = vec![
        ("text".to_owned(), text::text(&seen)),
        ("markdown".to_owned(), markdown::markdown(&seen)),
        ("html".to_owned(), html::html(&seen)),
        ("json".to_owned(), json::json(&seen)),
        ("why".to_owned(), why::why(&seen, None).unwrap_or_default()),
    ];
    for result in &seen.results {
        let told = why::why(&seen, Some(&result.name)).unwrap_or_else(|unknown| format!("{unknown:?}"));
        ways.push((format!("why {}", result.name), told));
    }
    // Names of which a reader may learn nothing are no names to them, and are not offered as names either.
    let unknown = why::why(&seen, Some("climb.nothing")).expect_err("there is no such name");
    ways.push(("an unknown name".to_owned(), format!("{:?} {:?}", unknown.nearest, unknown.known)));
    let entry = TranscriptEntry { name: typed.into(), text: typed.into(), struck: false, verdict: verdict.clone() };
    let transcript = Transcript { title: "An evening".into(), date: None, entries: vec![entry] };
    ways.extend(of_transcript(&transcript, audience));
    ways
}

/// Everything a reader can be shown of a session: each entry, the page as one, an export, the values of things.
pub fn of_session(session: &Session, audience: Audience) -> Shown {
    let mut ways = of_verdict(&session.whole(), "", audience);
    for entry in session.entries() {
        ways.extend(of_verdict(&entry.verdict, &entry.text, audience));
    }
    ways.extend(of_transcript(&session.transcript("An evening"), audience));
    ways.push(("state".to_owned(), format!("{:?}", session.state_seen_by(audience))));
    let last = session.why("_", audience).unwrap_or_else(|failure| failure.to_string());
    ways.push(("why of the last".to_owned(), last));
    ways
}

fn of_transcript(transcript: &Transcript, audience: Audience) -> Shown {
    let seen = transcript.seen_by(audience);
    vec![
        ("markdown export".to_owned(), markdown::transcript(&seen)),
        ("html export".to_owned(), html::transcript(&seen)),
        ("json export".to_owned(), json::transcript(&seen)),
    ]
}

/// Nothing of what is `kept` is shown.
pub fn lack(shown: &Shown, kept: &[&str], of: &str) {
    for (way, text) in shown {
        for secret in kept {
            assert!(!text.contains(secret), "{way}, {of}, tells of `{secret}`:\n{text}");
        }
    }
}

/// Everything that is `kept` is shown somewhere.
pub fn tell(shown: &Shown, kept: &[&str], of: &str) {
    for secret in kept {
        let told = shown.iter().any(|(_, text)| text.contains(secret));
        assert!(
            told,
            "{of}: nothing tells of `{secret}`:\n{}",
            shown.iter().map(|(_, text)| text.as_str()).collect::<String>()
        );
    }
}
