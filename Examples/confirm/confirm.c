/* SPDX-License-Identifier: 0BSD (make of it what you like) */
/*
 * A confirmation over the rows: whether to run the user's command on the marked rows; then
 * its result.
 *
 * It shows a state that a key of the descriptor opens and that returns by itself, dimmed layers
 * beneath, options with a choice, and a program that the host runs, which needs a grant.
 */
#include <childplugin.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINES 8
#define LINE_BYTES 160
#define COMMAND_BYTES 512

typedef enum phase { ASKS, RUNS, HAS_ENDED } phase_t;

typedef struct confirm {
  childplugin_child_t table;
  const childplugin_host_t *host;
  /* Each is NULL in a host before 1.1. */
  const childplugin_host_run_t *programs;
  const childplugin_host_selection_t *selection;
  const childplugin_host_situation_t *situation;
  phase_t phase;
  uint64_t program;    /* the number of the running one */
  uint64_t generation; /* of the rows to confirm */
  char command[COMMAND_BYTES];
  bool gives_input;    /* rows are its input, not its arguments */
  char title[LINE_BYTES];
  bool failed;
  char lines[LINES][LINE_BYTES]; /* the first lines of its output */
  uint32_t line_count;
} confirm_t;

/* ------------------------------------------------------------------------------------- the rows */

static uint64_t generation(const confirm_t *self) {
  childplugin_content_t content = {.size = sizeof content};
  return self->host->content(self->host, &content) ? content.generation : 0;
}

/* The number of rows for the command: the marked ones, or the cursor's row. */
static uint64_t row_count(const confirm_t *self) {
  if (self->selection == NULL) return 0;
  const uint64_t marked = self->selection->marked_count(self->host);
  if (marked > 0) return marked;
  return self->selection->row(self->host) == CHILDPLUGIN_NO_ROW ? 0 : 1;
}

/* ----------------------------------------------------------------------------------- the command */

static void tell(confirm_t *self, bool failed, const char *title) {
  self->phase = HAS_ENDED;
  self->failed = failed;
  self->line_count = 0;
  snprintf(self->title, sizeof self->title, "%s", title);
}

/* Reads the options: the command as a shell takes it, and how it gets the rows. */
static void read_options(confirm_t *self) {
  char rows[16] = "";
  const uint64_t length = self->host->option(self->host, childplugin_text("command"), self->command,
                                             sizeof self->command - 1);
  self->command[length < sizeof self->command - 1 ? length : 0] = '\0';
  const uint64_t kind = self->host->option(self->host, childplugin_text("rows"), rows, sizeof rows - 1);
  rows[kind < sizeof rows - 1 ? kind : 0] = '\0';
  self->gives_input = strcmp(rows, "input") == 0;
}

/* The rows are separate words for the shell, which interprets nothing in them. */
static void run(confirm_t *self) {
  char script[COMMAND_BYTES + 8];
  if (self->programs == NULL || generation(self) != self->generation) {
    tell(self, true,
         self->programs == NULL ? "this host runs no programs" : "there are other rows by now");
    return;
  }
  snprintf(script, sizeof script, self->gives_input ? "%s" : "%s \"$@\"", self->command);
  const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("sh"), CHILDPLUGIN_TEXT("-c"),
                                      childplugin_text(script), CHILDPLUGIN_TEXT("sh")};
  const childplugin_program_t program = {
      .size = sizeof program,
      .words = words,
      .word_count = sizeof words / sizeof words[0],
      .flags = self->gives_input ? CHILDPLUGIN_PROGRAM_ROWS_AS_INPUT
                                 : CHILDPLUGIN_PROGRAM_ROWS_AS_ARGUMENTS};
  self->program = self->programs->run(self->host, &program);
  self->phase = RUNS;
  if (self->program == 0) {
    tell(self, true, "this host runs no programs");
  }
}

/* Keeps the first lines of the output, of standard error first if it failed. */
static void keep_lines(confirm_t *self, childplugin_text_t text) {
  if (text.length == 0) return;
  const char *const end = text.bytes + text.length;
  for (const char *start = text.bytes; start < end && self->line_count < LINES;) {
    const char *newline = memchr(start, '\n', (size_t)(end - start));
    const char *const stop = newline == NULL ? end : newline;
    const size_t room = LINE_BYTES - 1;
    const size_t length = (size_t)(stop - start) < room ? (size_t)(stop - start) : room;
    char *const line = self->lines[self->line_count++];
    memcpy(line, start, length);
    line[length] = '\0';
    start = stop + 1;
  }
}

