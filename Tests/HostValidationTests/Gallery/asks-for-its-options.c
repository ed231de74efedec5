/* It asks for an option by another name than it declares. */
/* fails: asks-for-its-options */
#include <childplugin.h>
static const childplugin_option_t options[] = {
    {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_INTEGER,
     .name = CHILDPLUGIN_TEXT("max-rows"), .fallback = CHILDPLUGIN_TEXT("10")}};
#define DESCRIPTOR .options = options, .option_count = 1
#define AFTER_CREATE \
  char given[32]; \
  host->option(host, childplugin_text("max_rows"), given, sizeof given);
#include "right.c"
