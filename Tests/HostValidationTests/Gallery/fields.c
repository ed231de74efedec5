/* The right plugin of the gallery with one field wrong: for each check that looks at several fields, each of them. */
#define MISTAKES(M) \
  M(delay_appearing, "timing-in-range", "the delay of appearing is negative") \
  M(delay_disappearing, "timing-in-range", "that of disappearing is too long") \
  M(duration_appearing, "timing-in-range", "the duration of appearing is too long") \
  M(duration_disappearing, "timing-in-range", "that of disappearing is negative") \
  M(duration_shown, "timing-in-range", "the duration is negative once it has been shown") \
  M(curve, "timing-kinds", "a curve that there is not") \
  M(effect, "timing-kinds", "an effect that there is not") \
  M(timing_size, "timing-keeps-size", "the size of the timing is overwritten") \
  M(timing_reserved, "timing-keeps-size", "what is reserved in it is") \
  M(delay_changes, "timing-stable", "the delay is another each time") \
  M(duration_changes, "timing-stable", "the duration is") \
  M(curve_changes, "timing-stable", "the curve is") \
  M(effect_changes, "timing-stable", "the effect is") \
  M(delay_milliseconds, "timing-in-nanoseconds", "the delay is in milliseconds") \
  M(duration_milliseconds, "timing-in-nanoseconds", "the duration is") \
  M(long_delay, "timing-short", "the delay is long") \
  M(long_duration, "timing-short", "the duration is") \
  M(inset_top, "insets-in-range", "an inset is negative") \
  M(inset_right, "insets-in-range", "another one") \
  M(inset_bottom, "insets-in-range", "another one") \
  M(inset_left, "insets-in-range", "the last") \
  M(insets_wide, "insets-leave-room", "no columns are left") \
  M(insets_high, "insets-leave-room", "no rows are left") \
  M(no_version, "descriptor-says-all", "the version is") \
  M(no_description, "descriptor-says-all", "the description is") \
  M(no_name, "descriptor-texts", "the name is") \
  M(name_bytes, "descriptor-texts", "the name is not UTF-8") \
  M(vendor_bytes, "descriptor-texts", "the vendor is not") \
  M(version_bytes, "descriptor-texts", "the version is not") \
  M(description_bytes, "descriptor-texts", "the description is not") \
  M(description_null, "descriptor-texts", "the description has a length and no bytes") \
  M(vendor_newline, "descriptor-plain-texts", "the vendor has a newline") \
  M(version_newline, "descriptor-plain-texts", "the version has one") \
  M(description_newline, "descriptor-plain-texts", "the description has one") \
  M(table_size, "child-tables", "the child's table has no size") \
  M(no_destroy, "child-tables", "it has no destroy") \
  M(no_draw, "child-tables", "it has no draw") \
  M(no_init, "plugin-functions", "the plugin has no init") \
  M(no_deinit, "plugin-functions", "it has no deinit") \
  M(no_count, "plugin-functions", "it has no descriptor_count") \
  M(no_descriptor, "plugin-functions", "it has no descriptor") \
  M(no_create, "plugin-functions", "it has no create") \
  M(signal_handler, "process-untouched", "a signal has a handler") \
  M(signal_mask, "process-untouched", "a signal is blocked") \
  M(directory, "process-untouched", "the directory is another") \
  M(file_mask, "process-untouched", "the umask is") \
  M(locale, "process-untouched", "the locale is") \
  M(environment, "process-untouched", "a variable is set") \
  M(rounding, "process-untouched", "numbers are rounded otherwise") \
  M(closes_0, "descriptors-untouched", "standard input is closed") \
  M(leads_1, "descriptors-untouched", "standard output leads elsewhere") \
  M(leads_2, "descriptors-untouched", "standard error does") \
  M(writes_1, "writes-nothing", "a line is written to standard output") \
  M(writes_2, "writes-nothing", "one is written to standard error") \
  M(help_many, "key-help-items", "33 keys are named") \
  M(help_no_key, "key-help-items", "an item has no key") \
  M(help_no_action, "key-help-items", "an item has no action") \
  M(help_missing, "key-help-items", "there is no item of those that are counted") \
  M(help_beyond, "key-help-items", "there is an item behind the last") \
  M(help_twice, "key-help-differs", "a key is named twice") \
  M(help_other_action, "key-help-differs", "a key is named twice, with another action each time") \
  M(save_length, "state-fills-buffer", "save returns what was written, not the whole length") \
  M(save_bytes, "state-fills-buffer", "save writes nothing where the room is too little") \
  M(save_typed, "state-round-trip", "what was typed is saved, and not restored where it is long") \
  M(words_length, "accessibility-fills-buffer", "the same of words: the length") \
  M(words_bytes, "accessibility-fills-buffer", "the same of words: the bytes") \
  M(foreground, "draws-known-colours", "a foreground without a kind") \
  M(background, "draws-known-colours", "a background without one") \
  M(theme_foreground, "follows-theme", "a foreground of the theme before") \
  M(theme_background, "follows-theme", "a background of it") \
  M(same_cells, "draws-the-same", "other cells at each draw") \
  M(same_cursor, "draws-the-same", "the cursor is elsewhere at each draw") \
  M(same_dim, "draws-the-same", "another part is dimmed at each draw") \
  M(text_outside, "draws-inside", "a text below the canvas") \
  M(fill_outside, "draws-inside", "a fill right of the canvas") \
  M(dim_outside, "draws-inside", "what is dimmed lies above the canvas") \
  M(size_of_content, "struct-sizes", "a content without its size") \
  M(size_of_column, "struct-sizes", "a column without its size") \
  M(size_of_row, "struct-sizes", "a row without its size") \
  M(size_of_terminal, "struct-sizes", "a terminal without its size") \
  M(size_of_style, "struct-sizes", "a style without its size") \
  M(size_of_view, "struct-sizes", "a view without its size") \
  M(null_content, "arguments-given", "no content to fill") \
  M(null_terminal, "arguments-given", "no terminal to fill") \
  M(null_buffer, "arguments-given", "room, and no buffer") \
  M(descriptor_moves, "descriptors-stable", "a descriptor is elsewhere at each call") \
  M(descriptor_changes, "descriptors-stable", "a descriptor says something else later") \
  M(newer_timing, "newer-host", "a timing of a later host is left as it is") \
  M(newer_canvas, "newer-host", "a canvas of a later host is not drawn on") \
  M(thread_ends, "threads-wake", "a thread ends without a wake, and a wake shows what it did") \
  M(draws_blanks, "draws-something", "over others it draws blanks, whatever there is")
