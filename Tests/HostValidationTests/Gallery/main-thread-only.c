/* It asks for a draw on a thread of its own. */
/* fails: main-thread-only */
#define _GNU_SOURCE
#include <pthread.h>
static void *run(void *self);
#define IN_WILL_APPEAR \
  pthread_t thread; \
  pthread_create(&thread, NULL, run, self); \
  pthread_join(thread, NULL);
#include "right.c"
static void *run(void *self) {
  const childplugin_host_t *host = ((struct right *)self)->host;
  host->invalidate(host);
  return NULL;
}
