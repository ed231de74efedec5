/* A line over the rows on which the user types a name, which is accepted; with a mistake where one is named. */
#define MISTAKES(M) \
  M(moves_by_bytes, "edits-whole-characters", "left leads into a character") \
  M(deletes_beyond, "keys-after-each", "delete at the end takes what is not there") \
  M(escape_stays, "gives-text-back", "escape takes the text, and leaves the child typing") \
  M(code_as_byte, "draws-what-is-typed", "the code of a key is taken for a byte") \
  M(blank_left, "draws-what-is-typed", "a blank is left to others") \
  M(cursor_outside, "draws-what-is-typed", "a long text is drawn from its beginning") \
  M(cursor_stays, "edits-at-the-cursor", "the cursor stands at the end, wherever one types") \
  M(types_at_end, "edits-at-the-cursor", "letters come at the end, wherever the cursor is") \
  M(deletes_at_end, "edits-at-the-cursor", "backspace takes the last letter, wherever the cursor is") \
  M(pastes_at_end, "edits-at-the-cursor", "a pasted text comes at the end") \
  M(cursor_first, "cursor-after-text", "the cursor stays at the beginning of the text") \
  M(cursor_above, "cursor-after-text", "the cursor is in the line above the text") \
  M(control_typed, "leaves-modified-keys", "a letter with ctrl is typed") \
  M(any_modifier, "leaves-modified-keys", "enter, escape and backspace are used with any modifiers") \
  M(modal_paste, "leaves-unused-paste", "a question that takes a text ignores what is pasted") \
  M(modal_tab, "uses-every-key", "a question that uses every key leaves tab") \
  M(keeps_text, "gives-text-back", "it takes text with the focus, and keeps it without") \
  M(row_unsaid, "says-what-is-refused", "a row that does not exist is left as one that does") \
  M(key_elsewhere, "descriptor-key-states", "its key leads to a state that nobody has")
#include "gallery.h"
#define IS_MODAL (IS(modal_paste) || IS(modal_tab) || IS(keeps_text) || IS(row_unsaid))

#define T(s) childplugin_text(s)

