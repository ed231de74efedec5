/* Plugins that do what few do, and nothing wrong. See gallery.h. */
/* history: It keeps a point of each of the last 3600 reloads, in memory that doubles as it fills;
 * with SLOW it takes its
 * time to draw, too. */
struct point { int64_t time; double value, mean; };
#define MEMBERS struct point *points; uint32_t used, room;
#define IN_DESTROY free(self->points);
#define IN_CHANGED \
  if (self->used == 3600) self->used = 0; \
  if (self->used == self->room) { \
    const uint32_t room = self->room > 0 ? self->room * 2 : 16; \
    struct point *points = realloc(self->points, room * sizeof *points); \
    if (points == NULL) return; \
    self->points = points; \
    self->room = room; \
  } \
  self->points[self->used++] = (struct point){.value = (double)rows};
#ifdef SLOW
#define IN_DRAW usleep(5500);
#endif
/* joined: It makes a line of all cells of a row, with tabs between them, and draws it as one text.
 * */
#define IN_DRAW \
  childplugin_content_t all = {.size = sizeof all}; \
  if (!self->host->content(self->host, &all)) return; \
  for (int32_t row = 1; row < canvas->rows && (uint64_t)row <= all.rows; row += 1) { \
    char text[512]; \
    uint64_t used = 0; \
    for (uint32_t column = 0; column == 0 || (column < all.columns && used < 400); column += 1) { \
      char cell[100]; \
      const uint32_t which = all.columns == 0 ? CHILDPLUGIN_WHOLE_ROW : column; \
      uint64_t length = self->host->content_cell(self->host, (uint64_t)row - 1, which, cell, 100); \
      while (length > 100 || (length == 100 && (cell[99] & 0x80) != 0)) length = whole(cell, 100); \
      if (column > 0) text[used++] = '\t'; \
      memcpy(text + used, cell, length); \
      used += length; \
    } \
    childplugin_text_t line = {text, used}; \
    canvas->text(canvas, 0, row, canvas->columns, line, NULL); \
  }
#define IN_SPEAK \
  char words[32]; \
  const int count = snprintf(words, sizeof words, "%llu lines", (unsigned long long)row_count(self)); \
  return fill(words, (uint64_t)count, buffer, capacity);
/* As many bytes as are whole characters. */
static uint64_t whole(const char *bytes, uint64_t count) {
  while (count > 0 && ((unsigned char)bytes[count - 1] & 0xC0) == 0x80) count -= 1;
  return count > 0 && (unsigned char)bytes[count - 1] >= 0xC0 ? count - 1 : count;
}
/* later: It is made for a host of 1.1 alone, and says so to any other. */
#define IN_CREATE \
  if (host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW)) == NULL) { \
    host->log(host, CHILDPLUGIN_LOG_ERROR, childplugin_text("it needs a host of 1.1")); \
    return NULL; \
  }
/* messenger: A key does nothing but send a message to the other children. */
#define IN_HELP_ITEM HELP(1, "t", "tell the others")
#define IN_HELP_COUNT return 2;
#define IN_KEY \
  HOST_TABLE(messages, messages, MESSAGES) \
  if (key->code == 't' && key->modifiers == 0 && messages != NULL) \
    return messages->send( \
        self->host, childplugin_text(""), childplugin_text("com.example.again/1"), \
        childplugin_text("t"));
/* mover: Its help names a key that moves the cursor of all children. */
#define CURSOR \
  HOST_TABLE(cursor, selection, SELECTION) \
  const uint64_t row = cursor == NULL ? CHILDPLUGIN_NO_ROW : cursor->row(self->host);
#define IN_KEY \
  CURSOR \
  if (key->code == 'n' && key->modifiers == 0 && row != CHILDPLUGIN_NO_ROW) { \
    self->host->invalidate(self->host); \
    return cursor->set_row(self->host, row + 1 < row_count(self) ? row + 1 : 0); \
  }
#define IN_HELP_ITEM \
  if (index == 0) \
    return item->key = childplugin_text("n"), item->action = childplugin_text("next"), true;
#define IN_DRAW \
  CURSOR \
  char place[32]; \
  snprintf(place, sizeof place, "on %llu", (unsigned long long)(row + 1)); \
  LINE(place)
/* patient: It waits a moment before it runs a program, and ends it when it disappears: it does not
 * call wake, so that it is woken on screen alone. */
#define DESCRIPTOR NEEDS(CHILDPLUGIN_NEED_RUN)
#define MEMBERS uint64_t program;
#define PROGRAMS \
  HOST_TABLE(programs, run, RUN)
#define IN_WILL_APPEAR \
  self->host->wake_after(self->host, 150000000);
#define IN_WOKE \
  PROGRAMS \
  const childplugin_text_t word = CHILDPLUGIN_TEXT("date"); \
  const childplugin_program_t date = {.size = sizeof date, .words = &word, .word_count = 1}; \
  if (self->program == 0 && programs != NULL) { \
    self->program = programs->run(self->host, &date); \
    self->host->invalidate(self->host); \
  }
