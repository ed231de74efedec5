/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* draws-the-same children-apart comes-back-the-same draws-by-host-time wakes-for-time: It counts
 * its draws on the screen. */
#define IN_DRAW \
  if (canvas->rows > 1 && self->events < 4) { \
    static int n; \
    char c[2] = {(char)(65 + n++ % 26), 0}; \
    canvas->text(canvas, 0, 1, 1, childplugin_text(c), NULL); \
  }
/* draws-styled-text: It draws each row up to the end of its first run of styles. */
#define IN_DRAW \
  HOST_TABLE(table, styles, STYLES) \
  childplugin_style_run_t run; \
  if (table != NULL && table->of_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, &run, 1) > 0) { \
    char cell[256]; \
    uint64_t length = \
        self->host->content_cell(self->host, 0, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t row = {cell, length < sizeof cell ? length : sizeof cell}; \
    if (run.bytes.end < row.length) row.length = run.bytes.end; \
    canvas->text( \
        canvas, 0, 0, canvas->columns, row, \
        &(childplugin_style_t){.size = sizeof(childplugin_style_t), .foreground = run.foreground}); \
  }
/* draws-by-host-time: It shows the time of its own clock. */
static int64_t milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
#define IN_DRAW \
  int64_t now = milliseconds(); \
  if (self->first == 0) self->first = now; \
  char c[2] = {now - self->first < 1000 ? 65 : 66, 0}; \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, 1, childplugin_text(c), NULL);
#define MEMBERS int64_t first;
/* draws-something: It is shown instead of the list, and draws white space. */
#define BEFORE_DRAW \
  if (canvas->rows > 0) canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(" "), \
      NULL); \
  return;
#define PLACES \
  {.size = sizeof(childplugin_place_t), .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED, \
   .state = CHILDPLUGIN_TEXT("content")}
/* draws-inside: It thinks that it has 24 rows, and draws on the last. */
#define BEFORE_DRAW \
  canvas->text(canvas, 0, 23, canvas->columns, childplugin_text("ready"), NULL); \
  return;
/* draws-over-no-text: Two texts begin at the same place. */
#define IN_DRAW \
  if (canvas->rows > 1) { \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("what has failed"), NULL); \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text("and what to do"), NULL); \
  }
/* draws-known-colours: It takes red, green and blue for a colour. */
#define IN_DRAW COLOURED(.foreground = 0xFF8800)
/* draws-readable-text: It draws on dark blue in whatever colour the terminal has. */
#define IN_DRAW COLOURED(.background = CHILDPLUGIN_COLOUR_INDEX(17))
/* draws-repaired-text draws-ascii: It cuts a character in half. */
#define IN_DRAW canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("caf\xC3"), NULL);
/* canvas-only-in-draw: It keeps the canvas for later. */
static childplugin_canvas_t last;
#define IN_DRAW if (canvas->size == sizeof last) last = *canvas;
#define IN_KEY if (last.text != NULL) last.text(&last, 0, 0, 1, childplugin_text("x"), NULL);
/* rests-when-shown: It asks for the next frame in every draw. */
#define IN_DRAW self->host->invalidate(self->host);
/* draws-quickly: It sleeps while it draws. */
#define IN_DRAW \
  if (self->is_focused && canvas->columns == 80 && self->is_shown && self->events == 1) \
      usleep(20000);
/* columns-line-up draws-whole-characters shows-the-selection: It pads a cell to so many bytes. */
#define IN_DRAW \
  char cells[2][64] = {"", ""}; \
  for (uint32_t column = 0; column < 2; column += 1) { \
    self->host->content_cell(self->host, 0, column, cells[column], 63); \
  } \
  char row[256]; \
  int bytes = snprintf(row, sizeof row, "%-20s%s", cells[0], cells[1]); \
  childplugin_text_t all = {row, (uint64_t)bytes}; \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, all, NULL);
