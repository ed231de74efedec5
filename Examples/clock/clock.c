/* SPDX-License-Identifier: 0BSD (make of it what you like) */
/*
 * A clock over the other children: small, at the top right. With "options": { "size": "big" } in a
 * states file it fills its state with large digits.
 *
 * It shows a timer that wakes the child once a second and pauses while it is off screen. The
 * wall clock is read on a wake, so a draw gives the same cells however often it is called.
 */
#define _POSIX_C_SOURCE 200809L
#include <childplugin.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SECOND INT64_C(1000000000)

typedef struct clock_child {
  childplugin_child_t table;
  const childplugin_host_t *host;
  bool is_big;
  char time[9]; /* "HH:MM:SS" */
} clock_child_t;

/* ------------------------------------------------------------------------------------- the time */

/* Reads the wall clock and sets the timer to the beginning of its next second. */
static void tick(clock_child_t *clock) {
  struct timespec now = {0, 0};
  struct tm parts;
  memset(&parts, 0, sizeof parts);
  clock_gettime(CLOCK_REALTIME, &now);
  localtime_r(&now.tv_sec, &parts);
  if (strftime(clock->time, sizeof clock->time, "%H:%M:%S", &parts) == 0) clock->time[0] = '\0';
  clock->host->wake_after(clock->host, SECOND - now.tv_nsec);
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  (void)animated;
  tick(child->data);
}

static void did_disappear(const childplugin_child_t *child, bool animated) {
  (void)animated;
  clock_child_t *clock = child->data;
  clock->host->wake_after(clock->host, -1);
}

static void woke(const childplugin_child_t *child) { tick(child->data); }

/* -------------------------------------------------------------------------------------- drawing */

/* Five rows of three cells each, one bit for a cell, the top left first. */
static const uint16_t digits[10] = {075557, 026227, 071747, 071717, 055711,
                                    074717, 074757, 071111, 075757, 075717};

static const char *block(const childplugin_host_t *host) {
  childplugin_terminal_t terminal = {.size = sizeof terminal};
  host->terminal(host, &terminal);
  return terminal.flags & CHILDPLUGIN_TERMINAL_UTF8 ? "\xE2\x96\x88" : "#";
}

static void draw_digit(const childplugin_canvas_t *canvas, int32_t left, int32_t top, int digit,
                       childplugin_text_t cell, const childplugin_style_t *style) {
  for (int bit = 0; bit < 15; bit += 1) {
    if (digits[digit] >> (14 - bit) & 1)
      canvas->fill(canvas, left + bit % 3 * 2, top + bit / 3, 2, 1, cell, style);
  }
}

static void draw_big(const clock_child_t *clock, const childplugin_canvas_t *canvas) {
  const childplugin_style_t style = {
      .size = sizeof style, .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_ACCENT)};
  const childplugin_text_t cell = childplugin_text(block(clock->host));
  int32_t left = (canvas->columns - 52) / 2;
  const int32_t top = (canvas->rows - 5) / 2;
  for (const char *sign = clock->time; *sign != '\0'; sign += 1) {
    if (*sign == ':') {
      canvas->fill(canvas, left, top + 1, 2, 1, cell, &style);
      canvas->fill(canvas, left, top + 3, 2, 1, cell, &style);
      left += 4;
    } else {
      draw_digit(canvas, left, top, *sign - '0', cell, &style);
      left += 7;
    }
  }
}

static void draw_small(const clock_child_t *clock, const childplugin_canvas_t *canvas) {
  const childplugin_style_t style = {
      .size = sizeof style,
      .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_SELECTION_TEXT),
      .background = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_SELECTION_BACKGROUND)};
  char text[sizeof clock->time + 2];
  snprintf(text, sizeof text, " %s ", clock->time);
  canvas->text(canvas, canvas->columns - 10, 0, 10, childplugin_text(text), &style);
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const clock_child_t *clock = child->data;
  if (clock->is_big && canvas->columns >= 52 && canvas->rows >= 5) {
    draw_big(clock, canvas);
  } else {
    draw_small(clock, canvas);
  }
}

/* ----------------------------------------------------------------------------------- extensions */

static uint64_t words(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  const clock_child_t *clock = child->data;
  const uint64_t length = strlen(clock->time);
  if (capacity > 0) memcpy(buffer, clock->time, length < capacity ? length : capacity);
  return length;
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_wake_t wake = {.size = sizeof wake, .woke = woke};
  static const childplugin_accessibility_t accessibility = {.size = sizeof accessibility,
                                                            .text = words};
  (void)child;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_WAKE))) return &wake;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_ACCESSIBILITY)))
    return &accessibility;
  return NULL;
}

/* ----------------------------------------------------------------------------------- the plugin */

static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t),
                                              .place = 20,
                                              .state = CHILDPLUGIN_TEXT("content")}};

static const childplugin_descriptor_t description = {
    .size = sizeof description,
    .id = CHILDPLUGIN_TEXT("com.example.clock"),
    .name = CHILDPLUGIN_TEXT("Clock"),
    .vendor = CHILDPLUGIN_TEXT("StateHost"),
    .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("The time, over what is shown or in large digits."),
    .places = places,
    .place_count = 1};

static void destroy(const childplugin_child_t *child) { free(child->data); }

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, description.id)) return NULL;
  clock_child_t *clock = calloc(1, sizeof *clock);
  if (clock == NULL) return NULL;
  char size[8];
  const uint64_t length =
      host->option(host, childplugin_text("size"), size, sizeof size);
  clock->is_big = length == 3 && memcmp(size, "big", 3) == 0;
  clock->host = host;
  clock->table = (childplugin_child_t){.size = sizeof clock->table,
                                       .data = clock,
                                       .destroy = destroy,
                                       .will_appear = will_appear,
                                       .did_disappear = did_disappear,
                                       .draw = draw,
                                       .get_extension = get_extension};
  return &clock->table;
}

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

static void deinit(void) {}

static uint32_t descriptor_count(void) { return 1; }

static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &description : NULL;
}

static const childplugin_plugin_t plugin = {.size = sizeof plugin,
                                            .abi_major = CHILDPLUGIN_ABI_MAJOR,
                                            .abi_minor = CHILDPLUGIN_ABI_MINOR,
                                            .init = init,
                                            .deinit = deinit,
                                            .descriptor_count = descriptor_count,
                                            .descriptor = descriptor,
                                            .create = create};

const childplugin_plugin_t *childplugin_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return &plugin;
}