#define IN_ENDED if (end->number == self->program) self->program = 0;
#define IN_DID_DISAPPEAR \
  PROGRAMS \
  if (self->program != 0) programs->cancel(self->host, self->program); \
  self->program = 0; \
  self->host->wake_after(self->host, -1);
#define IN_DRAW if (self->program != 0) LINE("...")
/* modal: It asks a question that must be answered first, and says so: it uses every key. */
#define DESCRIPTOR .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS | CHILDPLUGIN_DESCRIPTOR_MODAL
#define IN_KEY \
  return true;
#define IN_HELP_COUNT return 0;
#define IN_HELP_ITEM return false;
/* options: It relies on what the header says of declared options: one is given in its range, or as
 * its fallback is. */
#define DESCRIPTOR .options = options, .option_count = 2
#define MEMBERS int64_t step;
#define AFTER_CREATE \
  const childplugin_host_options_t *typed = \
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_OPTIONS)); \
  char text[8]; \
  const uint64_t length = host->option(host, childplugin_text("side"), text, sizeof text); \
  if (length != 4 && length != 5) abort(); \
  if (typed == NULL) self->step = 2; \
  else if (!typed->integer(host, childplugin_text("step"), &self->step)) abort(); \
  if (self->step < 1 || self->step > 9 || (text[0] != 'l' && text[0] != 'r')) abort();
static const childplugin_text_t sides[] = {CHILDPLUGIN_TEXT("left"), CHILDPLUGIN_TEXT("right")};
static const childplugin_option_t options[] = {
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("step"),
     .fallback = CHILDPLUGIN_TEXT("2"), .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 9},
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_CHOICE, .name = CHILDPLUGIN_TEXT("side"),
     .fallback = CHILDPLUGIN_TEXT("left"), .choices = sides, .choice_count = 2}};
/* painter: A thread of its own paints while it is shown, and says so by wake: shown instead of
 * others, at first it is empty. */
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
#include "right.c"
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
/* plain-words: A key is called as what it does, a box of three rows is filled where there are two,
 * and time passes as it is
 * woken. */
#define MEMBERS int wakes;
#define IN_HELP_ITEM HELP(1, "end", "end")
#define IN_HELP_COUNT return 2;
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_END) { \
    self->selected = row_count(self) > 0 ? row_count(self) - 1 : 0; \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_WOKE self->wakes += self->wakes < 60;
#define IN_DRAW \
  canvas->fill(canvas, 0, canvas->rows - 2, 6, 3, childplugin_text("-"), NULL); \
  canvas->fill(canvas, 0, 1, self->wakes, canvas->rows > 4, childplugin_text("+"), NULL);
/* basket: A key collects the row at the cursor, which stays as it was. */
#define MEMBERS char held[32]; uint64_t length;
#define IN_HELP_ITEM HELP(1, "a", "collect")
#define IN_HELP_COUNT return row_count(self) > 0 ? 2 : 1;
#define IN_KEY \
  if (key->code == 'a' && key->modifiers == 0 && row_count(self) > 0) { \
    self->length = self->host->content_cell( \
        self->host, self->selected, CHILDPLUGIN_WHOLE_ROW, self->held, sizeof self->held); \
    self->host->invalidate(self->host); \
    return true; \
  }
#define IN_DRAW \
  LINE(self->length > 0 ? "one" : "none") \
  canvas->text(canvas, 0, 2, canvas->columns, \
               (childplugin_text_t){self->held, self->length <= 32 ? self->length : 0}, NULL);
/* rate: It draws how many rows came in each of the last seconds, below the most of them. */
#define MEMBERS uint64_t samples[8], seen;
#define IN_WILL_APPEAR self->host->wake_after(self->host, 1000000000);
#define IN_WOKE \
  const uint64_t count = row_count(self); \
  memmove(self->samples + 1, self->samples, 7 * sizeof self->samples[0]); \
  self->samples[0] = count > self->seen ? count - self->seen : 0; \
  self->seen = count; \
  self->host->wake_after(self->host, 1000000000);
#define IN_DRAW \
  uint64_t most = 0; \
  char part[32]; \
  for (int at = 0; at < 8; at += 1) { \
    if (self->samples[at] > most) most = self->samples[at]; \
    snprintf(part, sizeof part, "%llu", (unsigned long long)self->samples[at]); \
    canvas->text(canvas, 0, 2 + at, canvas->columns, childplugin_text(part), NULL); \
  } \
  snprintf(part, sizeof part, "at most %llu", (unsigned long long)most); \
  LINE(part)
/* quiet: It lies over others and has nothing to show: it only takes keys. */
#define BEFORE_DRAW (void)canvas; return;
/* remembering: A key changes nothing but what is saved. */
#define MEMBERS bool is_loud;
#define IN_HELP_ITEM HELP(1, "b", "ring from the next time on")
#define IN_HELP_COUNT return 2;
#define IN_KEY \
  if (key->code == 'b' && key->modifiers == 0) { \
    self->is_loud = !self->is_loud; \
    return true; \
  }
#define IN_SAVE \
  const uint64_t both = self->selected | (uint64_t)self->is_loud << 63; \
  return fill(&both, sizeof both, buffer, capacity);
#define IN_RESTORE \
  uint64_t both; \
  if (length != sizeof both) return false; \
  memcpy(&both, bytes, sizeof both); \
  if ((both & INT64_MAX) >= row_count(self)) return false; \
  self->selected = both & INT64_MAX; \
  self->is_loud = both > INT64_MAX; \
  return true;
/* stream: Its sources go on for ever: one has a row now and then, one has bytes in pieces, one
 * waits for what never comes. */
static bool read_for_ever(const childplugin_reading_t *reading, childplugin_text_t id);
#define STREAM(words) \
  {.size = sizeof(childplugin_descriptor_t), .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE, \
   .id = CHILDPLUGIN_TEXT(words), .name = CHILDPLUGIN_TEXT("Stream"), .vendor = CHILDPLUGIN_TEXT("Example"), \
   .version = CHILDPLUGIN_TEXT("1.0.0"), .description = CHILDPLUGIN_TEXT("Rows for ever."), \
   .options = options, .option_count = 1}
static const childplugin_option_t options[] = {
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_DURATION, .name = CHILDPLUGIN_TEXT("every"),
     .fallback = CHILDPLUGIN_TEXT("60ms")}};
