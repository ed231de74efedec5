/* It reads the rows of each reload into other memory, and forgets what it had. */
/* fails: memory-over-reloads leaks */
#define _GNU_SOURCE
#include <stdlib.h>
static void *volatile kept;
#define MEMBERS uint64_t generation;
#define IN_CHANGED \
  childplugin_content_t content = {.size = sizeof content}; \
  if (self->host->content(self->host, &content) && content.generation != self->generation) { \
    self->generation = content.generation; \
    kept = malloc(200); \
  }
#include "right.c"
