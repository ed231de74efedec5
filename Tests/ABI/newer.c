/* A plugin of a later minor of ABI 1, in a host that does not know of it. The test makes the header:
 * today's, with two fields more at the end of every struct, and 7 as its minor. Fields that the host
 * does not know are set, flags have every bit but the one that makes no child of it, and host functions
 * of that later minor are called only when the host's table is large enough to have them.
 * Tests/PluginTests/Versions/NewerPluginTests.swift drives it. */
#include <stdio.h>
#include <stdlib.h>

#include "childplugin.h"

#define HAS(table, field) \
  ((table)->size >= offsetof(__typeof__(*(table)), field) + sizeof(table)->field)

/* What later fields hold: nothing that could be called or read. */
#define LATER .later_number = 0xDEADBEEFDEADBEEF, .later_function = (void (*)(void))0xDEADBEEF

static const childplugin_host_t *host;

static void note(const char *what, long long number) {
  char line[100];
  snprintf(line, sizeof line, "%s %lld", what, number);
  host->log(host, CHILDPLUGIN_LOG_INFO, childplugin_text(line));
}

static void will_appear(const childplugin_child_t *child, bool animated) {
  note("host has it", HAS(host, later_function));
  note("minor", host->abi_minor);
  note("extension", host->get_extension(host, childplugin_text("childplugin.clipboard/1")) != NULL);
  note("action", host->perform(host, 70, 0));
  note("text", (long long)host->content_text(host, 70, NULL, 0));
  note("colour", host->theme_colour(host, 70) == CHILDPLUGIN_COLOUR_DEFAULT);
  childplugin_content_t content = {.size = sizeof content, LATER};
  note("content", host->content(host, &content));
  note("rows", (long long)content.rows);
  note("size", content.size == sizeof content);
  note("later", (long long)content.later_number);
}

static void timing(const childplugin_child_t *child, bool appearing, childplugin_timing_t *timing) {
  /* A newer effect only where there is one: the host's minor says so. */
  if (host->abi_minor >= 7) timing->effect = 70;
  timing->duration_nanoseconds = 5;
  if (HAS(timing, later_number)) timing->later_number = 1;
  note("timing has it", HAS(timing, later_number));
}

static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
  childplugin_style_t style = {.size = sizeof style, .attributes = 0xFFFFFF00 | CHILDPLUGIN_ATTRIBUTE_BOLD,
                               .foreground = CHILDPLUGIN_COLOUR_ROLE(70), .background = 0x70000001,
                               LATER};
  if (HAS(canvas, later_function)) canvas->later_function();
  else canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("newer"), &style);
}

static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
  note("key has it", HAS(key, later_number));
  return true;
}
static void insets(const childplugin_child_t *child, childplugin_insets_t *insets) {
  insets->top = 1;
  if (HAS(insets, later_number)) insets->later_number = 1;
}

static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
  static const childplugin_input_t input = {.size = sizeof input, .reserved = 0xFFFFFFFF, .key = key, LATER};
  static const childplugin_layout_t layout = {.size = sizeof layout, .insets = insets, LATER};
  static const childplugin_wake_t later = {.size = sizeof later, LATER};
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
  if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_LAYOUT))) return &layout;
  /* Of a later minor: this host does not ask for it. */
  if (childplugin_text_equal(id, childplugin_text("childplugin.clipboard/1"))) return &later;
  return NULL;
}

static void destroy(const childplugin_child_t *child) { free((void *)child); }

static const childplugin_place_t places[] = {
    {.size = sizeof places[0], .place = 1, .flags = 0xFFFFFFFE, .reserved = 0xFFFFFFFF,
     .state = CHILDPLUGIN_TEXT("content"), LATER},
    {.size = sizeof places[0], .place = 2, .state = CHILDPLUGIN_TEXT("empty"), LATER}};
static const childplugin_descriptor_t newer = {
    .size = sizeof newer, .flags = 0xFFFFFFFF & ~CHILDPLUGIN_DESCRIPTOR_SOURCE, .id = CHILDPLUGIN_TEXT("org.example.newer"),
    .name = CHILDPLUGIN_TEXT("Newer"), .vendor = CHILDPLUGIN_TEXT("Example"),
    .version = CHILDPLUGIN_TEXT("7.0"), .description = CHILDPLUGIN_TEXT("Of a later minor."),
    .places = places, .place_count = 2, .reserved = 0xFFFFFFFF, LATER};

static bool init(childplugin_text_t path, childplugin_text_t *reason) { return true; }
static void deinit(void) {}
static uint32_t count(void) { return 1; }
static const childplugin_descriptor_t *descriptor(uint32_t index) {
  return index == 0 ? &newer : NULL;
}

static const childplugin_child_t *create(const childplugin_host_t *given, childplugin_text_t id) {
  if (!childplugin_text_equal(id, newer.id)) return NULL;
  host = given;
  childplugin_child_t *child = malloc(sizeof *child);
  if (child == NULL) return NULL;
  *child = (childplugin_child_t){.size = sizeof *child, .reserved = 0xFFFFFFFF, .destroy = destroy,
                                 .will_appear = will_appear, .timing = timing, .draw = draw,
                                 .get_extension = get_extension, LATER};
  return child;
}

static const childplugin_plugin_t plugin = {
    .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR, .abi_minor = CHILDPLUGIN_ABI_MINOR,
    .init = init, .deinit = deinit, .descriptor_count = count, .descriptor = descriptor,
    .create = create, LATER};
const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
  return &plugin;
}
