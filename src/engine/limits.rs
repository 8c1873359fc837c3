//! How much a script may cost before it is stopped.

use crate::drivers::odds::Budget;
use crate::machine::{EVENTS, FUEL, OUTPUT};

/// A longer file is not read; in bytes.
pub const LONGEST_FILE: usize = 1024 * 1024;

/// Limits on everything that a script could use up. All of them always apply; reaching one is an error with a code. Set each
/// with the method of its name.
///
/// ```
/// use assize::engine::Limits;
///
/// let limits = Limits::untrusted().fuel(50_000).events(100);
/// assert_eq!((limits.fuel, limits.events, limits.files), (50_000, 100, Limits::untrusted().files));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Steps of one run: one for each instruction, one for each die, one for every 64 bytes of text that it reports, and one
    /// for every 64 registers, bands of a ladder, cards of a deck or questions about a roll that an instruction goes through.
    pub fuel: u64,
    /// Steps of one call of the library, whatever it does: of the compiler (one for each expression that it looks at, and one
    /// for every 16 bytes that it reads), of all runs of the call, of the odds it computes (one for each answer followed, and
    /// for every 64 registers and 32 bytes of exact fractions that are moved), and of counting dice.
    pub work: u64,
    /// Events of one run.
    pub events: u64,
    /// Bytes of the verdict of one run, approximately: its texts and names, and the memory for them.
    pub output: u64,
    /// Bytes of one file.
    pub file: usize,
    /// Files of one script, which is one of them.
    pub files: usize,
    /// Bytes of all files of one script together, without the shipped ones.
    pub source: usize,
    /// The total size of the programs made of one script, with those of its expectations: their instructions,
    /// registers and cells of tables. One program alone has at most 250,000 instructions and 500,000 registers; and all people
    /// and things in it have at most 250,000 values.
    pub program: usize,
    /// Expectations of one script.
    pub expectations: usize,
    /// Operations of one call of a function.
    pub operations: u64,
    /// Operations of all calls of functions for one answer, with one for every eight bytes of the words they return.
    pub operations_in_all: u64,
    /// Calls of functions within each other.
    pub calls: usize,
    /// Bytes of a text within a function, and of all texts within one list or map.
    pub text: usize,
    /// Entries of a list within a function, including those of lists inside it; never more than 1,000. A map holds a
    /// quarter as many.
    pub entries: usize,
    /// Variables of a function at one time.
    pub variables: usize,
    /// Situations of one question about odds.
    pub situations: usize,
    /// Answers followed for one question about odds, and steps of counting its dice.
    pub answers: u64,
    /// Bytes that one question about odds may use at a time, approximately.
    pub memory: usize,
}

impl Default for Limits {
    /// For the scripts of your own table.
    fn default() -> Self {
        Self {
            fuel: FUEL,
            work: 20_000_000_000,
            events: EVENTS,
            output: OUTPUT,
            file: LONGEST_FILE,
            files: 64,
            source: 16 * LONGEST_FILE,
            program: 10_000_000,
            expectations: 10_000,
            operations: 5_000,
            operations_in_all: 500_000,
            calls: 8,
            text: 10_000,
            entries: 400,
            variables: 32,
            situations: Budget::default().states,
            answers: Budget::default().answers,
            memory: Budget::default().memory,
        }
    }
}

impl Limits {
    /// For untrusted scripts. Whatever they contain, each call of the library answers or refuses within 128 MB and about a
    /// second of one core: `compile`, `adjudicate`, `odds` with one question or many, `test`, and `coverage`. Tests check the
    /// memory and the number of steps. The second is that of a release build on a current machine; draws from decks of
    /// thousands of cards may take longer.
    ///
    /// ```
    /// use assize::{Answers, Engine, Limits};
    ///
    /// let engine = Engine::default().limits(Limits::untrusted());
    /// let endless = engine.compile("night.asz", "repeat up to 9999 { repeat up to 9999 { note \"x\" } }")?;
    /// assert!(endless.adjudicate(Answers::deliberate()).is_err());
    /// # Ok::<(), assize::Failure>(())
    /// ```
    pub const fn untrusted() -> Self {
        Self {
            fuel: 200_000,
            work: 1_500_000,
            events: 10_000,
            output: 8 * 1024 * 1024,
            file: 64 * 1024,
            files: 16,
            source: 128 * 1024,
            program: 30_000,
            expectations: 200,
            operations: 2_500,
            operations_in_all: 50_000,
            calls: 5,
            text: 1_000,
            entries: 100,
            variables: 32,
            situations: 20_000,
            answers: 500_000,
            memory: 24 * 1024 * 1024,
        }
    }

