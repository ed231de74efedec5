/* What holds where nothing is given is out of the option's range. */
/* fails: descriptor-options */
#define DESCRIPTOR .options = options, .option_count = 1
#include <childplugin.h>
static const childplugin_option_t options[] = {
  {.size = sizeof(childplugin_option_t), .kind = CHILDPLUGIN_OPTION_INTEGER,
   .name = CHILDPLUGIN_TEXT("depth"), .fallback = CHILDPLUGIN_TEXT("12"),
   .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 9}};
#include "right.c"
