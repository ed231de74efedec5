/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* symbols-defined: It calls a function that nobody defines. */
void defined_nowhere(void);
#define IN_INIT defined_nowhere();
/* entry-exported: It forgets to export its entry. */
const childplugin_plugin_t *another_entry(uint32_t major, uint32_t minor);
#define ENTRY_NAME another_entry
/* entry-returns-table: It returns no table. */
#define IN_ENTRY return NULL;
/* abi-version: It is built for another major version. */
#define PLUGIN .abi_major = 2
/* plugin-table-size: It leaves the size of its table 0. */
#define PLUGIN .size = 0
/* plugin-functions: It has no deinit. */
#define PLUGIN .deinit = NULL
/* init-accepts: It refuses to start. */
#define IN_INIT *reason = childplugin_text("no licence"); return false;
/* entry-is-stable: It makes a new table at every call of its entry. */
#define IN_ENTRY \
  static int calls; \
  if (++calls > 1) { \
    childplugin_plugin_t *other = malloc(sizeof *other); \
    *other = plugin; \
    return other; \
  }
/* entry-newer-host: It wants exactly its own minor version. */
#define IN_ENTRY if (minor != CHILDPLUGIN_ABI_MINOR) return NULL;
/* exports-only-entry: It exports a function that is its own. */
__attribute__((visibility("default"))) int count_of_everything(void);
int count_of_everything(void) { return 1; }
/* init-is-quick: It takes its time to start. */
#define IN_INIT usleep(150000);
/* plugin-host: It asks its own host for what only a child may have. */
static bool begin(const childplugin_host_t *host, childplugin_text_t path,
                  childplugin_text_t *reason) {
  host->log(host, CHILDPLUGIN_LOG_INFO, host->version);
  host->invalidate(host);
  return true;
}
#define PLUGIN .init_with_host = begin
/* plugin-extensions: It has every extension that it is asked for. */
static const uint32_t anything[4] = {sizeof anything};
static const void *any(childplugin_text_t id) {
  return anything;
}
#define PLUGIN .get_extension = any
/* deinit-returns plugin-host: It frees in deinit what it does not own. */
#define IN_DEINIT abort();
/* descriptor-count: It counts one more at every call. */
#define IN_COUNT static uint32_t calls; if (++calls > 10) return 3;
/* descriptors-there: It counts three and describes two. */
#define IN_COUNT return 3;
/* descriptor-ids: It has a space in its id. */
#define DESCRIPTOR .id = CHILDPLUGIN_TEXT("com.example.right one")
/* descriptor-texts: It has no name. */
#define DESCRIPTOR .name = CHILDPLUGIN_TEXT("")
/* descriptor-places: It names a state twice. */
#define PLACES PLACE("content", 10), PLACE("content", 20)
/* descriptor-needs: It needs the same thing twice. */
#define DESCRIPTOR .needs = needs, .need_count = 2
static const childplugin_text_t needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_NETWORK),
                                           CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_NETWORK)};
/* descriptor-keys: It names a key that no terminal has. */
#define DESCRIPTOR .keys = keys, .key_count = 1
static const childplugin_default_key_t keys[] = {{.size = sizeof keys[0],
                                                  .key = CHILDPLUGIN_TEXT("control-v"),
                                                  .state = CHILDPLUGIN_TEXT("content")}};
/* descriptor-options: What holds where nothing is given is out of the option's range. */
#define DESCRIPTOR .options = options, .option_count = 1
static const childplugin_option_t options[] = {
  {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_INTEGER,
   .name = CHILDPLUGIN_TEXT("depth"), .fallback = CHILDPLUGIN_TEXT("12"),
   .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 9}};
/* descriptor-sources: The source has a place, as if it were shown. */
#define SOURCE .places = places, .place_count = 1
/* descriptor-ids-differ: It describes two children with one id. */
#define FURTHER_DESCRIPTORS \
  { \
    .size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS, .id = \
        CHILDPLUGIN_TEXT("com.example.right"), .name = CHILDPLUGIN_TEXT("Other"), .vendor = \
        CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"), .description = \
        CHILDPLUGIN_TEXT("Another.")}
/* descriptor-ids-free: It has an id of the program's own. */
#define DESCRIPTOR .id = CHILDPLUGIN_TEXT("org.statehost.clock")
