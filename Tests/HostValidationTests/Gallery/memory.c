/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_memory_over_lives /* It forgets 16 bytes a life. */
/* fails: memory-over-lives leaks */
static void *volatile kept;
#define IN_DESTROY kept = malloc(16);
#elif defined MISTAKE_memory_while_shown /* It forgets 16 bytes a key. */
/* fails: memory-while-shown leaks */
static void *volatile kept;
#define IN_KEY kept = malloc(16);
#elif defined MISTAKE_memory_over_reloads /* It reads the rows of each reload into other memory, and forgets what it had. */
/* fails: memory-over-reloads leaks */
static void *volatile kept;
#define MEMBERS uint64_t generation;
#define IN_CHANGED \
  childplugin_content_t content = {.size = sizeof content}; \
  if (self->host->content(self->host, &content) && content.generation != self->generation) { \
    self->generation = content.generation; \
    kept = malloc(200); \
  }
#endif

#include "right.c"
