/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* settles-in-its-area: It wants one column less than it has. */
#define IN_RESIZED \
  HOST_TABLE(place, place, PLACE) \
  if (place != NULL && columns > 1) { \
    place->claim(self->host, CHILDPLUGIN_EDGE_LEFT, CHILDPLUGIN_UNIT_CELLS, columns - 1, 0); \
  }
/* stays-in-its-state: It goes elsewhere whenever it is shown. */
#define IN_WILL_APPEAR self->host->request_state(self->host, childplugin_text("empty"), true);
/* rests-when-told: It moves on whenever it is told where the user is. */
#define IN_SELECTION \
  HOST_TABLE(table, selection, SELECTION) \
  if (table != NULL && !table->set_row(self->host, table->row(self->host) + 1)) \
    table->set_row(self->host, 0);
/* acts-for-the-user: It takes the first row that comes. */
#define IN_CHANGED self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, 0);
/* wakes-for-something: It wakes with every frame, and nothing moves. */
#define IN_WOKE self->host->wake_after(self->host, 16000000);
/* messages-end: It answers every message with the same. */
#define IN_RECEIVED \
  HOST_TABLE(messages, messages, MESSAGES) \
  if (messages != NULL) messages->send(self->host, from, subject, body); \
  if (messages != NULL) messages->send(self->host, childplugin_text(""), subject, body);
/* gives-text-back: It takes text with a key, and never says that it takes none. */
#define IN_KEY \
  HOST_TABLE(focus, focus, FOCUS) \
  if (focus != NULL && key->code == '/') focus->take_text(self->host, true);
/* rests-when-woken wakes-for-something: It is woken to be woken. */
#define IN_DID_APPEAR self->host->wake_after(self->host, 0);
#define IN_WOKE self->host->wake_after(self->host, 0);
/* wakes-with-frames wakes-for-something: It takes the timer's nanoseconds for microseconds. */
#define IN_WOKE self->host->wake_after(self->host, 50 * 1000);
/* wakes-for-time: It counts the seconds, and nothing has them drawn. */
#define IN_DRAW \
  char seconds[32]; \
  snprintf(seconds, sizeof seconds, "%lld s", (long long)(canvas->time_nanoseconds / 1000000000)); \
  LINE(seconds)
/* wakes-go-on: What it keeps of each wake has room for sixty. */
#define MEMBERS uint64_t *last; unsigned used;
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE \
  self->used += self->used <= 60; \
  if (self->used > 60) *self->last = self->used; \
  self->host->wake_after(self->host, 1000000000);
/* stops-its-timer: A key pauses what its timer moves, and the timer is set all the same. */
#define MEMBERS unsigned steps; bool is_paused;
#define IN_HELP_COUNT return 2;
#define IN_HELP_ITEM HELP(1, "p", "pause")
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE \
  self->steps += !self->is_paused; \
  self->host->wake_after(self->host, 1000000000);
#define IN_KEY \
  if (key->code == 'p' && key->modifiers == 0) { \
    self->is_paused = !self->is_paused; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  char steps[32]; \
  snprintf(steps, sizeof steps, "%u%s", self->steps, self->is_paused ? " paused" : ""); \
  LINE(steps)
/* takes-its-wakes: It does not offer the function that takes what its thread has done. */
#define MEMBERS pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done; int taken;
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_CHANGED \
  char cell[8]; \
  self->host->content_cell(self->host, 0, 0, cell, sizeof cell); \
  atomic_fetch_add(&self->asked, 1);
#define IN_GET_EXTENSION if (is(id, CHILDPLUGIN_EXTENSION_WAKE)) return NULL;
#define IN_WOKE self->taken = atomic_load(&self->done);
#define BEFORE_DRAW \
  char line[64]; \
  snprintf(line, sizeof line, "%llu %s %.*s", (unsigned long long)self->selected, \
           self->taken % 2 == 0 ? "even" : "odd", (int)self->typed_length, self->typed); \
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(line), NULL); \
  return;
#include "right.c"
WORK(3000, self->host->wake(self->host);)
/* threads-wake: Its thread has something a moment after each change, and says nothing. */
#define MEMBERS pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done;
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_CHANGED atomic_fetch_add(&self->asked, 1);
#define IN_DRAW \
  canvas->text(canvas, 0, 1, canvas->columns, \
               childplugin_text(atomic_load(&self->done) % 2 == 0 ? "even" : "odd"), NULL);
#include "right.c"
WORK(10000, )