    /// With another limit for [`Limits::fuel`](Self#structfield.fuel).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().fuel(9).fuel, 9);
    /// ```
    #[must_use]
    pub const fn fuel(self, fuel: u64) -> Self {
        Self { fuel, ..self }
    }

    /// With another limit for [`Limits::work`](Self#structfield.work).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().work(9).work, 9);
    /// ```
    #[must_use]
    pub const fn work(self, work: u64) -> Self {
        Self { work, ..self }
    }

    /// With another limit for [`Limits::events`](Self#structfield.events).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().events(9).events, 9);
    /// ```
    #[must_use]
    pub const fn events(self, events: u64) -> Self {
        Self { events, ..self }
    }

    /// With another limit for [`Limits::output`](Self#structfield.output).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().output(9).output, 9);
    /// ```
    #[must_use]
    pub const fn output(self, output: u64) -> Self {
        Self { output, ..self }
    }

    /// With another limit for [`Limits::file`](Self#structfield.file).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().file(9).file, 9);
    /// ```
    #[must_use]
    pub const fn file(self, file: usize) -> Self {
        Self { file, ..self }
    }

    /// With another limit for [`Limits::files`](Self#structfield.files).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().files(9).files, 9);
    /// ```
    #[must_use]
    pub const fn files(self, files: usize) -> Self {
        Self { files, ..self }
    }

    /// With another limit for [`Limits::source`](Self#structfield.source).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().source(9).source, 9);
    /// ```
    #[must_use]
    pub const fn source(self, source: usize) -> Self {
        Self { source, ..self }
    }

    /// With another limit for [`Limits::program`](Self#structfield.program).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().program(9).program, 9);
    /// ```
    #[must_use]
    pub const fn program(self, program: usize) -> Self {
        Self { program, ..self }
    }

    /// With another limit for [`Limits::expectations`](Self#structfield.expectations).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().expectations(9).expectations, 9);
    /// ```
    #[must_use]
    pub const fn expectations(self, expectations: usize) -> Self {
        Self { expectations, ..self }
    }

    /// With another limit for [`Limits::operations`](Self#structfield.operations).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().operations(9).operations, 9);
    /// ```
    #[must_use]
    pub const fn operations(self, operations: u64) -> Self {
        Self { operations, ..self }
    }

    /// With another limit for [`Limits::operations_in_all`](Self#structfield.operations_in_all).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().operations_in_all(9).operations_in_all, 9);
    /// ```
    #[must_use]
    pub const fn operations_in_all(self, operations_in_all: u64) -> Self {
        Self { operations_in_all, ..self }
    }

    /// With another limit for [`Limits::calls`](Self#structfield.calls).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().calls(9).calls, 9);
    /// ```
    #[must_use]
    pub const fn calls(self, calls: usize) -> Self {
        Self { calls, ..self }
    }

    /// With another limit for [`Limits::text`](Self#structfield.text).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().text(9).text, 9);
    /// ```
    #[must_use]
    pub const fn text(self, text: usize) -> Self {
        Self { text, ..self }
    }

    /// With another limit for [`Limits::entries`](Self#structfield.entries).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().entries(9).entries, 9);
    /// ```
    #[must_use]
    pub const fn entries(self, entries: usize) -> Self {
        Self { entries, ..self }
    }

    /// With another limit for [`Limits::variables`](Self#structfield.variables).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().variables(9).variables, 9);
    /// ```
    #[must_use]
    pub const fn variables(self, variables: usize) -> Self {
        Self { variables, ..self }
    }

    /// With another limit for [`Limits::situations`](Self#structfield.situations).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().situations(9).situations, 9);
    /// ```
    #[must_use]
    pub const fn situations(self, situations: usize) -> Self {
        Self { situations, ..self }
    }

    /// With another limit for [`Limits::answers`](Self#structfield.answers).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().answers(9).answers, 9);
    /// ```
    #[must_use]
    pub const fn answers(self, answers: u64) -> Self {
        Self { answers, ..self }
    }

    /// With another limit for [`Limits::memory`](Self#structfield.memory).
    ///
    /// ```
    /// assert_eq!(assize::Limits::default().memory(9).memory, 9);
    /// ```
    #[must_use]
    pub const fn memory(self, memory: usize) -> Self {
        Self { memory, ..self }
    }
}
