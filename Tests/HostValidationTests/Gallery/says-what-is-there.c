/* Its words are made once, when they are first asked for. */
/* fails: says-what-is-there */
#define MEMBERS char words[40];
#define IN_SPEAK \
  if (self->words[0] == 0) \
    snprintf(self->words, sizeof self->words, "%llu rows", (unsigned long long)row_count(self)); \
  return fill(self->words, strlen(self->words), buffer, capacity);
#include "right.c"