#include "gallery.h"

#define MEMBERS int asked, done; uint32_t colour; pthread_t thread; bool has_thread;
static void *work(void *nobody) { return nobody; }

#define JOIN if (IS(thread_ends) && self->has_thread) { \
    pthread_join(self->thread, NULL); \
    self->has_thread = false; \
    self->done += 1; \
  }
#define IN_CHANGED \
  if (IS(thread_ends) && !self->has_thread) \
    self->has_thread = pthread_create(&self->thread, NULL, work, NULL) == 0;
#define IN_WOKE JOIN
#define IN_DESTROY JOIN

#define IN_TIMING \
  self->asked += 1; \
  if (IS(delay_appearing) && appearing) timing->delay_nanoseconds = -1; \
  if (IS(delay_disappearing) && !appearing) timing->delay_nanoseconds = INT64_MAX; \
  if (IS(duration_appearing) && appearing) timing->duration_nanoseconds = INT64_MAX; \
  if (IS(duration_disappearing) && !appearing) timing->duration_nanoseconds = -1; \
  if (IS(duration_shown) && self->appearances > 0) timing->duration_nanoseconds = -1; \
  if (IS(curve)) timing->curve = 99; \
  if (IS(effect)) timing->effect = 99; \
  if (IS(timing_size)) timing->size = 1; \
  if (IS(timing_reserved)) timing->reserved = 1; \
  if (IS(delay_changes)) timing->delay_nanoseconds = self->asked * 1000000; \
  if (IS(duration_changes)) timing->duration_nanoseconds = self->asked * 1000000; \
  if (IS(curve_changes)) timing->curve = (uint32_t)self->asked % 4; \
  if (IS(effect_changes)) timing->effect = (uint32_t)self->asked % 4; \
  if (IS(delay_milliseconds)) timing->delay_nanoseconds = 20; \
  if (IS(duration_milliseconds)) timing->duration_nanoseconds = 350; \
  if (IS(long_delay)) timing->delay_nanoseconds = 6000000000; \
  if (IS(long_duration)) timing->duration_nanoseconds = 6000000000; \
  if (IS(newer_timing) && timing->size != sizeof *timing) timing->duration_nanoseconds = 350000000;
