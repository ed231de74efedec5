/* It leaves a thread behind. */
/* fails: threads-end */
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
static int threads;
static void *run(void *nothing) { for (;;) pause(); return nothing; }
#define IN_DESTROY \
  if (self->is_seen && threads++ < 3) { \
    pthread_t thread; \
    pthread_create(&thread, NULL, run, NULL); \
  }
#define IN_THEME self->is_seen = true;
#define MEMBERS bool is_seen;
#include "right.c"
