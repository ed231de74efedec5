/* Its timer comes every second, so that it asks for no other draw: not for a click, not for what its
 * thread has done. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#define MEMBERS pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done; int clicks;
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE self->host->wake_after(self->host, 1000000000);
#define IN_CHANGED atomic_fetch_add(&self->asked, 1);
#define IN_MOUSE \
  if (mouse->kind == CHILDPLUGIN_MOUSE_PRESS) { \
    self->clicks += 1; \
    return true; \
  }
#define IN_DRAW \
  canvas->text(canvas, 0, 1, canvas->columns, \
               childplugin_text(atomic_load(&self->done) % 2 == 0 ? "even" : "odd"), NULL); \
  canvas->text(canvas, 0, 2, canvas->columns, \
               childplugin_text(self->clicks % 2 == 0 ? "now" : "then"), NULL);
#include "../right.c"
static void *work(void *argument) {
  struct right *self = argument;
  while (!atomic_load(&self->ends)) {
    usleep(1000);
    const int asked = atomic_load(&self->asked);
    if (asked == atomic_load(&self->done)) continue;
    usleep(10000);
    atomic_store(&self->done, asked);
  }
  return NULL;
}
