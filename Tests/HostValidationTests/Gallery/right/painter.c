/* A thread of its own paints while it is shown, and says so by wake: shown instead of others, at first it is empty. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdatomic.h>
#define PLACES \
  {.size = sizeof(childplugin_place_t), .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED, \
   .state = CHILDPLUGIN_TEXT("content")}
#define MEMBERS pthread_t thread; atomic_bool stops; atomic_int painted;
#define BEFORE_DRAW \
  char picture[32]; \
  snprintf(picture, sizeof picture, "%d", atomic_load(&self->painted)); \
  if (atomic_load(&self->painted) > 0) \
    canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(picture), NULL); \
  return;
#define IN_WILL_APPEAR \
  atomic_store(&self->stops, false); \
  atomic_store(&self->painted, 0); \
  pthread_create(&self->thread, NULL, paint, self);
#define IN_DID_DISAPPEAR \
  atomic_store(&self->stops, true); \
  pthread_join(self->thread, NULL);
static void *paint(void *self);
#include "../right.c"
#include <time.h>
static void *paint(void *child) {
  struct right *self = child;
  const struct timespec frame = {.tv_nsec = 3000000};
  while (!atomic_load(&self->stops)) {
    atomic_fetch_add(&self->painted, 1);
    self->host->wake(self->host);
    nanosleep(&frame, NULL);
  }
  return NULL;
}
