/* What the check of each plugin just allows. */
/* timing-in-range */ #define IN_TIMING timing->duration_nanoseconds = 3600000000000;
/* timing-kinds */ #define IN_TIMING timing->effect = CHILDPLUGIN_EFFECT_SLIDE_RIGHT;
/* timing-in-nanoseconds */ #define IN_TIMING timing->delay_nanoseconds = 1000000;
/* timing-short */ #define IN_TIMING if (appearing) timing->delay_nanoseconds = 4800000000;
/* insets-in-range */ #define IN_INSETS insets->top = 10000;
/* insets-leave-room */ #define IN_INSETS insets->left = 40; insets->right = 39; insets->top = 23;
/* state-size */ #define IN_SAVE return 65536;
/* draws-known-colours */ #define IN_DRAW \
  COLOURED(.foreground = 0x040000FF, .background = 0x0F000000)
/* draws-readable-text */ #define IN_DRAW \
  COLOURED(.background = 0x04000011, .foreground = 0x0400000F)
/* draws-inside */ #define IN_DRAW canvas->dim(canvas, canvas->columns - 1, canvas->rows - 1, 9, 9);
/* draws-inside */ #define IN_DRAW canvas->fill(canvas, 0, 23, 9, 1, childplugin_text("-"), NULL);
/* draws-inside */ #define IN_DRAW \
  canvas->text(canvas, -9, 99, 9, childplugin_text("x"), NULL); \
  canvas->fill(canvas, 0, 0, 80, canvas->rows * 2 + 2, childplugin_text("x"), 0);
/* draws-no-controls */ #define IN_DRAW TEXT(childplugin_text("a\tb"))
/* descriptor-ids-free */ #define DESCRIPTOR .id = CHILDPLUGIN_TEXT("org.statehosted.clock")
/* descriptor-docks-fit */ #define PLACES DOCK(CHILDPLUGIN_EDGE_TOP, 90)
/* descriptor-docks-fit */ #define PLACES DOCK(CHILDPLUGIN_EDGE_LEFT, 270)
/* follows-what-changes: Its thread wakes it ten times a second. */
#define MEMBERS pthread_t thread; atomic_bool ends;
static void *tick(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, tick, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#include "right.c"
static void *tick(void *argument) {
  struct right *self = argument;
  for (int turn = 1; !atomic_load(&self->ends); turn += 1) {
    usleep(10000);
    if (turn % 10 == 0) self->host->wake(self->host);
  }
  return NULL;
}
/* follows-what-changes: It keeps its column by the name, which it draws. */
#define MEMBERS char kept[32];
#define IN_DRAW \
  NAME \
  if (self->kept[0] == 0 && length < sizeof self->kept) memcpy(self->kept, name, length); \
  LINE(self->kept)
/* takes-its-wakes: Its thread counts the rows, and the host draws after the wake. */
#define MEMBERS \
  pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done; atomic_int counted;
static void *work(void *argument);
struct right;
static uint64_t row_count(struct right *self);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define COUNT \
  char cell[8]; \
  self->host->content_cell(self->host, 0, 0, cell, sizeof cell); \
  atomic_store(&self->counted, (int)row_count(self)); \
  atomic_fetch_add(&self->asked, 1);
#define IN_WILL_APPEAR COUNT
#define IN_CHANGED COUNT
#define IN_GET_EXTENSION if (is(id, CHILDPLUGIN_EXTENSION_WAKE)) return NULL;
#define BEFORE_DRAW \
  LINE(atomic_load(&self->counted) == 40 ? "forty" : "other") \
  return;
#include "right.c"
WORK(3000, self->host->wake(self->host);)
/* takes-its-wakes: Its thread asks for the branch, which no row has. */
#define MEMBERS pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done;
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_CHANGED atomic_fetch_add(&self->asked, 1);
#define IN_GET_EXTENSION if (is(id, CHILDPLUGIN_EXTENSION_WAKE)) return NULL;
#define BEFORE_DRAW \
  LINE("main") \
  return;
#include "right.c"
WORK(3000, self->host->wake(self->host);)
/* programs-get-their-words: Its last word is empty, so that each row matches. */
#define MEMBERS uint64_t program;
#define DESCRIPTOR NEEDS(CHILDPLUGIN_NEED_RUN)
#define IN_SELECTION \
  HOST_TABLE(run, run, RUN) \
  const childplugin_text_t words[] = { \
      CHILDPLUGIN_TEXT("grep"), CHILDPLUGIN_TEXT("-c"), CHILDPLUGIN_TEXT("")}; \
  const childplugin_program_t program = {.size = sizeof program, .words = words, .word_count = 3}; \
  if (self->program == 0 && run != NULL) self->program = run->run(self->host, &program);
#define IN_ENDED self->program = 0;
/* stops-its-timer: It takes samples, below a page of its own behind a key. */
#define MEMBERS unsigned steps; bool is_page;
#define IN_HELP_COUNT return 2;
#define IN_HELP_ITEM HELP(1, "p", "settings")
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE \
  self->steps += 1; \
  self->host->wake_after(self->host, 1000000000);
#define IN_KEY \
  if (key->code == 'p' && key->modifiers == 0) { \
    self->is_page = !self->is_page; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  char steps[32]; \
  snprintf(steps, sizeof steps, "%u", self->steps); \
  for (int32_t line = 1; line < 5; line += 1) \
    canvas->text(canvas, 0, line, canvas->columns, \
                 childplugin_text(self->is_page ? "a setting" : steps), NULL);
/* stops-its-timer: While a key pauses it, it only looks once a minute. */
#define MEMBERS unsigned steps; bool is_paused;
#define IN_HELP_COUNT return 2;
#define IN_HELP_ITEM HELP(1, "p", "pause")
#define NEXT self->host->wake_after(self->host, self->is_paused ? 60000000000 : 1000000000);
#define IN_WILL_APPEAR NEXT
#define IN_WOKE \
  self->steps += !self->is_paused; \
  NEXT
#define IN_KEY \
  if (key->code == 'p' && key->modifiers == 0) { \
    self->is_paused = !self->is_paused; \
    NEXT \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  char steps[32]; \
  snprintf(steps, sizeof steps, "%u%s", self->steps, self->is_paused ? " paused" : ""); \
  LINE(steps)
/* state-without-clock: What it restores passes by, 1.7 s for each turn. */
#define IN_RESTORE self->moves = 1;
#define IN_DRAW \
  if (self->moves == 1) \
    canvas->text(canvas, (int32_t)(canvas->time_nanoseconds / 100000000 % 17), 1, 1, \
                 childplugin_text("*"), NULL);
