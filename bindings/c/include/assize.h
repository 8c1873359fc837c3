// Assize: adjudicates actions in tabletop role-playing games, by judgement, with dice, or with exact odds.
//
// Made from `bindings/c/src/` by cbindgen. All texts are UTF-8 and end with a zero byte; those that are asked for and told are JSON in the
// shapes of the protocol, which `protocol/` has schemas for. A text that is given back belongs to whoever called, and is freed with
// `assize_text_free`. Where a function can refuse, it returns NULL (or `false`) and writes the reason to `*error`, an error object of
// the protocol, which is freed likewise; `error` may be NULL. Optional arguments may be NULL, and what they are is said there.
//
// Encounters and verdicts can be used by several threads at once, a playing or a session by one at a time.

#pragma once

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

// A compiled script, asked as often as you like, from any thread.
typedef struct AssizeEncounter AssizeEncounter;

// A run with people who choose and roll.
typedef struct AssizePlaying AssizePlaying;

// Statements entered one after the other, kept in a journal, undone, told.
typedef struct AssizeSession AssizeSession;

// What happened, as far as those may know for whom it is. It is written down only when somebody asks for it.
typedef struct AssizeVerdict AssizeVerdict;

// Is told now and then how many situations were come upon, or how many runs were made; `false` is enough of it. It may be called
// often, and by the thread that asks.
typedef bool (*AssizeGoesOn)(void *data, size_t count);

// Keeps a row of a journal, with its line feed; it is no text that ends with a zero byte. It has to be kept when this returns `true`;
// `false` is told as the reason why nothing was entered.
typedef bool (*AssizeKeep)(void *data, const char *row, size_t length);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The version of the library, such as `0.1.0`. It belongs to the library.
const char *assize_version(void);

// Frees a text that a function of this library has given back; NULL is nothing to free.
//
// # Safety
// `text` is NULL, or came from this library and was not freed before.
void assize_text_free(char *text);

// The systems and house rules that come with the library, with their texts: a list of `{"name", "text"}`.
//
// # Safety
// `error` is NULL or can be written.
char *assize_shipped(char **error);

// A script in the one layout. It is refused where it has mistakes.
//
// # Safety
// `text` is NULL or a text; `error` is NULL or can be written.
char *assize_format(const char *text, char **error);

// Compiles a script. `options` may be NULL, or have `name` (what it is called in messages), `cast` (who fills its roles), `texts` (what
// `use` finds, by its name) and `limits` (`"own"`, or `"untrusted"` for scripts of strangers).
//
// # Safety
// `text` and `options` are NULL or texts; `error` is NULL or can be written.
AssizeEncounter *assize_compile(const char *text,
                                const char *options,
                                char **error);

// Frees an encounter; NULL is nothing to free.
//
// # Safety
// `encounter` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
void assize_encounter_free(AssizeEncounter *encounter);

// What is worth a look although it runs: `Checked`.
//
// # Safety
// `encounter` is NULL or lives; `error` is NULL or can be written.
char *assize_check(const AssizeEncounter *encounter, char **error);

// What comes of its expectations: `Tested`.
//
// # Safety
// `encounter` is NULL or lives; `error` is NULL or can be written.
char *assize_test(const AssizeEncounter *encounter, char **error);

// The roles that somebody has to fill before it runs: a list of `{"name", "kind", "fitting"}`.
//
// # Safety
// `encounter` is NULL or lives; `error` is NULL or can be written.
char *assize_roles(const AssizeEncounter *encounter, char **error);

// Runs it once, with nobody to ask. `options` is an `Adjudicate`, or NULL for dice from fresh seeds, for players.
//
// # Safety
// `encounter` is NULL or lives; `options` is NULL or a text; `error` is NULL or can be written.
AssizeVerdict *assize_adjudicate(const AssizeEncounter *encounter, const char *options, char **error);

// Begins to run it once, with people who choose and roll. `options` is an `Adjudicate`, or NULL.
//
// # Safety
// `encounter` is NULL or lives; `options` is NULL or a text; `error` is NULL or can be written.
AssizePlaying *assize_play(const AssizeEncounter *encounter, const char *options, char **error);

