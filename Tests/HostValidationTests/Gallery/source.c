/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_source_delivers /* The source fails without a word. */
#define IN_READ return false;
#elif defined MISTAKE_source_rows /* The last row has no end. */
#define IN_ROW if (i == 99) return reading->bytes(reading, childplugin_text("cut")), true;
#elif defined MISTAKE_source_stops /* The source delivers on and on, whatever it is told. */
#define IN_ROW for (int more = 0; more < 2000; more += 1) (void)reading->row(reading, cells, 2);
#elif defined MISTAKE_source_columns /* It names two columns, and has a comma between the cells of a line. */
#define IN_ROW \
  if (!reading->bytes(reading, childplugin_text("name,size\n"))) return true; \
  continue;
#elif defined MISTAKE_source_progress /* How far it is it says in per cent. */
#define IN_ROW reading->progress(reading, i);
#elif defined MISTAKE_source_arguments /* It takes its argument for a C string. */
static volatile int number;
#define IN_READ if (reading->argument.length > 0) number = atoi(reading->argument.bytes);
#elif defined MISTAKE_source_same_rows /* It takes an option for a C string. */
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
#elif defined MISTAKE_source_folders /* What it cannot read it takes for a file without rows. */
#define SOURCE \
  .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_FILES_READ)}, .need_count = 1
#define IN_READ \
  if (reading->argument.length > 4) { \
    reading->fail(reading, childplugin_text("it is not there"), childplugin_text("")); \
    return false; \
  } \
  if (reading->argument.length == 4) return true;
#elif defined MISTAKE_source_unknown_ids /* The source delivers for every id. */
#define IN_READ return true;
#endif

#include "right.c"
