#define _GNU_SOURCE
#include "host_expression.h"

#include <locale.h>
#include <pthread.h>
#include <regex.h>
#include <stdlib.h>

struct host_expression {
  regex_t compiled;
  locale_t locale;
  int finds_places;
};

static locale_t utf8_locale;
static locale_t byte_locale;
static pthread_once_t locales_once = PTHREAD_ONCE_INIT;

static void make_locales(void) {
  byte_locale = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
  utf8_locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (utf8_locale == (locale_t)0) utf8_locale = byte_locale;
}

struct host_expression *host_expression_make(
    const char *pattern, int ignores_case, int finds_places, int is_bytewise, char *problem,
    size_t problem_size) {
  struct host_expression *made = malloc(sizeof *made);
  if (made == NULL) abort();
  pthread_once(&locales_once, make_locales);
  made->finds_places = finds_places;
  made->locale = is_bytewise ? byte_locale : utf8_locale;
  int flags = REG_EXTENDED | (ignores_case ? REG_ICASE : 0) | (finds_places ? 0 : REG_NOSUB);
  locale_t before = uselocale(made->locale);
  int error = regcomp(&made->compiled, pattern, flags);
  uselocale(before);
  if (error == 0) return made;
  regerror(error, &made->compiled, problem, problem_size);
  free(made);
  return NULL;
}

void host_expression_free(struct host_expression *expression) {
  regfree(&expression->compiled);
  free(expression);
}

int host_expression_find(
    const struct host_expression *expression, const char *bytes, size_t count, size_t from,
    size_t *start, size_t *end) {
  regmatch_t place = {.rm_so = (regoff_t)from, .rm_eo = (regoff_t)count};
  int flags = REG_STARTEND | (from > 0 ? REG_NOTBOL : 0);
  locale_t before = uselocale(expression->locale);
  int error = regexec(&expression->compiled, bytes, 1, &place, flags);
  uselocale(before);
  if (error != 0) return 0;
  *start = expression->finds_places ? (size_t)place.rm_so : from;
  *end = expression->finds_places ? (size_t)place.rm_eo : count;
  return 1;
}