#define FURTHER_DESCRIPTORS \
  STREAM("com.example.right.now-and-then"), STREAM("com.example.right.pieces"), \
      STREAM("com.example.right.waiting")
#define IN_READ \
  if (read_for_ever(reading, id)) return true;
#include "right.c"
static bool read_for_ever(const childplugin_reading_t *reading, childplugin_text_t id) {
  int64_t pause_nanoseconds = 0;
  reading->duration(reading, childplugin_text("every"), &pause_nanoseconds);
  if (is(id, "com.example.right.now-and-then")) {
    const childplugin_text_t cells[] = {CHILDPLUGIN_TEXT("now")};
    const struct timespec between = {.tv_nsec = pause_nanoseconds % 1000000000};
    while (reading->row(reading, cells, 1)) nanosleep(&between, NULL);
    return true;
  }
  if (is(id, "com.example.right.pieces")) {
    const childplugin_text_t piece = CHILDPLUGIN_TEXT("the end of one\nall of one\nthe beginning of ");
    while (reading->bytes(reading, piece)) {}
    return true;
  }
  while (is(id, "com.example.right.waiting")) pause();
  return false;
}
/* threaded: Each child has a thread that brings the rows a moment after they have changed, and says
 * so. */
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
#include "right.c"
static void ask(struct right *self) {
  const int next = atomic_load(&self->asked) + 1;
  while (atomic_load(&self->done) != next - 1) usleep(1000);
  uint64_t length = self->host->content_cell(self->host, 0, 0, self->row[next % 2], 31);
  self->row[next % 2][length < 31 ? length : 0] = 0;
  atomic_store(&self->asked, next);
}
WORK(3000, self->host->wake(self->host);)
/* timed: Its timer comes every second, so that it asks for no other draw: not for a click, not for
 * what its thread has
 * done. */
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
#include "right.c"
WORK(10000, )
/* woken: Its thread has asked for the wake that brings rows without columns before the next draw. */
#define MEMBERS \
  pthread_t thread; atomic_bool ends; atomic_int asked; atomic_int done; atomic_int said; bool has_rows;
static void *work(void *argument);
#define AFTER_CREATE if (pthread_create(&self->thread, NULL, work, self) != 0) return NULL;
#define IN_DESTROY atomic_store(&self->ends, true); pthread_join(self->thread, NULL);
#define IN_DID_APPEAR \
  const int next = atomic_fetch_add(&self->asked, 1) + 1; \
  CONTENT \
  while (is_there && content.columns == 0 && atomic_load(&self->said) != next) usleep(1000);
#define IN_WOKE self->has_rows = true;
#define IN_DRAW if (self->has_rows) { DRAW_VIEW(20, rows[at]) }
#include "right.c"
WORK(3000, self->host->wake(self->host); atomic_store(&self->said, asked);)
/* orderly: It appears and disappears in turns, as the header says. */
#define MEMBERS bool is_here;
#define IN_WILL_APPEAR IF(self->is_here) self->is_here = true;
#define IN_WILL_DISAPPEAR IF(!self->is_here)
#define IN_DID_DISAPPEAR IF(!self->is_here) self->is_here = false;
#define IN_DESTROY IF(self->is_here)
