/* Each child has a thread that brings the rows a moment after they have changed, and says so. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>
#define MEMBERS pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done; char row[2][32];
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_WILL_APPEAR ask(self);
#define IN_CHANGED ask(self);
#define IN_DRAW \
  canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(self->row[atomic_load(&self->done) % 2]), \
               NULL);
struct right;
static void ask(struct right *self);
#include "../right.c"
static void ask(struct right *self) {
  const int next = atomic_load(&self->asked) + 1;
  while (atomic_load(&self->done) != next - 1) usleep(1000);
  uint64_t length = self->host->content_cell(self->host, 0, 0, self->row[next % 2], 31);
  self->row[next % 2][length < 31 ? length : 0] = 0;
  atomic_store(&self->asked, next);
}
static void *work(void *argument) {
  struct right *self = argument;
  while (!atomic_load(&self->ends)) {
    usleep(1000);
    const int asked = atomic_load(&self->asked);
    if (asked == atomic_load(&self->done)) continue;
    usleep(3000);
    atomic_store(&self->done, asked);
    self->host->wake(self->host);
  }
  return NULL;
}