struct line {
  childplugin_child_t child;
  const childplugin_host_t *host;
  const childplugin_host_actions_t *actions;
  const childplugin_host_focus_t *focus;
  char text[256]; uint32_t length, at;
  bool types;
};
static struct line *of(const childplugin_child_t *c) { return (struct line *)c; }
static bool tail(char c) { return (c & 0xC0) == 0x80; }
static void set_types(struct line *l, bool on) {
  l->types = on;
  if (l->focus) l->focus->take_text(l->host, on);
  l->host->invalidate(l->host);
}
static bool insert(struct line *l, childplugin_text_t t) {
  uint64_t n = 0;
  while (n < t.length && (unsigned char)t.bytes[n] >= 0x20 && t.bytes[n] != 0x7F) n++;
  if (n > sizeof l->text - l->length) {
    n = sizeof l->text - l->length;
    while (n && tail(t.bytes[n])) n--;
  }
  if (n == 0) return false;
  uint32_t at = (IS(pastes_at_end) && t.length > 1) || (IS(types_at_end) && t.length == 1) ? l->length : l->at;
  memmove(l->text + at + n, l->text + at, l->length - at);
  memcpy(l->text + at, t.bytes, n);
  l->length += (uint32_t)n; l->at = at + (uint32_t)n;
  l->host->invalidate(l->host);
  return true;
}
static bool go(struct line *l) {
  const childplugin_host_selection_t *cursor = l->host->get_extension(l->host, T(CHILDPLUGIN_HOST_SELECTION));
  if (cursor) cursor->set_row(l->host, strtoull(l->text, NULL, 10) - 1);
  return l->host->request_state(l->host, T("content"), true), true;
}
static bool use(const childplugin_child_t *c, const childplugin_key_t *k) {
  struct line *l = of(c);
  if (IS(control_typed) && l->types && k->modifiers && k->code < 0x80) {
    char byte = (char)k->code;
    return insert(l, (childplugin_text_t){&byte, 1});
  }
  bool is_any = IS(any_modifier) && l->types && k->code > 0x10FFFF;
  if (k->modifiers & ~CHILDPLUGIN_MODIFIER_SHIFT && !is_any) return false;
  if (!l->types) {
    if (k->code != 'n' || k->modifiers) return false;
    set_types(l, true);
    return true;
  }
  if (k->code > 0x10FFFF && k->modifiers && !is_any) return false;
  if (IS(row_unsaid) && k->code == CHILDPLUGIN_KEY_ENTER) return go(l);
  switch (k->code) {
  case CHILDPLUGIN_KEY_ESCAPE:
    if (IS(escape_stays)) { l->length = l->at = 0; l->host->invalidate(l->host); return true; }
    l->length = l->at = 0;
    set_types(l, false);
    return true;
  case CHILDPLUGIN_KEY_ENTER:
    if (l->length == 0) return true;
    if (l->actions) l->actions->accept_text(l->host, (childplugin_text_t){l->text, l->length}, 0);
    set_types(l, false);
    return true;
  case CHILDPLUGIN_KEY_LEFT:
    if (l->at) do l->at--; while (l->at && tail(l->text[l->at]) && !IS(moves_by_bytes));
    l->host->invalidate(l->host); return true;
  case CHILDPLUGIN_KEY_RIGHT:
    if (l->at < l->length) do l->at++; while (l->at < l->length && tail(l->text[l->at]) && !IS(moves_by_bytes));
    l->host->invalidate(l->host); return true;
  case CHILDPLUGIN_KEY_HOME: l->at = 0; l->host->invalidate(l->host); return true;
  case CHILDPLUGIN_KEY_END: l->at = l->length; l->host->invalidate(l->host); return true;
  case CHILDPLUGIN_KEY_BACKSPACE: {
    if (l->at == 0) return true;
    if (IS(deletes_at_end)) { l->length--; while (l->length && tail(l->text[l->length])) l->length--; if (l->at > l->length) l->at = l->length; l->host->invalidate(l->host); return true; }
    uint32_t end = l->at;
    do l->at--; while (l->at && tail(l->text[l->at]));
    memmove(l->text + l->at, l->text + end, l->length - end);
    l->length -= end - l->at; l->host->invalidate(l->host); return true; }
  case CHILDPLUGIN_KEY_DELETE: {
    if (l->at == l->length && !IS(deletes_beyond)) return true;
    uint32_t end = l->at;
    do end++; while (end < l->length && tail(l->text[end]));
    memmove(l->text + l->at, l->text + end, l->length - end);
    l->length -= end - l->at; l->host->invalidate(l->host); return true; }
  }
  if (k->text.length == 0 || (IS(blank_left) && k->code == ' ')) return false;
  if (IS(code_as_byte)) { char byte = (char)k->code; insert(l, (childplugin_text_t){&byte, 1}); return true; }
  insert(l, k->text);
  return true;
}
static bool key(const childplugin_child_t *c, const childplugin_key_t *k) {
  return use(c, k) || (IS_MODAL && !(IS(modal_tab) && k->code == CHILDPLUGIN_KEY_TAB));
}
static bool paste(const childplugin_child_t *c, childplugin_text_t t) {
  struct line *l = of(c);
  if (IS(modal_paste)) return true;
  return l->types && insert(l, t);
}
static void focused(const childplugin_child_t *c, bool on) {
  if (IS_MODAL) { if (on || !IS(keeps_text)) set_types(of(c), on); }
  else if (!on && of(c)->types) set_types(of(c), false);
}
static void draw(const childplugin_child_t *c, const childplugin_canvas_t *canvas) {
  struct line *l = of(c);
  childplugin_style_t box = {.size = sizeof box, .foreground = CHILDPLUGIN_COLOUR_ROLE(CHILDPLUGIN_ROLE_TEXT), .background = CHILDPLUGIN_COLOUR_DEFAULT};
  int32_t row = canvas->rows - 1, wide = canvas->columns;
  canvas->fill(canvas, 0, row, wide, 1, (childplugin_text_t){0}, &box);
  if (!l->types) { canvas->text(canvas, 0, row, wide, T("n: name"), &box); return; }
  int32_t at = canvas->text(canvas, 0, row, wide, T("name: "), &box);
  int32_t room = canvas->columns - at - 1;
  uint32_t start = 0;
  while (!IS(cursor_outside) && start < l->at &&
         l->host->text_columns(l->host, (childplugin_text_t){l->text + start, l->at - start}) > room)
    do start++; while (start < l->at && tail(l->text[start]));
  canvas->text(canvas, at, row, room, (childplugin_text_t){l->text + start, l->length - start}, &box);
  uint32_t shown = IS(cursor_stays) ? l->length : IS(cursor_first) ? start : l->at;
  canvas->cursor(canvas, at + l->host->text_columns(l->host, (childplugin_text_t){l->text + start, shown - start}), row - IS(cursor_above));
}
static uint32_t help_count(const childplugin_child_t *c) { return of(c)->types ? 2 : 1; }
static bool help_item(const childplugin_child_t *c, uint32_t i, childplugin_key_help_item_t *item) {
  if (i >= help_count(c)) return false;
  item->key = T(!of(c)->types ? "n" : i == 0 ? "enter" : "escape"); item->action = T(!of(c)->types ? "name" : i == 0 ? "choose" : "none");
  return true;
}
static const void *extension(const childplugin_child_t *c, childplugin_text_t id) {
  OFFER(INPUT, input, .key = key, .paste = paste, .focus = focused)
  OFFER(KEY_HELP, key_help, .count = help_count, .item = help_item)
  return NULL;
}
static void destroy(const childplugin_child_t *c) { free((void *)c); }

