//! Every code that a diagnostic can have. Codes are central, stable and never reused.
//!
//! `docs/mistakes/<CODE>.md` explains each one; `assize explain <CODE>` shows that page.
//!
//! ```
//! use assize::diagnostic::codes::{self, Code};
//! use assize::{Answers, Engine};
//!
//! let failure = Engine::default().compile("night.asz", "set lamp = bright").unwrap_err();
//! let found = failure.diagnostics.iter().next().expect("something is wrong");
//! assert_eq!(found.code, codes::UNKNOWN_NAME);
//! assert_eq!((found.code.to_string().as_str(), found.code.name()), ("AZ201", Some("UNKNOWN_NAME")));
//!
//! // A code that was stored, or read from a message of `serve`.
//! assert_eq!("AZ201".parse(), Ok(codes::UNKNOWN_NAME));
//! assert!("AZ999".parse::<Code>().is_err());
//! ```

use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// A stable code such as `AZ201`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(pub &'static str);

impl Code {
    /// The name of its constant in [`codes`](self); `None` of a code that is none of this program's.
    ///
    /// ```
    /// use assize::diagnostic::codes;
    ///
    /// assert_eq!(codes::UNKNOWN_NAME.name(), Some("UNKNOWN_NAME"));
    /// ```
    pub fn name(self) -> Option<&'static str> {
        ALL.iter().zip(NAMES).find_map(|(code, name)| (*code == self).then_some(*name))
    }
}

impl FromStr for Code {
    type Err = NoCode;

    /// The code that is written so, in capital letters.
    fn from_str(text: &str) -> Result<Self, NoCode> {
        ALL.iter().copied().find(|code| code.0 == text).ok_or(NoCode)
    }
}

/// A text that is none of the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoCode;

impl fmt::Display for NoCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there is no error with this code")
    }
}

