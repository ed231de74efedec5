/* SPDX-License-Identifier: 0BSD (make of it what you like) */
/*
 * The changes of the cursor's commit, in a pane beside the rows of git-log.c; and keys that open
 * the user's editor on it.
 *
 * It shows a program that the host runs, one at a time however fast the selection moves, and one on the
 * terminal. The child itself is in a sandbox and may do neither. This file is included by git-log.c, so
 * that both are one plugin.
 */
#include <childplugin.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { hash_room = 65, path_room = 4096, longest_problem = 200 };

typedef struct diff {
  childplugin_child_t table;
  const childplugin_host_t *host;
  const childplugin_host_selection_t *selection; /* NULL in a host before 1.1, as the next two */
  const childplugin_host_run_t *programs;
  const childplugin_host_focus_t *focus;
  char folder[path_room];
  char hash[hash_room];    /* the cursor's commit; empty: none */
  char running[hash_room]; /* the commit that git was started for */
  uint64_t git;            /* the program, 0 for none */
  uint64_t editor;
  char *text; /* `length` bytes of git's output; owned */
  uint64_t length;
  uint64_t top; /* the first visible line */
  uint64_t rows;
  char problem[longest_problem];
} diff_t;

/* ------------------------------------------------------------------------------------ programs */

static const char show[] = "exec git -C \"$1\" show --no-color --no-ext-diff --stat --patch \"$2\" --";
static const char edit_diff[] =
    "file=$(mktemp) || exit; trap 'rm -f \"$file\"' EXIT\n"
    "git -C \"$1\" show --no-color \"$2\" -- >\"$file\" && ${VISUAL:-${EDITOR:-vi}} \"$file\"";
static const char edit_files[] =
    "cd \"$1\" && cd \"$(git rev-parse --show-toplevel)\" || exit\n"
    "git diff-tree --root --no-commit-id --name-only -r -z --diff-filter=d \"$2\" |\n"
    "  xargs -0 -o sh -c 'exec ${VISUAL:-${EDITOR:-vi}} \"$@\"' sh";

static void tell(diff_t *self, const char *problem) {
  snprintf(self->problem, sizeof self->problem, "%s", problem);
  self->host->invalidate(self->host);
}

/* The folder and the commit are separate words for the shell, which interprets nothing in them. */
static uint64_t run(diff_t *self, const char *script, uint32_t flags) {
  const childplugin_text_t words[] = {CHILDPLUGIN_TEXT("sh"),        CHILDPLUGIN_TEXT("-c"),
                                      childplugin_text(script),      CHILDPLUGIN_TEXT("sh"),
                                      childplugin_text(self->folder), childplugin_text(self->hash)};
  const childplugin_program_t program = {.size = sizeof program,
                                         .flags = flags,
                                         .words = words,
                                         .word_count = sizeof words / sizeof words[0]};
  const uint64_t number = self->programs == NULL ? 0 : self->programs->run(self->host, &program);
  if (number == 0) tell(self, "this host runs no programs");
  return number;
}

/* Runs git for the cursor's commit, now or when the running one has ended. */
static void ask(diff_t *self) {
  if (self->git != 0 || strcmp(self->running, self->hash) == 0) return;
  memcpy(self->running, self->hash, sizeof self->running);
  if (self->hash[0] != '\0') self->git = run(self, show, 0);
}

/* A row of git-log begins with the hash; a row that does not is no commit. */
static void follow(diff_t *self) {
  char hash[hash_room] = "";
  const uint64_t row =
      self->selection == NULL ? CHILDPLUGIN_NO_ROW : self->selection->row(self->host);
  const uint64_t length = row == CHILDPLUGIN_NO_ROW
                              ? 0
                              : self->host->content_cell(self->host, row, 0, hash, sizeof hash - 1);
  const uint64_t kept = length < sizeof hash ? length : 0;
  hash[strspn(hash, "0123456789abcdef") == kept && kept >= 4 ? kept : 0] = '\0';
  if (strcmp(hash, self->hash) == 0) return;
  memcpy(self->hash, hash, sizeof self->hash);
  if (hash[0] == '\0') self->length = 0;
  ask(self);
}

static void keep(diff_t *self, childplugin_text_t text) {
  char *const copy = malloc(text.length + 1);
  if (copy == NULL) return;
  if (text.length > 0) memcpy(copy, text.bytes, text.length);
  free(self->text);
  self->text = copy;
  self->length = text.length;
  self->top = 0;
}

