/* A child that reads screens of 50 rows and 8 columns all through the content, each cell by itself and by the batch,
 * and copies the same bytes from memory of its own as the least that reading can be. It shows the nanoseconds that a
 * screen takes, in this order. */
#include <string.h>
#include <time.h>

#include "one-child.h"

enum { ROWS = 50, COLUMNS = 8, CELLS = ROWS * COLUMNS, LIMIT = 64, SCREENS = 100, ROUNDS = 3 };

static char text[CELLS * LIMIT], copied[SCREENS][CELLS * LIMIT];
static childplugin_range_t ranges[CELLS], copied_ranges[SCREENS][CELLS];
static const childplugin_host_view_t *view;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void read_each(const childplugin_host_t *host, const uint64_t *rows, int screen) {
  (void)screen;
  uint64_t used = 0;
  for (int row = 0; row < ROWS; row += 1)
    for (uint32_t column = 0; column < COLUMNS; column += 1) {
      uint64_t length = host->content_cell(host, rows[row], column, text + used, LIMIT);
      if (length > LIMIT) length = LIMIT;
      ranges[row * COLUMNS + (int)column] = (childplugin_range_t){used, used + length};
      used += length;
    }
}

static void read_batch(const childplugin_host_t *host, const uint64_t *rows, int screen) {
  (void)screen;
  view->cells(host, rows, ROWS, 0, COLUMNS, LIMIT, ranges, text, sizeof text);
}

static void copy_each(const childplugin_host_t *host, const uint64_t *rows, int screen) {
  (void)host;
  (void)rows;
  for (int cell = 0; cell < CELLS; cell += 1) {
    childplugin_range_t range = copied_ranges[screen][cell];
    memcpy(text + range.start, copied[screen] + range.start, range.end - range.start);
    ranges[cell] = range;
  }
}

/* The nanoseconds of a screen, the middle of some rounds; `same`: all read what was copied before. */
static int64_t measure(const childplugin_host_t *host, bool *same,
                       void (*read)(const childplugin_host_t *, const uint64_t *, int)) {
  int64_t times[ROUNDS];
  for (int round = 0; round < ROUNDS; round += 1) {
    int64_t elapsed = 0;
    for (int screen = 0; screen < SCREENS; screen += 1) {
      uint64_t rows[ROWS];
      for (int row = 0; row < ROWS; row += 1) rows[row] = (uint64_t)(screen * ROWS + row);
      int64_t began = now();
      read(host, rows, screen);
      elapsed += now() - began;
      *same = *same && memcmp(ranges, copied_ranges[screen], sizeof ranges) == 0 &&
              memcmp(text, copied[screen], ranges[CELLS - 1].end) == 0;
    }
    int place = round;
    for (; place > 0 && times[place - 1] > elapsed / SCREENS; place -= 1) times[place] = times[place - 1];
    times[place] = elapsed / SCREENS;
  }
  return times[ROUNDS / 2];
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  static char shown[128];
  const childplugin_host_t *host = host_of(child);
  childplugin_content_t content = {.size = sizeof content};
  if (!host->content(host, &content) || content.rows < SCREENS * ROWS) return;
  if (shown[0] == 0) {
    view = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
    for (int screen = 0; screen < SCREENS; screen += 1) {
      uint64_t rows[ROWS];
      for (int row = 0; row < ROWS; row += 1) rows[row] = (uint64_t)(screen * ROWS + row);
      read_each(host, rows, screen);
      memcpy(copied_ranges[screen], ranges, sizeof ranges);
      memcpy(copied[screen], text, sizeof text);
    }
    bool same = ranges[CELLS - 1].end > CELLS;
    long long each = measure(host, &same, read_each), batch = measure(host, &same, read_batch),
              bare = measure(host, &same, copy_each);
    snprintf(shown, sizeof shown, same ? "%lld %lld %lld" : "not the same", each, batch, bare);
  }
  canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(shown), NULL);
}

static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t),
                                              .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED,
                                              .state = CHILDPLUGIN_TEXT("content")}};
static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .id = CHILDPLUGIN_TEXT("org.example.cells"),
                                                   .name = CHILDPLUGIN_TEXT("Cells"),
                                                   .places = places,
                                                   .place_count = 1};
static const childplugin_child_t table = {.draw = draw};