impl Error for NoCode {}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal;)*) => {
        $(#[doc = concat!("`", $code, "`:")] $(#[$doc])* pub const $name: Code = Code($code);)*
        /// All codes, in order.
        pub const ALL: &[Code] = &[$($name),*];
        /// The names of their constants, in the same order.
        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

codes! {
    // 1xx: text and files
    /// The text does not follow the grammar.
    SYNTAX = "AZ101";
    /// A bracket, brace or quote is never closed, or closes nothing.
    UNBALANCED = "AZ102";
    /// Nesting, an expression, a line or a file beyond the limits.
    TOO_LARGE = "AZ103";
    /// A character that has no place in a script, such as NUL or a curly quote.
    BAD_CHARACTER = "AZ104";
    /// A number outside 64 bits.
    NUMBER_TOO_LARGE = "AZ105";
    /// The file is not UTF-8 text.
    NOT_UTF8 = "AZ106";
    /// The file cannot be read.
    UNREADABLE = "AZ107";
    /// `use` finds nothing under that name.
    USE_NOT_FOUND = "AZ108";
    /// A file that uses itself, directly or in a circle.
    CIRCULAR_USE = "AZ109";
    /// The file holds nothing to run.
    EMPTY = "AZ110";
    /// A file of the wrong kind, such as a scene where a system is wanted.
    WRONG_FILE = "AZ111";
    /// A file that is in use already.
    USED_AGAIN = "AZ112";
    /// `use` or `mode` below lines that it changes.
    USE_BELOW = "AZ113";
    /// More mistakes than are shown.
    LEFT_OUT = "AZ114";
    /// A hole in a text that cannot be read, or in a text that has none.
    HOLE = "AZ115";
    /// A sheet in JSON that is none, or holds what no sheet can.
    SHEET = "AZ116";
    /// A pack of house rules that cannot be used.
    PACK = "AZ117";
    /// Something that a pack lacks for others to use it.
    PACK_UNFINISHED = "AZ118";

    // 2xx: names
    /// A name that nothing declares.
    UNKNOWN_NAME = "AZ201";
    /// A name declared twice.
    DUPLICATE_NAME = "AZ202";
    /// A name that the language keeps for itself.
    RESERVED_NAME = "AZ203";
    /// A level that is not one of its scale's.
    UNKNOWN_LEVEL = "AZ204";
    /// A line of a scene whose head means nothing there.
    UNKNOWN_LINE = "AZ205";
    /// A name that could be two things.
    AMBIGUOUS_NAME = "AZ206";
    /// An overlay replaces what does not exist, or what another overlay replaced.
    BAD_OVERLAY = "AZ207";
    /// A name that a scene declares and nothing uses.
    UNUSED = "AZ208";

    // 3xx: types and values
    /// A value of the wrong type.
    WRONG_TYPE = "AZ301";
    /// A level of another scale.
    WRONG_SCALE = "AZ302";
    /// A number outside the limits declared for it.
    OUT_OF_RANGE = "AZ303";
    /// A list where one value is wanted, or one value where a list is wanted.
    LIST = "AZ304";
    /// The wrong number of arguments.
    ARGUMENTS = "AZ305";
    /// A modifier unit the system does not declare.
    UNIT = "AZ306";
    /// Division with `/`, which says no rounding.
    ROUNDING = "AZ307";
    /// A rule that needs itself.
    RECURSION = "AZ308";
    /// A value that must be known before the run.
    NOT_CONSTANT = "AZ309";
    /// A modifier of which nothing says whether it is a bonus or a penalty.
    NO_SIGN = "AZ310";
    /// A value that is read before it is computed, or where it never is.
    READ_BEFORE_COMPUTED = "AZ311";

    // 4xx: tables
    /// A row with too few or too many cells.
    CELLS = "AZ401";
    /// A column that is missing or unknown.
    COLUMN = "AZ402";
    /// Bands that leave a gap.
    GAP = "AZ403";
    /// Bands that overlap.
    OVERLAP = "AZ404";
    /// Bands descend but the ladder is not `highest first`.
    ORDER = "AZ405";
    /// A table that still needs numbers.
    NEEDS_NUMBERS = "AZ406";

    // 5xx: plans
    /// A plan over its budget.
    OVER_BUDGET = "AZ501";
    /// A grouping whose minimum is not met.
    GROUPING = "AZ502";
    /// More items than a plan allows.
    TOO_MANY_ITEMS = "AZ503";

    // 6xx: procedures and scenes
    /// A blank that must be filled and is not.
    UNFILLED = "AZ601";
    /// A blank filled twice.
    FILLED_TWICE = "AZ602";
    /// A role (`by`, `versus`) missing or in excess.
    ROLE = "AZ603";
    /// A text for a level that has one already.
    TEXT_TWICE = "AZ604";
    /// A statement that cannot stand here.
    MISPLACED = "AZ605";
    /// A result used that may never have been reached.
    MAY_BE_UNREACHED = "AZ606";
    /// A method (`automatic`, `deliberate`, `random`) where nothing is resolved, or without what it needs.
    METHOD = "AZ607";
    /// A repetition without a usable bound.
    BOUND = "AZ608";
    /// Input that a rule refuses.
    REFUSED = "AZ609";
    /// A part of an action is run that was never asked for, or runs itself.
    RUN = "AZ610";

    /// A function of a house rule that stands at no point, or reads what is not known there.
    HOOK = "AZ611";
    /// Something that a scene writes and that has no effect there.
    IDLE = "AZ612";
    /// Lines that are kept from somebody since they would tell of what is.
    KEPT = "AZ613";
    /// A text that shows the name of something without a title.
    UNTITLED = "AZ614";

    // 7xx: running
    /// A whole number beyond 64 bits.
    OVERFLOW = "AZ701";
    /// Division by zero.
    DIVISION_BY_ZERO = "AZ702";
    /// The run was stopped after too many steps.
    FUEL = "AZ703";
    /// Fewer dice were given than the script rolls.
    TOO_FEW_DICE = "AZ704";
    /// More dice were given than the script rolls.
    TOO_MANY_DICE = "AZ705";
    /// A face that the die does not have.
    IMPOSSIBLE_FACE = "AZ706";
    /// A choice nobody made.
    NO_CHOICE = "AZ707";
    /// A roll of no dice, of too many, or of dice without sides.
    BAD_DICE = "AZ708";
    /// A pool ran below its limit.
    CANNOT_PAY = "AZ709";
    /// A deck has no cards left.
    DECK_EMPTY = "AZ710";
    /// A call that the host does not answer.
    NO_HOST = "AZ711";
    /// A function that answers the same arguments in two ways.
    NOT_PURE = "AZ712";

    /// A function of a house rule that fails, goes beyond a limit, or answers what makes no sense.
    HOUSE = "AZ713";
    /// An answer that was called off before it was finished.
    CALLED_OFF = "AZ714";
    /// A function of the host that fails, panics, or answers what it was not to answer.
    HOST_FUNCTION = "AZ715";

    // 8xx: expectations and odds
    /// An expectation that does not hold.
    EXPECTATION = "AZ801";
    /// Exact odds beyond the stated budget.
    ODDS_BUDGET = "AZ802";
    /// Odds of something that odds cannot answer.
    ODDS = "AZ803";
    /// A condition that never holds.
    IMPOSSIBLE_GIVEN = "AZ804";
    /// A policy that cannot be read, or does not fit its scene.
    POLICY = "AZ805";

    // 9xx: host and command line
    /// A compiled program of another format.
    FORMAT = "AZ901";
    /// A word of the command line that means nothing.
    USAGE = "AZ902";
    /// A cast that is not filled, or filled with what does not fit.
    CAST = "AZ903";
    /// A setting in `assize.toml` that there is not, or that cannot be so.
    CONFIG = "AZ904";
    /// What happened cannot be recorded, so it does not count.
    NOT_RECORDED = "AZ910";
    /// A script has changed so that what happened would come out differently.
    DIVERGED = "AZ911";
    /// A file that is no journal of a session.
    NOT_A_JOURNAL = "AZ912";
    /// A journal of another version.
    JOURNAL_VERSION = "AZ913";
    /// A journal with a line that is damaged, missing or out of its place.
    JOURNAL_DAMAGED = "AZ914";
    /// A journal that another program writes.
    JOURNAL_IN_USE = "AZ915";
    /// A journal that the system does not let be read or written.
    JOURNAL_IO = "AZ916";
    /// A value carried over from a journal for which a scene has no place.
    NO_PLACE = "AZ917";
    /// A file that cannot be written, or is there already.
    UNWRITABLE = "AZ918";
    /// A changed entry with which what stands around it would come out in another way, or would not be allowed.
    EDIT = "AZ919";
    /// A line sent to the server that is not JSON.
    NOT_JSON = "AZ920";
    /// A session that is not open.
    NO_SESSION = "AZ921";
    /// A request or a script that came upon a mistake of the program itself.
    INTERNAL = "AZ922";
    /// JSON that is not a message of the protocol.
    NOT_A_MESSAGE = "AZ923";
    /// A method that the server does not have.
    UNKNOWN_METHOD = "AZ924";
    /// A field of a request that is missing, unknown or unfit.
    PARAMETERS = "AZ925";
    /// A line sent to the server that is longer than any request may be.
    LINE_TOO_LONG = "AZ926";
    /// A request before the handshake.
    NOT_INITIALIZED = "AZ927";
    /// A version of the protocol that the server does not speak.
    PROTOCOL_VERSION = "AZ928";
    /// A session that is open already.
    SESSION_OPEN = "AZ929";
    /// A name that no session can have.
    SESSION_NAME = "AZ930";
    /// A session that takes no more entries.
    SESSION_FULL = "AZ931";
    /// A request to a session that waits for an answer.
    SESSION_WAITS = "AZ932";
    /// One session more than the server holds, by their number or by their size.
    TOO_MANY_SESSIONS = "AZ933";
    /// One script more than the server lets wait for answers.
    TOO_MANY_QUESTIONS = "AZ934";
    /// A request that takes longer than it may.
    TOO_LONG = "AZ935";
    /// The id of a request that is still under way.
    ID_IN_USE = "AZ936";
    /// An answer or a cancellation of what is not under way.
    NOT_UNDER_WAY = "AZ937";
}