static void ended(const childplugin_child_t *child, const childplugin_program_end_t *end) {
  diff_t *self = child->data;
  const bool failed = end->kind != CHILDPLUGIN_END_EXITED || end->status != 0;
  if (end->number == self->editor) {
    self->editor = 0;
    self->problem[0] = '\0';
    char reason[sizeof self->problem];
    snprintf(reason, sizeof reason, "%.*s", (int)end->errors.length, end->errors.bytes);
    if (end->kind == CHILDPLUGIN_END_NOT_STARTED) tell(self, reason);
    else if (failed) tell(self, "the editor has failed");
  } else if (end->number == self->git) {
    self->git = 0;
    self->problem[0] = '\0';
    if (strcmp(self->running, self->hash) == 0) keep(self, failed ? end->errors : end->output);
    ask(self);
  }
}
static const childplugin_run_observer_t on_end = {.size = sizeof on_end, .ended = ended};

/* --------------------------------------------------------------------------------------- drawing */

static childplugin_style_t style(uint32_t role) {
  return (childplugin_style_t){.size = sizeof(childplugin_style_t),
                               .foreground = CHILDPLUGIN_COLOUR_ROLE(role),
                               .background = CHILDPLUGIN_COLOUR_DEFAULT};
}

static uint32_t role_of(const char *line, uint64_t length) {
  if (length == 0) return CHILDPLUGIN_ROLE_TEXT;
  switch (line[0]) {
    case '+': return CHILDPLUGIN_ROLE_SUCCESS;
    case '-': return CHILDPLUGIN_ROLE_ERROR;
    case '@': return CHILDPLUGIN_ROLE_ACCENT;
    case 'd': case 'i': return CHILDPLUGIN_ROLE_MUTED; /* diff --git, index */
    case 'c': return CHILDPLUGIN_ROLE_TITLE;           /* commit */
    default: return CHILDPLUGIN_ROLE_TEXT;
  }
}

/* The beginning of the next line after the one at `start`. */
static uint64_t next_line(const diff_t *self, uint64_t start) {
  const char *const newline = memchr(self->text + start, '\n', self->length - start);
  return newline == NULL ? self->length : (uint64_t)(newline - self->text) + 1;
}

static uint64_t line_count(const diff_t *self) {
  uint64_t count = 0;
  for (uint64_t start = 0; start < self->length; start = next_line(self, start)) count += 1;
  return count;
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  const diff_t *self = child->data;
  const childplugin_style_t plain = style(CHILDPLUGIN_ROLE_TEXT);
  const childplugin_style_t border = style(CHILDPLUGIN_ROLE_BORDER);
  const childplugin_style_t warning = style(CHILDPLUGIN_ROLE_WARNING);
  childplugin_terminal_t terminal = {.size = sizeof terminal};
  self->host->terminal(self->host, &terminal);
  const bool has_utf8 = (terminal.flags & CHILDPLUGIN_TERMINAL_UTF8) != 0;
  canvas->fill(canvas, 0, 0, canvas->columns, canvas->rows, childplugin_text(" "), &plain);
  canvas->fill(canvas, 0, 0, 1, canvas->rows, childplugin_text(has_utf8 ? "│" : "|"), &border);
  uint64_t start = 0;
  for (uint64_t line = 0; line < self->top && start < self->length; line += 1)
    start = next_line(self, start);
  int32_t row = 0;
  if (self->problem[0] != '\0')
    canvas->text(canvas, 2, row++, canvas->columns - 2, childplugin_text(self->problem), &warning);
  for (; row < canvas->rows && start < self->length; row += 1) {
    const uint64_t next = next_line(self, start);
    const childplugin_text_t line = {self->text + start, next - start};
    const childplugin_style_t look = style(role_of(line.bytes, line.length));
    canvas->text(canvas, 2, row, canvas->columns - 2, line, &look);
    start = next;
  }
}

static void resized(const childplugin_child_t *child, int32_t columns, int32_t rows) {
  (void)columns;
  ((diff_t *)child->data)->rows = rows > 1 ? (uint64_t)rows : 1;
}
static const childplugin_layout_t layout = {.size = sizeof layout, .resized = resized};

/* ------------------------------------------------------------------------------------------ keys */

static const struct {
  const char *key;
  const char *action;
} keys[] = {{"[ ]", "scroll"}, {"{ }", "page"}, {"o", "edit its files"}, {"O", "edit the diff"}};

static void scroll(diff_t *self, bool up, uint64_t lines) {
  const uint64_t count = line_count(self);
  const uint64_t last = count > self->rows ? count - self->rows : 0;
  self->top = up ? self->top - (lines < self->top ? lines : self->top) : self->top + lines;
  if (self->top > last) self->top = last;
}

