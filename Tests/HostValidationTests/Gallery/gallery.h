/* What all files of the gallery share.
 *
 * A file of mistakes of right.c has a section for each plugin, which begins with a comment: the check that finds the
 * mistake, further checks that fail, and what is wrong. The plugin is the section, which defines some of the hooks of
 * right.c, followed by right.c. A larger plugin has a list of MISTAKES. Of many mistakes in one plugin, the one whose
 * number is written into the compiled plugin, behind the mark, is made. */
#pragma once
#define _GNU_SOURCE
#include <childplugin.h>
#include <fcntl.h>
#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#ifdef MISTAKES
#define MISTAKE_NAME(name, check, text) name,
enum mistake { nothing, MISTAKES(MISTAKE_NAME) };
#endif
static const volatile struct { char mark[12]; uint16_t number; } chosen = {"the mistake", 0};
#define IS(mistake) (chosen.number == mistake)

static bool is(childplugin_text_t id, const char *name) {
  return childplugin_text_equal(id, childplugin_text(name));
}

/* For get_extension: a table of the child, with its size unless the members say another. */
#define OFFER(ID, type, ...) { \
    static const childplugin_##type##_t table = {.size = sizeof table, __VA_ARGS__}; \
    if (is(id, CHILDPLUGIN_EXTENSION_##ID)) return &table; \
  }
/* The end of a larger plugin, which has descriptors, init and create. */
#define LARGER_PLUGIN(...) \
  static void deinit(void) {} \
  static uint32_t descriptor_count(void) { return sizeof descriptors / sizeof descriptors[0]; } \
  static const childplugin_descriptor_t *descriptor(uint32_t index) { \
    return index < descriptor_count() ? &descriptors[index] : NULL; \
  } \
  static const childplugin_plugin_t plugin = { \
      .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, \
      .abi_minor = CHILDPLUGIN_ABI_MINOR, .init = init, .deinit = deinit, \
      .descriptor_count = descriptor_count, .descriptor = descriptor, .create = create, \
      __VA_ARGS__}; \
  const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) { return &plugin; }

/* The hooks of right.c that are statements: one that no macro defines is this number, which does nothing. */
enum hook {
  IN_DESTROY, IN_WILL_APPEAR, IN_DID_APPEAR, IN_WILL_DISAPPEAR, IN_DID_DISAPPEAR, IN_TIMING,
  BEFORE_DRAW, IN_DRAW, IN_INSETS, IN_RESIZED, IN_WILL_BEGIN, IN_PROGRESS, IN_DID_END, IN_KEY,
  IN_MOUSE, IN_PASTE, IN_RECEIVED, IN_FOCUS, IN_CHANGED, IN_WOKE, IN_ENDED, IN_SELECTION, IN_VIEW,
  IN_THEME, IN_SAVE, IN_RESTORE, IN_HELP_COUNT, IN_HELP_ITEM, IN_SPEAK, IN_GET_EXTENSION, IN_INIT,
  IN_DEINIT, IN_COUNT, IN_DESCRIPTOR, IN_READ, IN_ROW, IN_CREATE, AFTER_CREATE, IN_ENTRY,
};

/* For the definitions of hooks. */
#define HOST_TABLE(name, type, ID) \
  const childplugin_host_##type##_t *name = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_##ID));
#define IF(...) if (__VA_ARGS__) abort();
#define IN_FIRST_LIFE(count, ...) IF(self->appearances == 1 && self->events == count && __VA_ARGS__)
#define TEXT(...) canvas->text(canvas, 0, 1, 9, __VA_ARGS__, NULL);
#define LINE(words) \
  if (canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(words), NULL);
#define COLOURED(...) childplugin_style_t other = {.size = sizeof other, __VA_ARGS__}; \
  canvas->text(canvas, 0, 1, 9, childplugin_text("coloured"), &other);
#define SAY(text, ...) if (__VA_ARGS__) return fill(text, sizeof text - 1, buffer, capacity);
#define ITEM(...) if (__VA_ARGS__) return true;
#define ROW_SENT(...) \
  IF(childplugin_text_equal(subject, childplugin_text("com.example.right.row/1")) && __VA_ARGS__)
#define HALF(type, extension, ...) \
  static const childplugin_##type##_t half = {.size = sizeof half, __VA_ARGS__}; \
  if (is(id, CHILDPLUGIN_EXTENSION_##extension)) return &half;
#define WRONGLY(name) if (is(id, name)) return &wake_table;
#define NEEDS(name) \
  .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT(name)}, .need_count = 1
#define START(word, how) \
  const childplugin_text_t command = CHILDPLUGIN_TEXT(word); \
  childplugin_program_t program = { \
      .size = sizeof program, .words = &command, .word_count = 1, .flags = how}; \
  HOST_TABLE(programs, run, RUN) \
  if (programs != NULL) programs->run(self->host, &program);
#define KEY(name) .key_count = 1, .keys = (const childplugin_default_key_t[]){ \
  {.size = sizeof(childplugin_default_key_t), .key = CHILDPLUGIN_TEXT(name), \
   .state = CHILDPLUGIN_TEXT("content")}}
#define DOCK(at, least) {.size = sizeof(childplugin_place_t), .edge = at, .minimum = least, \
  .state = CHILDPLUGIN_TEXT("content"), .unit = CHILDPLUGIN_UNIT_CELLS, .extent = 1}
#define BLOCK_SIGNAL \
  sigset_t set; \
  sigemptyset(&set); \
  sigaddset(&set, SIGUSR2); \
  sigprocmask(SIG_BLOCK, &set, NULL);
#define KEEP_ACCENT \
  if (self->colour == 0) \
    self->colour = self->host->theme_colour(self->host, CHILDPLUGIN_ROLE_ACCENT);
#define CONTENT \
  childplugin_content_t content = {.size = sizeof content}; \
  bool is_there = self->host->content(self->host, &content);
/* The name of the first column, and its length: 0 if there is none. */
#define NAME \
  char name[64]; \
  const uint64_t length = self->host->content_column(self->host, 0, NULL, name, sizeof name);
#define DRAW_ROW(row, line) { \
    char cell[32]; \
    uint64_t length = \
        self->host->content_cell(self->host, row, CHILDPLUGIN_WHOLE_ROW, cell, sizeof cell); \
    childplugin_text_t bytes = {cell, length < sizeof cell ? length : 0}; \
    canvas->text(canvas, 0, line, canvas->columns, bytes, NULL); \
  }
#define DRAW_VIEW(most, row) \
  HOST_TABLE(table, view, VIEW) \
  uint64_t rows[most]; \
  uint64_t shown = table == NULL ? 0 : table->rows(self->host, 0, rows, most); \
  for (uint64_t at = 0; at < shown && at + 1 < (uint64_t)canvas->rows; at += 1) \
    DRAW_ROW(row, (int32_t)at + 1)
#define HELP(number, name, does) \
  if (index == number) { \
    item->key = childplugin_text(name); \
    item->action = childplugin_text(does); \
    return true; \
  }
/* A thread that does what is asked a while after it, and what follows then. */
#define WORK(microseconds, ...) \
  static void *work(void *argument) { \
    struct right *self = argument; \
    while (!atomic_load(&self->ends)) { \
      usleep(1000); \
      const int asked = atomic_load(&self->asked); \
      if (asked == atomic_load(&self->done)) continue; \
      usleep(microseconds); \
      atomic_store(&self->done, asked); \
      __VA_ARGS__ \
    } \
    return NULL; \
  }
