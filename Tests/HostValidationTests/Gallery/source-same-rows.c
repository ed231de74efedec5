/* It takes an option for a C string. */
/* fails: source-same-rows */
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
#include "right.c"
