// Answers lines of `compile`, `adjudicate`, `odds` and `test`, each with what belongs to it behind a tab: `vectors.py` asks, and compares.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "assize.h"

static void answer(const char *word, char *text) {
  printf("%s %zu\n", word, strlen(text));
  fputs(text, stdout);
  putchar('\n');
  fflush(stdout);
  assize_text_free(text);
}

static char *whole(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) exit(2);
  fseek(file, 0, SEEK_END);
  long length = ftell(file);
  rewind(file);
  char *text = malloc((size_t)length + 1);
  if (fread(text, 1, (size_t)length, file) != (size_t)length) exit(2);
  text[length] = 0;
  fclose(file);
  return text;
}

int main(void) {
  static char line[1 << 20];
  AssizeEncounter *encounter = NULL;
  while (fgets(line, sizeof line, stdin) != NULL) {
    line[strcspn(line, "\n")] = 0;
    char *rest = strchr(line, '\t'), *error = NULL, *told = NULL;
    if (rest == NULL) exit(2);
    *rest++ = 0;
    if (strcmp(line, "compile") == 0) {
      char *options = strchr(rest, '\t');
      if (options == NULL) exit(2);
      *options++ = 0;
      char *text = whole(rest);
      assize_encounter_free(encounter);
      encounter = assize_compile(text, options, &error);
      free(text);
      if (encounter != NULL) told = assize_roles(encounter, &error);
    } else if (strcmp(line, "adjudicate") == 0) {
      AssizeVerdict *verdict = assize_adjudicate(encounter, rest, &error);
      if (verdict != NULL) told = assize_verdict_json(verdict, &error);
      assize_verdict_free(verdict);
    } else if (strcmp(line, "odds") == 0) {
      told = assize_odds(encounter, rest, NULL, NULL, &error);
    } else {
      told = assize_test(encounter, &error);
    }
    answer(told != NULL ? "told" : "error", told != NULL ? told : error);
  }
  assize_encounter_free(encounter);
  return 0;
}
