#define _GNU_SOURCE
#include "host_character.h"

#include <locale.h>
#include <pthread.h>
#include <wctype.h>

static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph",
                                    "lower", "print", "punct", "space", "upper", "xdigit"};
static wctype_t kinds[sizeof names / sizeof *names];
static locale_t locale;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void load(void) {
  locale = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
  if (locale == (locale_t)0) locale = newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
  for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
    kinds[kind] = wctype_l(names[kind], locale);
  }
}

int host_character_is(uint32_t scalar, int kind) {
  pthread_once(&once, load);
  return iswctype_l(scalar, kinds[kind], locale) != 0;
}

uint32_t host_character_upper(uint32_t scalar) {
  pthread_once(&once, load);
  return towupper_l(scalar, locale);
}
