/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* writes-nothing: It prints what it does. */
#define IN_FOCUS puts("focus");
/* descriptors-closed: It opens a file for every child and closes none. */
#define IN_THEME open("/dev/null", O_RDONLY | O_CLOEXEC);
/* process-untouched: It changes the handler of a signal. */
#define IN_INIT signal(SIGUSR1, SIG_IGN);
/* descriptors-untouched: It leads standard output elsewhere. */
#define IN_THEME int ends[2]; if (pipe(ends) == 0) { dup2(ends[1], 1); close(ends[0]); close(ends[1]); }
/* needs-nothing-refused: It starts a program and forgets it. */
#define IN_THEME if (fork() == 0) { sleep(5); _exit(0); }
/* ends-with-process: It cannot end while a child lives. */
static int living;
__attribute__((destructor)) static void end(void) { if (living > 0) abort(); }
#define AFTER_CREATE living += 1;
#define IN_DESTROY living -= 1;
/* invalid-accesses: It reads behind a block that it allocated. */
static volatile int sum, eight = 8;
#define IN_THEME char *block = calloc(8, 1); sum += block[eight]; free(block);
/* leaks: It forgets a block once. */
static bool is_lost;
static void lose(void) {
  void *volatile block = malloc(100);
  block = NULL;
  is_lost = block == NULL;
}
#define IN_THEME if (!is_lost) lose();
/* memory-over-lives leaks: It forgets 16 bytes a life. */
static void *volatile kept;
#define IN_DESTROY kept = malloc(16);
/* memory-while-shown leaks: It forgets 16 bytes a key. */
static void *volatile kept;
#define IN_KEY kept = malloc(16);
/* memory-over-reloads leaks: It reads the rows of each reload into other memory, and forgets what
 * it had. */
static void *volatile kept;
#define MEMBERS uint64_t generation;
#define IN_CHANGED \
  childplugin_content_t content = {.size = sizeof content}; \
  if (self->host->content(self->host, &content) && content.generation != self->generation) { \
    self->generation = content.generation; \
    kept = malloc(200); \
  }