static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
  confirm_t *self = child->data;
  char title[LINE_BYTES];
  if (self->phase != RUNS || end->number != self->program) return;
  switch (end->kind) {
    case CHILDPLUGIN_END_EXITED:
      snprintf(title, sizeof title, end->status == 0 ? "done" : "it failed with status %" PRId32,
               end->status);
      break;
    case CHILDPLUGIN_END_SIGNAL:
      snprintf(title, sizeof title, "it was ended by signal %" PRId32, end->status);
      break;
    default: snprintf(title, sizeof title, "it was not started");
  }
  const bool failed = end->kind != CHILDPLUGIN_END_EXITED || end->status != 0;
  tell(self, failed, title);
  keep_lines(self, failed ? end->errors : end->output);
  keep_lines(self, failed ? end->output : end->errors);
}
static const childplugin_run_observer_t on_end = {.size = sizeof on_end, .ended = ended};

/* --------------------------------------------------------------------------------------- drawing */

static childplugin_style_t style(uint32_t role, uint32_t attributes) {
  return (childplugin_style_t){.size = sizeof(childplugin_style_t),
                               .attributes = attributes,
                               .foreground = CHILDPLUGIN_COLOUR_ROLE(role),
                               .background = CHILDPLUGIN_COLOUR_DEFAULT};
}

/* The text of the box: a question, a word while it runs, or the result. */
static void describe(const confirm_t *self, char *text, size_t capacity) {
  const uint64_t rows = row_count(self);
  if (self->phase == RUNS) {
    snprintf(text, capacity, "it runs");
  } else if (self->phase == HAS_ENDED) {
    snprintf(text, capacity, "%s", self->title);
  } else if (self->command[0] == '\0') {
    snprintf(text, capacity, "no command: -o com.example.confirm.command=...");
  } else if (rows == 0) {
    snprintf(text, capacity, "no row to run it on");
  } else {
    snprintf(text, capacity, "run this on %" PRIu64 " row%s?", rows, rows == 1 ? "" : "s");
  }
}

static bool can_run(const confirm_t *self) {
  return self->phase == ASKS && self->command[0] != '\0' && row_count(self) > 0;
}

static const char *choices(const confirm_t *self) {
  if (self->phase == RUNS) return "c cancel";
  return can_run(self) ? "y yes   n no" : "escape back";
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const confirm_t *self = child->data;
  const childplugin_style_t plain = style(CHILDPLUGIN_ROLE_TEXT, 0);
  const childplugin_style_t muted = style(CHILDPLUGIN_ROLE_MUTED, 0);
  const childplugin_style_t title =
      style(self->phase == HAS_ENDED && self->failed ? CHILDPLUGIN_ROLE_ERROR : CHILDPLUGIN_ROLE_TITLE,
            CHILDPLUGIN_ATTRIBUTE_BOLD);
  char text[LINE_BYTES];
  describe(self, text, sizeof text);
  const int32_t width = canvas->columns < 64 ? canvas->columns : 64;
  const int32_t height = 5 + (self->line_count > 0 ? (int32_t)self->line_count + 1 : 0);
  const int32_t left = (canvas->columns - width) / 2;
  const int32_t top = canvas->rows > height ? (canvas->rows - height) / 2 : 0;
  const int32_t room = width - 4;
  if (canvas->size > offsetof(childplugin_canvas_t, dim)) {
    canvas->dim(canvas, 0, 0, canvas->columns, canvas->rows);
  }
  canvas->fill(canvas, left, top, width, height, childplugin_text(" "), &plain);
  canvas->text(canvas, left + 2, top + 1, room, childplugin_text(text), &title);
  canvas->text(canvas, left + 2, top + 2, room, childplugin_text(self->command), &plain);
  for (uint32_t i = 0; i < self->line_count; i += 1) {
    canvas->text(canvas, left + 2, top + 4 + (int32_t)i, room, childplugin_text(self->lines[i]), &plain);
  }
  canvas->text(canvas, left + 2, top + height - 1, room, childplugin_text(choices(self)), &muted);
}

/* ------------------------------------------------------------------------------------------ keys */

static void go_back(confirm_t *self) {
  char state[128] = "";
  if (self->situation != NULL) {
    self->situation->state(self->host, CHILDPLUGIN_STATE_PREVIOUS, state, sizeof state - 1);
  }
  self->host->request_state(self->host, childplugin_text(state[0] == '\0' ? "content" : state), true);
}

