/* What a plugin of an older minor looks like to its host, compiled with the header of 1.0: every struct ends where
 * that one has it end, at the end of a page after which nothing may be read or written. Texts stand there
 * too. Tests/PluginTests/Versions/OlderPluginTests.swift drives it. */
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "childplugin.h"

/* Room that ends with a page; the next one is closed. It is never given back. */
static void *guarded(size_t size) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  char *pages = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED || mprotect(pages + page, page, PROT_NONE) != 0) abort();
  return pages + page - size;
}

/* A struct in such room, its size set. */
static void *lent(const void *whole, uint32_t bytes) {
  void *room = guarded(bytes);
  memcpy(room, whole, bytes);
  memcpy(room, &bytes, sizeof bytes);
  return room;
}
#define LENT(whole) lent(&(whole), sizeof(whole))

static childplugin_text_t guarded_text(const char *string) {
  childplugin_text_t text = {NULL, strlen(string)};
  text.bytes = memcpy(guarded(text.length), string, text.length);
  return text;
}

static const childplugin_host_t *host;

static void note(const char *what, long long number) {
  char line[100];
  snprintf(line, sizeof line, "%s %lld", what, number);
  host->log(host, CHILDPLUGIN_LOG_INFO, guarded_text(line));
}

/* Structs that the host fills, from a size alone to more than there is: one that is smaller than in 1.0 is left
 * as it was, any other begins as the whole does, and what lies beyond what the host knows is 0. */
#define PROBE(name, type, ask)                                              \
  static void probe_##name(void) {                                          \
    type whole = {.size = sizeof whole};                                    \
    type *info = &whole;                                                    \
    long long right = 0;                                                    \
    (void)(ask);                                                            \
    for (uint32_t size = 4; size <= sizeof whole + 16; size += 4) {         \
      info = memset(guarded(size), 0xEE, size);                             \
      memcpy(info, &size, sizeof size);                                     \
      (void)(ask);                                                          \
      bool is_whole = size >= sizeof whole, is_right = memcmp(info, &size, sizeof size) == 0; \
      if (is_whole)                                                         \
        is_right = is_right && memcmp((char *)info + 4, (char *)&whole + 4, sizeof whole - 4) == 0; \
      for (size_t i = is_whole ? sizeof whole : 4; i < size; i += 1)        \
        is_right = is_right && ((const unsigned char *)info)[i] == (is_whole ? 0 : 0xEE); \
      right += is_right;                                                    \
    }                                                                       \
    note(#name, right);                                                     \
  }
PROBE(content, childplugin_content_t, host->content(host, info))
PROBE(column, childplugin_column_t, host->content_column(host, 1, info, NULL, 0))
PROBE(row, childplugin_row_t, host->content_row(host, 0, info))
PROBE(terminal, childplugin_terminal_t, host->terminal(host, info))

static void will_appear(const childplugin_child_t *child, bool animated) {
  probe_content();
  probe_column();
  probe_row();
  probe_terminal();
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  childplugin_style_t bold = {.attributes = CHILDPLUGIN_ATTRIBUTE_BOLD};
  canvas->text(canvas, 0, 0, 10, guarded_text("bold"), LENT(bold));
  canvas->text(canvas, 0, 1, 10, guarded_text("plain"),
               lent(&bold, offsetof(childplugin_style_t, background)));
  canvas->fill(canvas, 0, 2, 4, 1, guarded_text("="), LENT(bold));
}

static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  insets->left = 2;
}
static void will_begin(const childplugin_child_t *child, bool appearing) {
  note("will_begin", appearing);
}
static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  note("key", key->code);
  return true;
}
static void heard(const childplugin_child_t *child) { note("heard", 1); }
static uint64_t speak(const childplugin_child_t *child, char *buffer, uint64_t capacity) {
  memcpy(buffer, "old", capacity < 3 ? capacity : 3);
  return 3;
}

/* The functions that may be NULL are. */
static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_layout_t layout = {.insets = insets};
  static const childplugin_transition_t transition = {.will_begin = will_begin};
  static const childplugin_input_t input = {.key = key};
  static const childplugin_content_observer_t content = {.changed = heard};
  static const childplugin_wake_t wake = {.woke = heard};
  static const childplugin_accessibility_t words = {.text = speak};
  /* Its second function is required: the host is to say that it is missing. */
  static const childplugin_saved_state_t state = {.save = speak};
  static const struct { const char *id; const void *table; uint32_t size; } tables[] = {
      {CHILDPLUGIN_EXTENSION_LAYOUT, &layout, sizeof layout},
      {CHILDPLUGIN_EXTENSION_TRANSITION, &transition, sizeof transition},
      {CHILDPLUGIN_EXTENSION_INPUT, &input, sizeof input},
      {CHILDPLUGIN_EXTENSION_CONTENT, &content, sizeof content},
      {CHILDPLUGIN_EXTENSION_WAKE, &wake, sizeof wake},
      {CHILDPLUGIN_EXTENSION_ACCESSIBILITY, &words, sizeof words},
      {CHILDPLUGIN_EXTENSION_STATE, &state, sizeof state}};
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i += 1)
    if (childplugin_text_equal(id, childplugin_text(tables[i].id)))
      return lent(tables[i].table, tables[i].size);
  return NULL;
}

static void destroy(const childplugin_child_t *child) { (void)child; }

/* One that says little, and one that says more. */
static const childplugin_descriptor_t *descriptors[2];

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  childplugin_descriptor_t small = {.id = guarded_text("org.example.older"),
                                    .name = guarded_text("Older")};
  descriptors[0] = LENT(small);
  childplugin_place_t places[2] = {
      {.size = sizeof places[0], .place = 3, .state = guarded_text("content")},
      {.size = sizeof places[0], .place = 4, .state = guarded_text("empty")}};
  childplugin_descriptor_t whole = {.id = guarded_text("org.example.older.whole"),
                                    .name = guarded_text("Whole"), .place_count = 2};
  whole.places = memcpy(guarded(sizeof places), places, sizeof places);
  descriptors[1] = LENT(whole);
  return true;
}

static void deinit(void) {}
static uint32_t count(void) { return 2; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index < 2 ? descriptors[index] : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *given, childplugin_text_t id) {
  host = given;
  static const childplugin_child_t without = {.destroy = destroy, .will_appear = will_appear,
                                              .draw = draw};
  static const childplugin_child_t whole = {.destroy = destroy, .will_appear = will_appear,
                                            .draw = draw, .get_extension = get_extension};
  if (childplugin_text_equal(id, descriptors[0]->id)) return LENT(without);
  if (childplugin_text_equal(id, descriptors[1]->id)) return LENT(whole);
  return NULL;
}

const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  static const childplugin_plugin_t whole = {
      .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR, .init = init,
      .deinit = deinit, .descriptor_count = count, .descriptor = descriptor, .create = create};
  return LENT(whole);
}
