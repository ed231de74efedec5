/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_writes_nothing /* It prints what it does. */
#define IN_FOCUS puts("focus");
#elif defined MISTAKE_threads_end /* It leaves a thread behind. */
static int threads;
static void *run(void *nothing) { for (;;) pause(); return nothing; }
#define IN_DESTROY \
  if (self->is_seen && threads++ < 3) { \
    pthread_t thread; \
    pthread_create(&thread, NULL, run, NULL); \
  }
#define IN_THEME self->is_seen = true;
#define MEMBERS bool is_seen;
#elif defined MISTAKE_descriptors_closed /* It opens a file for every child and closes none. */
#define IN_THEME open("/dev/null", O_RDONLY | O_CLOEXEC);
#elif defined MISTAKE_process_untouched /* It changes the handler of a signal. */
#define IN_INIT signal(SIGUSR1, SIG_IGN);
#elif defined MISTAKE_descriptors_untouched /* It leads standard output elsewhere. */
#define IN_THEME int ends[2]; if (pipe(ends) == 0) { dup2(ends[1], 1); close(ends[0]); close(ends[1]); }
#elif defined MISTAKE_needs_nothing_refused /* It starts a program and forgets it. */
#define IN_THEME if (fork() == 0) { sleep(5); _exit(0); }
#elif defined MISTAKE_ends_with_process /* It cannot end while a child lives. */
static int living;
__attribute__((destructor)) static void end(void) { if (living > 0) abort(); }
#define AFTER_CREATE living += 1;
#define IN_DESTROY living -= 1;
#elif defined MISTAKE_invalid_accesses /* It reads behind a block that it allocated. */
static volatile int sum, eight = 8;
#define IN_THEME char *block = calloc(8, 1); sum += block[eight]; free(block);
#elif defined MISTAKE_leaks /* It forgets a block once. */
static bool is_lost;
static void lose(void) {
  void *volatile block = malloc(100);
  block = NULL;
  is_lost = block == NULL;
}
#define IN_THEME if (!is_lost) lose();
#endif

#include "right.c"