// Exact odds: `Odds`. `options` is a `FindOdds`, or NULL for everything. `goes_on` may be NULL; where it says `false`, the answers say
// between which numbers they lie.
//
// # Safety
// `encounter` is NULL or lives; `options` is NULL or a text; `goes_on` can be called with `data`; `error` is NULL or can be written.
char *assize_odds(const AssizeEncounter *encounter,
                  const char *options,
                  AssizeGoesOn goes_on,
                  void *data,
                  char **error);

// The best choices for a goal: `ToldAdvice`. `options` is a `FindAdvice`, or NULL for the goal that the scene suggests.
//
// # Safety
// As [`assize_odds`].
char *assize_advise(const AssizeEncounter *encounter,
                    const char *options,
                    AssizeGoesOn goes_on,
                    void *data,
                    char **error);

// Odds by trying: a list of `ToldEstimate`. `options` is a `Simulate`, or NULL.
//
// # Safety
// As [`assize_odds`].
char *assize_simulate(const AssizeEncounter *encounter,
                      const char *options,
                      AssizeGoesOn goes_on,
                      void *data,
                      char **error);

// Begins a session, whose journal goes row by row to `keep`, which may be NULL. `options` may be NULL, or have `texts`, `limits`, `seed`
// and `secret_seed`.
//
// # Safety
// `options` is NULL or a text; `keep` can be called with `data` as long as the session lives; `error` is NULL or can be written.
AssizeSession *assize_session_begin(const char *options,
                                    AssizeKeep keep,
                                    void *data,
                                    char **error);

// Goes on with a session from all `rows` of its journal, `length` bytes of them; those to come go to `keep`. Unless `found` is NULL, it is
// told there what was found: `{"entries", "unfinished", "page"}`. `options` may be NULL, or have `texts` and `limits`.
//
// # Safety
// `rows` is NULL or has so many bytes; `found` is NULL or can be written; all else as [`assize_session_begin`].
AssizeSession *assize_session_resume(const char *rows,
                                     size_t length,
                                     const char *options,
                                     AssizeKeep keep,
                                     void *data,
                                     char **found,
                                     char **error);

// Frees a session; NULL is nothing to free. Its journal has everything that was entered.
//
// # Safety
// `session` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
void assize_session_free(AssizeSession *session);

// Enters a line: `options` is an `Enter` without `session`, such as `{"text":"2d6 + 3"}`. Where `asks`, a question ends the call with
// `{"asks": …}`, an `OpenQuestion`, and the next one goes on with what was `said`, NULL otherwise. In the end it is
// `{"entered": …}`, an `Entered`.
//
// # Safety
// `session` is NULL or lives, and nobody else uses it meanwhile; `options` and `said` are NULL or texts; `error` is NULL or can be written.
char *assize_session_enter(AssizeSession *session,
                           const char *options,
                           bool asks,
                           const char *said,
                           char **error);

// Breaks off the entry that waits for an answer.
//
// # Safety
// `session` is NULL or lives, and nobody else uses it meanwhile; `error` is NULL or can be written.
bool assize_session_break_off(AssizeSession *session, char **error);

// Undoes the last entry that counts: `Struck`.
//
// # Safety
// As [`assize_session_break_off`].
char *assize_session_undo(AssizeSession *session, char **error);

// Restores the entry that was undone last: `Struck`.
//
// # Safety
// As [`assize_session_break_off`].
char *assize_session_redo(AssizeSession *session, char **error);

// Changes the text of an earlier entry: `options` is an `Edit` without `session`; it is told as `Edited`.
//
// # Safety
// As [`assize_session_break_off`]; `options` is NULL or a text.
char *assize_session_edit(AssizeSession *session, const char *options, char **error);

// The values of things: `State`. `audience` is `players`, `gm` or `log`, or NULL for players.
//
// # Safety
// As [`assize_session_break_off`]; `audience` is NULL or a text.
char *assize_session_state(AssizeSession *session, const char *audience, char **error);

// What a value was made of, in words; of the last entry if `name` is NULL. It is no JSON.
//
// # Safety
// As [`assize_session_break_off`]; `name` and `audience` are NULL or texts.
char *assize_session_why(AssizeSession *session, const char *name, const char *audience, char **error);

