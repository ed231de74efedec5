/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* descriptor-id-reverse-dns: It has an id that others will have too. */
#define DESCRIPTOR .id = CHILDPLUGIN_TEXT("clock")
/* descriptor-key-states: Its key leads to nearly the state that it presents. */
static const childplugin_default_key_t keys[] = {
    {.size = sizeof(childplugin_default_key_t), .key = CHILDPLUGIN_TEXT("v"),
     .state = CHILDPLUGIN_TEXT("detail")}};
#define PLACES \
  PLACE("content", 10), PLACE("loading", 10), PLACE("empty", 10), PLACE("error", 10), \
      PLACE("details", 10)
#define DESCRIPTOR .keys = keys, .key_count = 1
/* descriptor-keys-free: Its key is the one that leaves the program. */
static const childplugin_default_key_t taken[] = {
    {.size = sizeof taken[0], .key = CHILDPLUGIN_TEXT("q"), .state = CHILDPLUGIN_TEXT("content")}};
#define DESCRIPTOR .keys = taken, .key_count = 1
/* descriptor-docks-fit: Its strip needs more columns than terminals have. */
#define PLACES \
  {.size = sizeof(childplugin_place_t), .place = 10, .state = CHILDPLUGIN_TEXT("content"), \
   .edge = CHILDPLUGIN_EDGE_LEFT, .unit = CHILDPLUGIN_UNIT_CELLS, .extent = 30, .minimum = 3000}
/* descriptor-says-all: It does not say which it is. */
#define DESCRIPTOR .version = CHILDPLUGIN_TEXT("")
/* descriptors-stable: It changes its name when it has been asked twice. */
#define IN_DESCRIPTOR \
  static int calls; \
  if (++calls > 2) descriptors[0].name = childplugin_text("Other");
/* descriptor-out-of-range descriptor-ids-differ: It describes its child for every index. */
#define IN_DESCRIPTOR if (index > 0) return &descriptors[0];
/* unknown-extensions: It compares only the beginning of an extension. */
#define IN_GET_EXTENSION \
  if (id.length > strlen(CHILDPLUGIN_EXTENSION_WAKE)) { \
    childplugin_text_t start = {id.bytes, strlen(CHILDPLUGIN_EXTENSION_WAKE)}; \
    if (is(start, CHILDPLUGIN_EXTENSION_WAKE)) return &wake_table; \
  }
/* extension-tables: It has a theme extension without its function. */
#define IN_GET_EXTENSION \
  static const childplugin_theme_observer_t none = {.size = sizeof none}; \
  if (is(id, CHILDPLUGIN_EXTENSION_THEME)) return &none;
/* extensions-stay leaks: It makes a new table for every question. */
#define IN_GET_EXTENSION \
  if (is(id, CHILDPLUGIN_EXTENSION_THEME) && self->events > 0) { \
    childplugin_theme_observer_t *table = calloc(1, sizeof *table); \
    *table = theme_table; \
    return table; \
  }
/* focus-flag: It takes keys without the focus flag. */
#define DESCRIPTOR .flags = 0
/* asks-for-its-options: It asks for an option by another name than it declares. */
static const childplugin_option_t options[] = {
    {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_INTEGER,
     .name = CHILDPLUGIN_TEXT("max-rows"), .fallback = CHILDPLUGIN_TEXT("10")}};
#define DESCRIPTOR .options = options, .option_count = 1
#define AFTER_CREATE \
  char given[32]; \
  host->option(host, childplugin_text("max_rows"), given, sizeof given);
