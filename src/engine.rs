//! What an embedder sees: compile a script, adjudicate it, ask its odds, run its tests.
//!
//! ```
//! use assize::engine::{Engine, Shelf};
//!
//! let mut shelf = Shelf::default();
//! shelf.put("party.asz", "use house nights\n");
//! let engine = Engine::with(shelf);
//! match engine.compile("scene.asz", "use \"party.asz\"\n") {
//!     Ok(encounter) => println!("{} warnings", encounter.warnings().len()),
//!     Err(failure) => assert!(failure.to_string().starts_with("party.asz:1:1: error[AZ108]")),
//! }
//! ```
//!
//! Nothing in here reads a file, a clock or the environment; texts come from a [`Library`], chance from a seed.

#![deny(
    clippy::wildcard_enum_match_arm,
    reason = "a new item, event or fault is decided about wherever it is asked for"
)]

// Each layer uses the ones above it.

// What an embedder hands in and gets back.
mod advice;
mod answers;
mod chance;
mod failure;
mod functions;
mod library;
mod limits;
mod policy;
mod policy_text;
mod weights;

// What a host lends, house rules in another language, what comes to a level, and what is said when they or a run fail.
mod choosing;
mod heard;
mod host;
mod houses;
mod levelled;
mod open_runs;
mod runtime_errors;

// Texts, and what `use` makes of them.
mod file_items;
mod in_force;
mod kept_words;
mod loading;
mod pack_file;
mod packs;
mod pages;
mod reading;
mod sheet_file;
mod sheet_json;
mod sheet_lines;
mod shelves;
mod sorts;
mod systems;
mod texts;
mod use_errors;

// What compiles, and what comes of it.
mod encounter;
mod input;
mod remarks;
mod setup;

// What can be done with them.
mod adjudication;
mod advised;
mod advising;
mod analysis;
mod answering;
mod asked_apart;
mod asked_by_a_rule;
mod asked_otherwise;
mod asking;
mod causes;
mod closing;
mod compiling;
mod course;
mod coverage;
mod deciding;
mod defaults;
mod each_value;
mod everything;
#[cfg(feature = "cli")]
mod gathered;
mod goals;
mod hinges;
mod house_words;
mod idle;
mod idle_reasons;
mod in_the_way;
mod instead;
mod joint;
mod judged_instead;
mod later_changes;
mod left_open;
mod levels_added;
mod levels_left_out;
mod line_order;
mod lines_that_set;
mod margins;
#[cfg(feature = "cli")]
mod meanings;
mod misasked;
mod most_telling;
mod names;
mod names_alike;
mod never;
mod odds;
mod odds_behind;
mod odds_complaints;
mod only_changed_by;
mod other_names;
mod other_numbers;
mod other_order;
mod performing;
mod places;
mod planning;
mod playing;
mod reach;
mod read_in_vain;
mod refused_runs;
mod replay;
mod report;
mod results;
mod rollers;
mod run_in_vain;
mod scatter;
mod seen_values;
mod set_in_vain;
mod setting_lines;
mod sheets;
#[cfg(feature = "cli")]
mod shown_odds;
mod simulating;
mod spreads;
mod steps;
mod stopped_runs;
mod stored;
mod suggested;
mod taken_above;
mod titles;
mod told_refusals;
mod told_results;
mod trial;
mod trying;
mod unasked;
mod unsaid;
mod varied;
mod varied_values;
mod varying;
mod warnings;
mod ways_out;
mod writing;

pub(crate) use crate::model::Demands;
pub use advice::{Advice, AdviceRequest, AdviceTree, AdvisedCase, AdvisedChoice, AdvisedOption, Opened};
pub(crate) use analysis::Analysis;
pub use answers::{Answers, Complain, DiceFrom};
pub use chance::{Chance, ChanceKind, RefusedRuns, Spread, SpreadValue};
#[cfg(feature = "cli")]
pub(crate) use chance::{percent, rounded};
pub(crate) use closing::closing;
pub(crate) use course::{Course, Next};
pub use coverage::Covered;
pub use encounter::{Encounter, OpenRole};
pub use failure::Failure;
pub use functions::{Argument, Change, Complaint, Declared, Functions, Level, ReadFunctions, Returned, Written};
#[cfg(feature = "cli")]
pub(crate) use gathered::Gathered;
pub use hinges::{Hinge, Hinges, Tried};
#[cfg(feature = "cli")]
pub(crate) use in_force::PackInForce;
pub use input::{Input, Sheet, Value};
pub use joint::{Joint, JointSide};
pub(crate) use library::bare_name;
pub use library::{Library, LoadError, Loaded, Shelf, Shipped, file_stem};
pub use limits::{LONGEST_FILE, Limits};
pub use odds::OddsRequest;
pub(crate) use odds_behind::Foreseen;
pub(crate) use pack_file::FILE as PACK_FILE;
#[cfg(feature = "cli")]
pub(crate) use pack_file::{
    PAGE as PACK_PAGE, PackFile, TABLE as PACK_TABLE, described as described_pack, of_table as pack_of_table,
};
pub(crate) use pages::{Besides, PageText};
pub use performing::{PerformError, Signal, Signals};
pub use policy::{Policy, PolicyChoice, PolicyCondition, PolicyRule, PolicyTest};
pub use reach::{Changed, Reach, Way};
pub use replay::Stopped;
pub use report::{Report, Tested};
pub use results::{Overview, ResultKind, ResultOdds};
pub use setup::Engine;
pub use simulating::{Counts, Estimate, SimulateRequest, Simulation};
pub(crate) use trying::use_of;
pub use trying::{Chances, NotCompared, Trial, TrialOdds, Verdicts};
pub use varied::{Variant, Variants};
pub(crate) use writing::called_off;

#[doc(inline)]
pub use crate::allowance::{Cancel, RanOut, Resource};
#[doc(inline)]
pub use crate::drivers::Mode;
#[doc(inline)]
pub use crate::drivers::adjudicate::{Person, Response, Whose};
#[doc(inline)]
pub use crate::drivers::by_hand;
#[doc(inline)]
pub use crate::drivers::odds::{Budget, Progress};
#[doc(inline)]
pub use crate::drivers::recorded::Before;
#[doc(inline)]
pub use crate::machine::{Answer, Ask, How, OnTable};
#[doc(inline)]
pub use crate::model::{AskingLine, Cast, NewLevel, Parameter};
#[doc(inline)]
pub use crate::semantics::chance::{Seed, SeedError, Seeds, Stream};
#[doc(inline)]
pub use crate::syntax::keywords::is_keyword;
pub use crate::verdict::recorder::Events;