// Every entry, those that were undone as well: `History`.
//
// # Safety
// As [`assize_session_state`].
char *assize_session_history(AssizeSession *session, const char *audience, char **error);

// All of it in one text: `options` is an `Export` without `session`, or NULL for Markdown for players.
//
// # Safety
// As [`assize_session_edit`].
char *assize_session_export(AssizeSession *session, const char *options, char **error);

// Says how entries are answered from now on: `options` is an `Answering`, and so is what is told.
//
// # Safety
// As [`assize_session_edit`].
char *assize_session_answer_by(AssizeSession *session, const char *options, char **error);

// Says who fills a role of the scenes to come.
//
// # Safety
// As [`assize_session_break_off`]; `role` and `thing` are NULL or texts.
bool assize_session_cast(AssizeSession *session, const char *role, const char *thing, char **error);

// Exact odds of what comes next: `options` is an `AskOdds` without `session`; it is told as `Odds`. See [`assize_odds`].
//
// # Safety
// As [`assize_session_edit`]; `hears` can be called with `data`.
char *assize_session_odds(AssizeSession *session,
                          const char *options,
                          AssizeGoesOn hears,
                          void *data,
                          char **error);

// The best choices in a statement that is not entered: `options` is an `AskAdvice` without `session`; it is told as `ToldAdvice`.
//
// # Safety
// As [`assize_session_odds`].
char *assize_session_advise(AssizeSession *session,
                            const char *options,
                            AssizeGoesOn hears,
                            void *data,
                            char **error);

// Frees a verdict; NULL is nothing to free.
//
// # Safety
// `verdict` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
void assize_verdict_free(AssizeVerdict *verdict);

// All of it: `Verdict`, as `assize run --format json` prints it.
//
// # Safety
// `verdict` is NULL or lives; `error` is NULL or can be written.
char *assize_verdict_json(const AssizeVerdict *verdict, char **error);

// The named results alone: a list of `Shown`.
//
// # Safety
// `verdict` is NULL or lives; `error` is NULL or can be written.
char *assize_verdict_brief(const AssizeVerdict *verdict, char **error);

// The result of this name, a `Shown`, such as that of `climb.quality`; `null`, if there is none.
//
// # Safety
// `verdict` is NULL or lives; `name` is NULL or a text; `error` is NULL or can be written.
char *assize_verdict_get(const AssizeVerdict *verdict, const char *name, char **error);

// In words, for people at a table. It is no JSON.
//
// # Safety
// `verdict` is NULL or lives; `error` is NULL or can be written.
char *assize_verdict_text(const AssizeVerdict *verdict, char **error);

// In Markdown, for the log of a session or a chat. It is no JSON.
//
// # Safety
// `verdict` is NULL or lives; `error` is NULL or can be written.
char *assize_verdict_markdown(const AssizeVerdict *verdict, char **error);

// One page for a browser. It is no JSON.
//
// # Safety
// `verdict` is NULL or lives; `error` is NULL or can be written.
char *assize_verdict_html(const AssizeVerdict *verdict, char **error);

// What a value was made of, in words; of everything if `name` is NULL. It is no JSON.
//
// # Safety
// `verdict` is NULL or lives; `name` is NULL or a text; `error` is NULL or can be written.
char *assize_verdict_why(const AssizeVerdict *verdict, const char *name, char **error);

// Goes on with what was `said` to the question that is open (NULL at the beginning), up to the next one or to the verdict. It returns
// the verdict, or NULL: then either `*error` says why, or there is another question.
//
// # Safety
// `playing` is NULL or lives, and nobody else uses it meanwhile; `said` is NULL or a text; `error` is NULL or can be written.
AssizeVerdict *assize_playing_go_on(AssizePlaying *playing,
                                    const char *said,
                                    char **error);

// The question that is open: an `OpenQuestion`, or `null`.
//
// # Safety
// `playing` is NULL or lives; `error` is NULL or can be written.
char *assize_playing_question(const AssizePlaying *playing, char **error);

// Frees a playing; NULL is nothing to free.
//
// # Safety
// `playing` is NULL, or came from this library and was not freed; nobody uses it meanwhile.
void assize_playing_free(AssizePlaying *playing);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus
