// What a host does: compile, adjudicate, ask odds, play, keep a session; and what it does wrong.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assize.h"

static const char *NIGHT = "use lamps\nperson ada \"Ada\"\nlight lamp by ada\nexpect dice 5 { lamp.glow is bright }\n";
static const char *TEXTS =
    "{\"name\":\"night.asz\",\"texts\":{\"lamps\":\"system lamps \\\"Lamps in the Dark\\\"\\n"
    "ladder glow, rolls 1d6, highest first { level | rolls | judged, bright | 4..6 | 0.., dark | 1..3 | ..-1 }\\n"
    "kind person { oil : 0..9 = 3 }\\nprocedure light by person { resolve glow with person.oil }\"}}";

// A text that has to contain something, and is freed then.
static void has(char *text, const char *part) {
  assert(text != NULL);
  if (strstr(text, part) == NULL) {
    fprintf(stderr, "`%s` is not in: %s\n", part, text);
    abort();
  }
  assize_text_free(text);
}

static void encounters(void) {
  char *error = NULL;
  AssizeEncounter *night = assize_compile(NIGHT, TEXTS, &error);
  assert(night != NULL && error == NULL);
  has(assize_check(night, &error), "warnings");
  has(assize_test(night, &error), "\"of\":1");
  has(assize_roles(night, &error), "[]");

  AssizeVerdict *verdict = assize_adjudicate(night, "{\"seed\":7}", &error);
  assert(verdict != NULL && error == NULL);
  has(assize_verdict_json(verdict, &error), "\"Lamps in the Dark\"");
  has(assize_verdict_brief(verdict, &error), "lamp.glow");
  has(assize_verdict_get(verdict, "lamp.glow", &error), "\"value\":");
  has(assize_verdict_get(verdict, "lamp.glwo", &error), "null");
  has(assize_verdict_text(verdict, NULL), "Lamps in the Dark");
  has(assize_verdict_markdown(verdict, NULL), "Lamps in the Dark");
  has(assize_verdict_html(verdict, NULL), "<html");
  has(assize_verdict_why(verdict, "lamp.glow", &error), "lamp.glow");
  assert(assize_verdict_why(verdict, "lamp.glwo", &error) == NULL);
  has(error, "glwo");
  assize_verdict_free(verdict);

  has(assize_odds(night, "{\"questions\":[\"P(lamp.glow is bright)\"]}", NULL, NULL, &error), "\"value\":\"1/2\"");
  has(assize_simulate(night, "{\"runs\":2000,\"seed\":1}", NULL, NULL, &error), "\"runs\":2000");
  assize_encounter_free(night);
}

static bool enough(void *data, size_t count) {
  size_t *most = data;
  *most = count;
  return count < 100;
}

static void long_odds(void) {
  char *error = NULL;
  const char *scene = "use dice\nrepeat up to 60 until sea.depth >= 190 { p x {} }";
  const char *options =
      "{\"texts\":{\"dice\":\"system dice\\none sea { depth : number = 0, waves : number = 0, wind : number = 0 }\\n"
      "procedure p { roll a : 1d6, roll b : 1d6, roll c : 1d6, add a to sea.depth, add b to sea.waves, add c to sea.wind }\"}}";
  AssizeEncounter *sea = assize_compile(scene, options, &error);
  assert(sea != NULL);
  size_t most = 0;
  has(assize_odds(sea, "{\"questions\":[\"P(sea.waves * sea.wind >= 30000)\"]}", enough, &most, &error), "\"between\"");
  assert(most >= 100);
  assize_encounter_free(sea);
}

static void people(void) {
  char *error = NULL;
  const char *door = "choose door \"which door?\" { left { roll a : 2d6 }, right default { roll b : 1d4 } }";
  AssizeEncounter *scene = assize_compile(door, NULL, &error);
  has(assize_advise(scene, "{\"goal\":\"E(a otherwise 0)\"}", NULL, NULL, &error), "\"best\":\"7\"");
  AssizePlaying *playing = assize_play(scene, "{\"seed\":7}", &error);
  assert(assize_playing_go_on(playing, NULL, &error) == NULL && error == NULL);
  has(assize_playing_question(playing, &error), "which door?");
  assert(assize_playing_go_on(playing, "up", &error) == NULL && error == NULL);
  has(assize_playing_question(playing, &error), "complaint");
  AssizeVerdict *verdict = assize_playing_go_on(playing, "left", &error);
  assert(verdict != NULL);
  has(assize_verdict_json(verdict, &error), "\"left\"");
  has(assize_playing_question(playing, &error), "null");
  assize_verdict_free(verdict);
  assize_playing_free(playing);
  assize_encounter_free(scene);
}

// A journal in memory.
typedef struct {
  char *rows;
  size_t length;
  bool is_full;
} Journal;

static bool keep(void *data, const char *row, size_t length) {
  Journal *journal = data;
  if (journal->is_full) return false;
  journal->rows = realloc(journal->rows, journal->length + length);
  memcpy(journal->rows + journal->length, row, length);
  journal->length += length;
  return true;
}

static void sessions(void) {
  char *error = NULL;
  Journal journal = {NULL, 0, false};
  AssizeSession *session = assize_session_begin("{\"seed\":7,\"secret_seed\":8}", keep, &journal, &error);
  assert(session != NULL);
  has(assize_session_enter(session, "{\"text\":\"2d6 + 3\",\"want\":[\"text\"]}", false, NULL, &error), "\"value\"");
  const char *door = "{\"text\":\"choose door \\\"which door?\\\" { left { note \\\"Dark.\\\" }, right default { note \\\"Light.\\\" } }\"}";
  has(assize_session_enter(session, door, true, NULL, &error), "\"asks\"");
  assert(assize_session_break_off(session, &error));
  has(assize_session_enter(session, door, true, NULL, &error), "which door?");
  has(assize_session_enter(session, door, true, "left", &error), "\"entered\"");
  has(assize_session_history(session, NULL, &error), "\"number\":3");
  has(assize_session_undo(session, &error), "\"number\":3");
  has(assize_session_redo(session, &error), "\"number\":3");
  has(assize_session_state(session, "gm", &error), "values");
  has(assize_session_odds(session, "{\"statement\":\"roll d : 1d6\",\"questions\":[\"P(d >= 4)\"]}", NULL, NULL, &error), "1/2");
  has(assize_session_export(session, NULL, &error), "Dark.");
  has(assize_session_answer_by(session, "{\"mode\":\"deliberate\",\"by_hand\":[]}", &error), "deliberate");
  has(assize_session_answer_by(session, "{\"mode\":\"random\",\"by_hand\":[]}", &error), "random");
  assert(!assize_session_cast(session, "hero", NULL, &error));
  has(error, "`thing` is NULL");
  assert(assize_session_enter(session, "{\"text\":\"act climb by nobody\"}", false, NULL, &error) == NULL);
  has(error, "\"findings\"");
  assert(assize_session_state(session, "everybody", &error) == NULL);
  has(error, "everybody");
  journal.is_full = true;
  assert(assize_session_enter(session, "{\"text\":\"1d6\"}", false, NULL, &error) == NULL);
  has(error, "has not kept");
  assize_session_free(session);

  char *found = NULL;
  journal.is_full = false;
  session = assize_session_resume(journal.rows, journal.length, NULL, keep, &journal, &found, &error);
  assert(session != NULL);
  has(found, "\"entries\":2");
  assize_session_free(session);
  assert(assize_session_resume("{}\n", 3, NULL, NULL, NULL, &found, &error) == NULL && found == NULL);
  has(error, "journal");
  free(journal.rows);
}

static void mistakes(void) {
  char *error = NULL;
  assert(assize_compile("use lamps\nlihgt", NULL, &error) == NULL);
  has(error, "\"findings\"");
  // Nobody has to be told.
  assert(assize_compile("use lamps\nlihgt", NULL, NULL) == NULL);
  assert(assize_compile(NULL, NULL, &error) == NULL);
  has(error, "`text` is NULL");
  assert(assize_compile("\xff\xfe", NULL, &error) == NULL);
  has(error, "`text` is not UTF-8");
  assert(assize_compile("note \"x\"", "{\"texts\":3}", &error) == NULL);
  has(error, "-32602");
  assert(assize_adjudicate(NULL, NULL, &error) == NULL);
  has(error, "`encounter` is NULL");
  assert(assize_format("actor ada {", &error) == NULL);
  has(error, "\"findings\"");
  has(assize_format("use   d20", &error), "use d20");
  has(assize_shipped(&error), "ttomp");
  assize_text_free(NULL);
  assize_encounter_free(NULL);
  assize_verdict_free(NULL);
  assize_playing_free(NULL);
  assize_session_free(NULL);
}

int main(void) {
  encounters();
  long_odds();
  people();
  sessions();
  mistakes();
  printf("%s\n", assize_version());
  return 0;
}