/* Uses every key, so that none goes to the children beneath. */
static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  confirm_t *self = child->data;
  if (key->modifiers != 0 || key->code > CHILDPLUGIN_KEY_DELETE) return false;
  if (self->phase == RUNS) {
    if (key->code == 'c') self->programs->cancel(self->host, self->program);
  } else if (can_run(self) && key->code == 'y') {
    run(self);
  } else if (!can_run(self) || key->code == 'n' || key->code == CHILDPLUGIN_KEY_ESCAPE) {
    go_back(self);
  }
  self->host->invalidate(self->host);
  return true;
}
static const childplugin_input_t input = {.size = sizeof input, .key = key};

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  (void)child;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_RUN))) return &on_end;
  return NULL;
}

/* ------------------------------------------------------------------------------------ the plugin */

/* Asks again, unless a program still runs. */
static void will_appear(const childplugin_child_t *child, bool animated) {
  confirm_t *self = child->data;
  (void)animated;
  read_options(self);
  self->generation = generation(self);
  if (self->phase == RUNS) return;
  self->phase = ASKS;
  self->line_count = 0;
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  (void)child;
  (void)appearing;
  timing->duration_nanoseconds = 120000000;
}

static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t),
                                              .place = 100,
                                              .state = CHILDPLUGIN_TEXT("confirm")}};

static const childplugin_default_key_t keys[] = {{.size = sizeof(childplugin_default_key_t),
                                                  .key = CHILDPLUGIN_TEXT("!"),
                                                  .state = CHILDPLUGIN_TEXT("confirm"),
                                                  .label = CHILDPLUGIN_TEXT("run on rows")}};

static const childplugin_text_t needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)};

static const childplugin_text_t ways[] = {CHILDPLUGIN_TEXT("arguments"), CHILDPLUGIN_TEXT("input")};

static const childplugin_option_t options[] = {
    {.size = sizeof(childplugin_option_t),
     .kind = CHILDPLUGIN_OPTION_TEXT,
     .name = CHILDPLUGIN_TEXT("command"),
     .help = CHILDPLUGIN_TEXT("what is run on the rows, as a shell takes it")},
    {.size = sizeof(childplugin_option_t),
     .kind = CHILDPLUGIN_OPTION_CHOICE,
     .name = CHILDPLUGIN_TEXT("rows"),
     .fallback = CHILDPLUGIN_TEXT("arguments"),
     .help = CHILDPLUGIN_TEXT("whether rows are its arguments or its input"),
     .choices = ways,
     .choice_count = sizeof ways / sizeof ways[0]}};

static const childplugin_descriptor_t description = {
    .size = sizeof description,
    .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
    .id = CHILDPLUGIN_TEXT("com.example.confirm"),
    .name = CHILDPLUGIN_TEXT("Confirm"),
    .vendor = CHILDPLUGIN_TEXT("StateHost"),
    .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("Asks before a command is run on the marked rows."),
    .places = places,
    .place_count = 1,
    .needs = needs,
    .need_count = 1,
    .keys = keys,
    .key_count = 1,
    .options = options,
    .option_count = sizeof options / sizeof options[0]};

static void destroy(const childplugin_child_t *child) { free(child->data); }

static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, description.id)) return NULL;
  confirm_t *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->programs = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
  self->selection = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
  self->situation = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SITUATION));
  self->table = (childplugin_child_t){.size = sizeof self->table,
                                      .data = self,
                                      .destroy = destroy,
                                      .will_appear = will_appear,
                                      .timing = timing,
                                      .draw = draw,
                                      .get_extension = get_extension};
  return &self->table;
}

static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  return true;
}

/* A missing function of the host is reported once, at the start. */
static bool init_with_host(const childplugin_host_t *host, childplugin_text_t path,
                           childplugin_text_t *reason) {
  if (host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN)) == NULL)
    host->log(host, CHILDPLUGIN_LOG_WARNING,
              childplugin_text("this host runs no programs: what is confirmed is not done"));
  return init(path, reason);
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
                                            .create = create,
                                            .init_with_host = init_with_host};

const childplugin_plugin_t *childplugin_entry(uint32_t host_major, uint32_t host_minor) {
  (void)host_major;
  (void)host_minor;
  return &plugin;
}
