//! The server, as far as threads meet in it, and what stands in for the rest of it.

// How the checker switches threads, instead of the standard library.
mod sync;

// Little room, so that it is often full.
mod room;

// The server's own, as they are.
#[path = "../../../src/cli/serve/catch_panic.rs"]
mod catch_panic;
#[path = "../../../src/cli/serve/crew.rs"]
mod crew;
#[allow(dead_code, reason = "no odds are worked out that something could be known of")]
#[path = "../../../src/cli/serve/known.rs"]
mod known;
#[path = "../../../src/cli/serve/lanes.rs"]
mod lanes;
#[path = "../../../src/cli/serve/lines.rs"]
mod lines;
#[allow(dead_code, reason = "why it ended is told to nobody here")]
#[path = "../../../src/cli/serve/outbox.rs"]
mod outbox;
#[path = "../../../src/cli/serve/reader.rs"]
mod reader;
#[allow(dead_code, reason = "no odds are worked out that could come far")]
#[path = "../../../src/cli/serve/server.rs"]
mod server;
#[path = "../../../src/cli/serve/under_way.rs"]
mod under_way;
#[allow(dead_code, reason = "who answers at the table is not asked here")]
#[path = "../../../src/cli/serve/waiting.rs"]
mod waiting;
#[path = "../../../src/cli/serve/watch.rs"]
mod watch;
#[path = "../../../src/cli/serve/work.rs"]
mod work;

// What stands in for scripts and sessions.
mod cancel;
mod perform;
mod script;
mod sessions;

pub(crate) use cancel::Cancel;
pub(crate) use sync::{mpsc, thread};

use lanes::Work;

use crate::client::{Client, Told};
use crate::lie::{self, Clock, Lie};

/// What a client says, and to whom.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    /// How many workers there are for entries, for small scripts and for what is long, and how many stand by for each.
    pub teams: [(usize, usize); 3],
    /// What is said, one line after the other, whatever is answered meanwhile.
    pub lines: Vec<String>,
    /// Whether the client leaves when it has said all, and not only when it has heard all.
    pub leaves: bool,
    /// How time passes.
    pub clock: Clock,
    /// What goes wrong.
    pub lie: Option<Lie>,
}

/// Serves a client, by one schedule.
pub fn play(scenario: &Scenario) -> Told {
    lie::set(scenario.lie.clone(), scenario.clock);
    let [entries, small, long] = scenario.teams;
    let teams =
        [(Work::Entry, entries), (Work::Small, small), (Work::Long, long)].map(|(work, (now, by))| (work, now, by));
    let (mut client, input) = Client::new(scenario);
    let sessions = sessions::Sessions::default();
    let begun = sessions.begun();
    let ended = crew::answer_all(sessions, &teams, || input, &mut client);
    assert!(ended.is_ok(), "the input can be read, and the output be written");
    client.told(begun.all())
}
