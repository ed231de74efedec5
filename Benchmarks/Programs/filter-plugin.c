/* A child that filters: for a key of `asked` it shows all rows, and once that is so asks for those with a text. It
 * shows how many milliseconds it took from then until it knew of every row whether it is shown, and how many are. */
#include <string.h>
#include <time.h>

#include "one-child.h"

static const struct {
  uint32_t key;
  childplugin_text_t text;
} asked[] = {{'1', CHILDPLUGIN_TEXT("9999999")}, {'2', CHILDPLUGIN_TEXT("ms")}};

/* Which of `asked` is waited for; its time began when it was asked for, 0: all rows are not shown yet. */
static int waiting = -1;
static int64_t began;
/* A line each, for what stands where something stood before may be drawn in part. */
enum { LINES = 24 };
static char shown[LINES][64];
static int lines;

static char *next_line(void) { return shown[lines < LINES - 1 ? lines++ : lines]; }

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void changed(const childplugin_child_t *child) {
  const childplugin_host_t *host = host_of(child);
  const childplugin_host_view_t *view =
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
  childplugin_view_t info = {.size = sizeof info};
  if (waiting < 0 || !view->info(host, &info) || !(info.flags & CHILDPLUGIN_VIEW_COMPLETE) ||
      info.looked_rows < info.all_rows)
    return;
  if (began == 0) {
    if (info.flags & CHILDPLUGIN_VIEW_FILTERED) return;
    const childplugin_filter_t filter = {.size = sizeof filter,
                                         .kind = CHILDPLUGIN_MATCH_TEXT,
                                         .letter_case = CHILDPLUGIN_CASE_SENSITIVE,
                                         .column = CHILDPLUGIN_WHOLE_ROW,
                                         .text = asked[waiting].text};
    began = now();
    view->show(host, &filter, NULL);
  } else if (info.flags & CHILDPLUGIN_VIEW_FILTERED) {
    double milliseconds = (double)(now() - began) / 1e6;
    snprintf(next_line(), sizeof shown[0], "took-%.3f/%llu;", milliseconds,
             (unsigned long long)info.rows);
    waiting = -1;
    host->invalidate(host);
  }
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  const childplugin_host_t *host = host_of(child);
  for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i += 1) {
    if (key->code != asked[i].key) continue;
    const childplugin_host_view_t *view =
        host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
    waiting = (int)i;
    began = 0;
    view->show(host, NULL, NULL);
    changed(child);
    return true;
  }
  return false;
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const childplugin_host_t *host = host_of(child);
  childplugin_content_t content = {.size = sizeof content};
  if (lines == 0 && host->content(host, &content) && content.flags & CHILDPLUGIN_CONTENT_COMPLETE)
    snprintf(next_line(), sizeof shown[0], "loaded-%llu;", (unsigned long long)content.rows);
  for (int line = 0; line < lines; line += 1)
    canvas->text(canvas, 0, line, canvas->columns, childplugin_text(shown[line]), NULL);
}

static void content_changed(const childplugin_child_t *child) {
  host_of(child)->invalidate(host_of(child));
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_input_t input = {.size = sizeof input, .key = key};
  static const childplugin_view_observer_t views = {.size = sizeof views, .changed = changed};
  static const childplugin_content_observer_t contents = {.size = sizeof contents,
                                                          .changed = content_changed};
  (void)child;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_VIEW))) return &views;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_CONTENT))) return &contents;
  return NULL;
}

static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t),
                                              .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED,
                                              .state = CHILDPLUGIN_TEXT("content")}};
static const childplugin_descriptor_t described = {.size = sizeof described,
                                                   .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
                                                   .id = CHILDPLUGIN_TEXT("org.example.filter"),
                                                   .name = CHILDPLUGIN_TEXT("Filter"),
                                                   .places = places,
                                                   .place_count = 1};
static const childplugin_child_t table = {.draw = draw, .get_extension = get_extension};