#define IN_INSETS \
  if (IS(inset_top)) insets->top = -1; \
  if (IS(inset_right)) insets->right = -1; \
  if (IS(inset_bottom)) insets->bottom = -1; \
  if (IS(inset_left)) insets->left = -1; \
  if (IS(insets_wide)) insets->right = 80; \
  if (IS(insets_high)) insets->top = insets->bottom = 12;

#define AFTER_CREATE \
  if (IS(table_size)) self->table.size = 0; \
  if (IS(no_destroy)) self->table.destroy = NULL; \
  if (IS(no_draw)) self->table.draw = NULL;
#define IN_ENTRY \
  if (IS(no_init)) plugin.init = NULL; \
  if (IS(no_deinit)) plugin.deinit = NULL; \
  if (IS(no_count)) plugin.descriptor_count = NULL; \
  if (IS(no_descriptor)) plugin.descriptor = NULL; \
  if (IS(no_create)) plugin.create = NULL;
#define IN_INIT \
  childplugin_descriptor_t *const first = &descriptors[0]; \
  const childplugin_text_t none = {NULL, 0}, broken = CHILDPLUGIN_TEXT("\xFF"), null = {NULL, 4}; \
  const childplugin_text_t lines = CHILDPLUGIN_TEXT("two\nlines"); \
  if (IS(no_version)) first->version = none; \
  if (IS(no_description)) first->description = none; \
  if (IS(no_name)) first->name = none; \
  if (IS(name_bytes)) first->name = broken; \
  if (IS(vendor_bytes)) first->vendor = broken; \
  if (IS(version_bytes)) first->version = broken; \
  if (IS(description_bytes)) first->description = broken; \
  if (IS(description_null)) first->description = null; \
  if (IS(vendor_newline)) first->vendor = lines; \
  if (IS(version_newline)) first->version = lines; \
  if (IS(description_newline)) first->description = lines;
#define IN_DESCRIPTOR \
  static childplugin_descriptor_t copies[2]; \
  static int copy; \
  copy += 1; \
  copies[copy % 2] = descriptors[0]; \
  if (IS(descriptor_moves) && index == 0) return &copies[copy % 2]; \
  if (IS(descriptor_changes) && copy > 8) descriptors[0].vendor = childplugin_text("Other");

#define IN_WILL_APPEAR \
  if (IS(signal_handler)) signal(SIGUSR2, SIG_IGN); \
  if (IS(signal_mask)) { \
    sigset_t set; \
    sigemptyset(&set); \
    sigaddset(&set, SIGUSR2); \
    sigprocmask(SIG_BLOCK, &set, NULL); \
  } \
  if (IS(directory)) self->asked = chdir("/usr/share"); \
  if (IS(file_mask)) umask(077); \
  if (IS(locale)) setlocale(LC_ALL, "C.UTF-8"); \
  if (IS(environment)) setenv("RIGHT", "1", 1); \
  if (IS(rounding)) fesetround(FE_UPWARD); \
  if (IS(closes_0)) close(0); \
  if (IS(leads_1)) dup2(0, 1); \
  if (IS(leads_2)) dup2(0, 2); \
  if (IS(writes_1)) self->asked = (int)write(1, "a", 1); \
  if (IS(writes_2)) self->asked = (int)write(2, "a", 1); \
  if (self->colour == 0) self->colour = self->host->theme_colour(self->host, CHILDPLUGIN_ROLE_ACCENT);

#define IN_HELP_COUNT \
  if (IS(help_many)) return 33; \
  if (IS(help_missing) || IS(help_twice) || IS(help_other_action)) return 2;