static const childplugin_place_t places[] = {{.size = sizeof(childplugin_place_t), .place = 10, .state = CHILDPLUGIN_TEXT("content")}};
static const childplugin_place_t elsewhere[] = {{.size = sizeof(childplugin_place_t), .place = 10, .state = CHILDPLUGIN_TEXT("naming")}};
static const childplugin_default_key_t keys[] = {{.size = sizeof keys[0], .key = CHILDPLUGIN_TEXT("ctrl-o"), .state = CHILDPLUGIN_TEXT("question")}};
static childplugin_descriptor_t descriptors[] = {
  {.size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS,
   .keys = keys, .id = CHILDPLUGIN_TEXT("com.example.name"),
   .name = CHILDPLUGIN_TEXT("Name"), .version = CHILDPLUGIN_TEXT("1.0.0"), .description = CHILDPLUGIN_TEXT("Asks for a name."),
   .places = places, .place_count = 1}};
static bool init(childplugin_text_t path, childplugin_text_t *reason) {
  if (IS_MODAL) descriptors[0].flags |= CHILDPLUGIN_DESCRIPTOR_MODAL;
  if (IS(key_elsewhere)) { descriptors[0].key_count = 1; descriptors[0].places = elsewhere; }
  return true;
}
static const childplugin_child_t *create(const childplugin_host_t *host, childplugin_text_t id) {
  if (!childplugin_text_equal(id, descriptors[0].id)) return NULL;
  struct line *l = calloc(1, sizeof *l);
  if (l == NULL) return NULL;
  l->child = (childplugin_child_t){.size = sizeof l->child, .destroy = destroy, .draw = draw, .get_extension = extension};
  l->host = host;
  if (host->size >= sizeof *host) {
    l->actions = host->get_extension(host, T(CHILDPLUGIN_HOST_ACTIONS)); l->focus = host->get_extension(host, T(CHILDPLUGIN_HOST_FOCUS));
  }
  return &l->child;
}
LARGER_PLUGIN(.abi_minor = 1)
