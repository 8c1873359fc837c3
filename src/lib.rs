//! Assize: a small language for adjudicating actions in tabletop role-playing games.
//!
//! A *system* says how its game resolves actions, a *scene* says what happens, and an [`Engine`] answers: by judgement,
//! with dice, or with exact odds. It reads no file, no clock and no environment; the host supplies what it needs.
//!
//! ```
//! use assize::{Answers, Engine, Shelf};
//!
//! let mut shelf = Shelf::default();
//! shelf.put("lamps", "
//!     system lamps \"Lamps in the Dark\"
//!     ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }
//!     kind person { oil : 0..9 = 3 }
//!     procedure light by person { resolve glow with person.oil }");
//! let encounter = Engine::with(shelf).compile("night.asz", "use lamps\nperson ada\nlight lamp by ada")?;
//! let verdict = encounter.adjudicate(Answers::random(42))?;
//! assert!(verdict.get("lamp.glow").is_some_and(|glow| ["bright", "dark"].contains(&glow.value.as_str())));
//! println!("{}", assize::verdict::text::text(&verdict));
//! # assert_eq!(verdict, encounter.adjudicate(Answers::random(42))?);
//! # Ok::<(), assize::Failure>(())
//! ```
//!
//! One compilation answers any number of times, and the same seed gives the same verdict on every machine. A [`Failure`] contains
//! every error that was found, with its place and a way out. From there:
//!
//! | for | see |
//! |---|---|
//! | a verdict: as text, as data, and only what players may see | [`verdict`], [`Verdict::get`], [`Verdict::seen_by`] |
//! | exact odds, as fractions | [`Encounter::odds`] |
//! | sessions: entered line by line, edited, safe from crashes | [`Session`], [`journal`] |
//! | people at the table who choose and roll | [`engine::Person`], [`engine::by_hand`], [`Session::enter`] |
//! | character sheets | [`engine::Input`], [`Session::enter_sheets`] |
//! | functions of the host | [`Engine::function`], [`Engine::function_of`], [`Engine::signalled`] |
//! | house rules in another language | [`Engine::functions_by`], [`engine::Functions`] |
//! | limits, and untrusted scripts | [`Limits`], [`Limits::untrusted`] |
//! | cancelling a call that takes too long | [`Cancel`], [`Engine::called_off_by`] |
//! | stored programs | [`Encounter::stored`], [`Engine::load_program`] |
//! | errors: shown as they are, or in the host's own words | [`diagnostic::render`], [`diagnostic::codes`] |
//! | expectations, as tests of a script | [`Encounter::test`] |
//!
//! If you have embedded `rhai` or `minijinja`, you will find most things where you would look for them:
//!
//! | there | here |
//! |---|---|
//! | `rhai::Engine`, `minijinja::Environment` | [`Engine`], cheap to clone and shared between threads |
//! | `AST`, `Template` | [`Encounter`], compiled once and asked as often as you like |
//! | `Scope`, `context!` | [`engine::Input`] and [`engine::Sheet`], checked against the system's declarations |
//! | `register_fn`, `add_function` | [`Engine::function`] and [`Engine::function_of`]; [`Engine::signalled`] for functions that act |
//! | `eval`, `render` | [`Encounter::adjudicate`] with [`Answers`], and [`Encounter::odds`] |
//! | `set_max_operations`, `set_fuel` | [`Engine::limits`] with [`Limits`], and [`Cancel`] |
//! | a loader | [`Library`], such as a [`Shelf`] |
//! | `EvalAltResult`, `Error` | [`Failure`], whose `Display` and `Debug` are for people; its findings are data |
//!
//! Most hosts need only these names; the rest is in [`engine`], [`session`], [`journal`] and [`verdict`], an editor's
//! questions are in [`language_service`], and [`protocol`] has the messages of hosts in other languages. Everything documented here is
//! stable as the changelog says. Enums and structs that may
//! grow are `#[non_exhaustive]`, and set by methods. The stages of the compiler are hidden from these pages, and change
//! without notice. The folder `examples/` shows a whole table, character sheets, a host's own dice, house rules,
//! journals and untrusted scripts.
//!
//! | feature | what it adds |
//! |---|---|
//! | `cli` (default) | the program `assize`, with its argument parser and terminal |
//! | `files` (default, and with `cli`) | journals in files; without it the library touches no disk, and runs in WebAssembly |
//! | `rhai` (default) | house rules written in Rhai |

// The generated parser names it, where pest is built without `std`.
extern crate alloc;

// The stages of the compiler are open to this project's own tests and benches. They change without notice.
#[doc(hidden)]
pub mod allowance;
#[cfg(feature = "cli")]
pub mod cli;
pub mod diagnostic;
#[doc(hidden)]
pub mod drivers;
pub mod engine;
#[cfg(feature = "rhai")]
pub mod hook_rhai;
#[doc(hidden)]
pub mod ir;
pub mod journal;
mod json_keys;
pub mod language_service;
#[doc(hidden)]
pub mod machine;
#[doc(hidden)]
pub mod model;
pub mod protocol;
#[doc(hidden)]
pub mod semantics;
pub mod session;
pub mod shared_text;
pub mod source;
#[doc(hidden)]
pub mod syntax;
pub mod verdict;

pub use engine::{
    Advice, AdviceRequest, AdviceTree, AdvisedCase, AdvisedChoice, AdvisedOption, Answer, Answers, Ask, Cancel, Cast,
    DiceFrom, Encounter, Engine, Failure, How, Library, Limits, Mode, OddsRequest, Policy, Seed, Seeds, Shelf, Stream,
};
#[cfg(feature = "files")]
pub use journal::JournalFile;
pub use session::{Entered, Session};
pub use verdict::{Audience, Verdict};