#define IN_HELP_ITEM \
  if (IS(help_no_key) && index == 0) return item->action = childplugin_text("take"), true; \
  if (IS(help_no_action) && index == 0) return item->key = childplugin_text("enter"), true; \
  if (IS(help_other_action) && index == 1) \
    return item->key = childplugin_text("enter"), item->action = childplugin_text("choose"), true; \
  if (IS(help_beyond) || (IS(help_twice) && index == 1)) index = 0;
#define IN_SAVE \
  if (IS(save_length)) { \
    uint64_t length = fill(&self->selected, sizeof self->selected, buffer, capacity); \
    return length < capacity ? length : capacity; \
  } \
  if (IS(save_bytes) && capacity < sizeof self->selected) return sizeof self->selected; \
  if (IS(save_typed)) { \
    char both[sizeof self->selected + sizeof self->typed]; \
    memcpy(both, &self->selected, sizeof self->selected); \
    memcpy(both + sizeof self->selected, self->typed, self->typed_length); \
    return fill(both, sizeof self->selected + self->typed_length, buffer, capacity); \
  }
#define IN_PASTE \
  if (IS(save_typed)) { \
    self->typed_length = text.length < sizeof self->typed ? text.length : sizeof self->typed; \
    memcpy(self->typed, text.bytes, self->typed_length); \
    return true; \
  }
#define IN_RESTORE \
  if (IS(save_typed) && length > sizeof self->selected) { \
    self->typed_length = length - sizeof self->selected; \
    if (self->typed_length >= sizeof self->typed) self->typed_length = 0; \
    memcpy(self->typed, bytes + sizeof self->selected, self->typed_length); \
    length = sizeof self->selected; \
  }
#define IN_SPEAK \
  if (IS(words_length)) { \
    uint64_t length = fill("a list", 6, buffer, capacity); \
    return length < capacity ? length : capacity; \
  } \
  if (IS(words_bytes) && capacity < 6) return 6;

#define BEFORE_DRAW \
  if (IS(newer_canvas) && canvas->size != sizeof *canvas) return; \
  if (IS(draws_blanks)) { \
    canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("  "), NULL); \
    return; \
  }
#define IN_DRAW \
  childplugin_style_t look = {.size = sizeof look}; \
  const int32_t place = self->draws % 5; \
  if (IS(foreground)) look.foreground = 0xFF0000; \
  if (IS(background)) look.background = 0xFF0000; \
  if (IS(theme_foreground)) look.foreground = self->colour; \
  if (IS(theme_background)) look.background = self->colour; \
  if (IS(size_of_style)) look.size = 0; \
  canvas->text(canvas, IS(same_cells) ? place : IS(thread_ends) ? self->done % 9 : 0, 1, 20, childplugin_text("look"), &look); \
  if (IS(same_cursor)) canvas->cursor(canvas, place, 0); \
  if (IS(same_dim)) canvas->dim(canvas, place, 0, 2, 2); \
  if (IS(text_outside)) canvas->text(canvas, 0, canvas->rows, 20, childplugin_text("out"), NULL); \
  if (IS(fill_outside)) canvas->fill(canvas, canvas->columns, 0, 2, 2, childplugin_text("x"), NULL); \
  if (IS(dim_outside)) canvas->dim(canvas, 0, -2, 2, 2); \
  wrong_structs(self->host);
static void wrong_structs(const childplugin_host_t *host);

#include "right.c"

static void wrong_structs(const childplugin_host_t *host) {
  childplugin_content_t content = {.size = IS(size_of_content) ? 0 : sizeof content};
  childplugin_column_t column = {.size = IS(size_of_column) ? 0 : sizeof column};
  childplugin_row_t row = {.size = IS(size_of_row) ? 0 : sizeof row};
  childplugin_terminal_t terminal = {.size = IS(size_of_terminal) ? 0 : sizeof terminal};
  childplugin_view_t view = {.size = IS(size_of_view) ? 0 : sizeof view};
  host->content(host, IS(null_content) ? NULL : &content);
  host->content_column(host, 0, &column, NULL, 0);
  host->content_row(host, 0, &row);
  host->terminal(host, IS(null_terminal) ? NULL : &terminal);
  if (IS(null_buffer)) host->content_text(host, CHILDPLUGIN_CONTENT_TEXT_TITLE, NULL, 10);
  const childplugin_host_view_t *table =
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW));
  if (table == NULL) return;
  table->info(host, &view);
}
