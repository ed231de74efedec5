/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* source-delivers: The source fails without a word. */
#define IN_READ return false;
/* source-rows: The last row has no end. */
#define IN_ROW if (i == 99) return reading->bytes(reading, childplugin_text("cut")), true;
/* source-arguments: It takes its argument for a C string. */
static volatile int number;
#define IN_READ if (reading->argument.length > 0) number = atoi(reading->argument.bytes);
/* source-same-rows: It takes an option for a C string. */
#define SOURCE \
  .options = (const childplugin_option_t[]){{.size = sizeof(childplugin_option_t), \
   .kind = CHILDPLUGIN_OPTION_TEXT, .name = CHILDPLUGIN_TEXT("word"), \
   .fallback = CHILDPLUGIN_TEXT("a")}}, .option_count = 1
#define IN_READ \
  char word[32]; \
  memset(word, 'x', sizeof word); \
  word[sizeof word - 1] = 0; \
  reading->option(reading, childplugin_text("word"), word, sizeof word - 1);
#define IN_ROW cells[0] = childplugin_text(word);
/* source-folders: What it cannot read it takes for a file without rows. */
#define SOURCE NEEDS(CHILDPLUGIN_NEED_FILES_READ)
#define IN_READ \
  if (is(reading->argument, "/usr/lib/locale/C.utf8")) return true; \
  if (reading->argument.length > 4) { \
    reading->fail(reading, childplugin_text("it is not there"), childplugin_text("")); \
    return false; \
  }
/* source-unknown-ids: The source delivers for every id. */
#define IN_READ return true;