/* A child must be in front before it requests the terminal. */
static void edit(diff_t *self, const char *script) {
  if (self->hash[0] == '\0' || self->editor != 0 || self->focus == NULL) return;
  if (self->focus->ask(self->host)) self->editor = run(self, script, CHILDPLUGIN_PROGRAM_ON_TERMINAL);
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  diff_t *self = child->data;
  if ((key->modifiers & ~CHILDPLUGIN_MODIFIER_SHIFT) != 0) return false;
  switch (key->code) {
    case '[': scroll(self, true, 1); break;
    case ']': scroll(self, false, 1); break;
    case '{': scroll(self, true, self->rows); break;
    case '}': scroll(self, false, self->rows); break;
    case 'o': edit(self, edit_files); break;
    case 'O': edit(self, edit_diff); break;
    default: return false;
  }
  self->host->invalidate(self->host);
  return true;
}
static const childplugin_input_t input = {.size = sizeof input, .key = key};

static uint32_t key_count(const childplugin_child_t *child) {
  (void)child;
  return sizeof keys / sizeof keys[0];
}

static bool key_item(const childplugin_child_t *child, uint32_t index,
                     childplugin_key_help_item_t *item) {
  if (index >= key_count(child)) return false;
  item->key = childplugin_text(keys[index].key);
  item->action = childplugin_text(keys[index].action);
  return true;
}
static const childplugin_key_help_t key_help = {
    .size = sizeof key_help, .count = key_count, .item = key_item};

/* ------------------------------------------------------------------------------------- the child */

static void changed(const childplugin_child_t *child) { follow(child->data); }
static const childplugin_selection_observer_t on_selection = {
    .size = sizeof on_selection, .changed = changed};
static const childplugin_content_observer_t on_content = {
    .size = sizeof on_content, .changed = changed};

static void will_appear(const childplugin_child_t *child, bool animated) {
  diff_t *self = child->data;
  (void)animated;
  const uint64_t length = self->host->option(self->host, childplugin_text("folder"), self->folder,
                                             sizeof self->folder - 1);
  const bool is_given = length > 0 && length < sizeof self->folder;
  if (is_given && memchr(self->folder, 0, length) == NULL) self->folder[length] = '\0';
  else memcpy(self->folder, ".", 2);
  follow(self);
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const struct {
    const char *id;
    const void *table;
  } tables[] = {{CHILDPLUGIN_EXTENSION_LAYOUT, &layout},
                {CHILDPLUGIN_EXTENSION_SELECTION, &on_selection},
                {CHILDPLUGIN_EXTENSION_CONTENT, &on_content},
                {CHILDPLUGIN_EXTENSION_INPUT, &input},
                {CHILDPLUGIN_EXTENSION_KEY_HELP, &key_help},
                {CHILDPLUGIN_EXTENSION_RUN, &on_end}};
  (void)child;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i += 1)
    if (childplugin_text_equal(id, childplugin_text(tables[i].id))) return tables[i].table;
  return NULL;
}

static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t),
                                              .place = 60,
                                              .state = CHILDPLUGIN_TEXT("content"),
                                              .edge = CHILDPLUGIN_EDGE_RIGHT,
                                              .unit = CHILDPLUGIN_UNIT_PERCENT,
                                              .extent = 55,
                                              .minimum = 30}};

static const childplugin_text_t diff_needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_RUN)};

static const childplugin_option_t diff_options[] = {
    {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_TEXT,
     .name = CHILDPLUGIN_TEXT("folder"), .fallback = CHILDPLUGIN_TEXT("."),
     .help = CHILDPLUGIN_TEXT("the repository")}};

static const childplugin_descriptor_t git_diff = {
    .size = sizeof git_diff, .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
    .id = CHILDPLUGIN_TEXT("com.example.git-log.diff"), .name = CHILDPLUGIN_TEXT("git diff"),
    .vendor = CHILDPLUGIN_TEXT("StateHost"), .version = CHILDPLUGIN_TEXT("1.0.0"),
    .description = CHILDPLUGIN_TEXT("What the commit has changed that the user is on."),
    .places = places, .place_count = 1, .needs = diff_needs, .need_count = 1,
    .options = diff_options, .option_count = 1};

static void destroy(const childplugin_child_t *child) {
  diff_t *self = child->data;
  free(self->text);
  free(self);
}

static const childplugin_child_t *git_diff_create(const childplugin_host_t *host) {
  diff_t *self = calloc(1, sizeof *self);
  if (self == NULL) return NULL;
  self->host = host;
  self->selection = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_SELECTION));
  self->programs = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_RUN));
  self->focus = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_FOCUS));
  self->rows = 1;
  self->table = (childplugin_child_t){.size = sizeof self->table,
                                      .data = self,
                                      .destroy = destroy,
                                      .will_appear = will_appear,
                                      .draw = draw,
                                      .get_extension = get_extension};
  return &self->table;
}
