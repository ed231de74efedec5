/* It relies on what the header says of declared options: one is given in its range, or as its fallback is. */
#define DESCRIPTOR .options = options, .option_count = 2
#define MEMBERS int64_t step;
#define AFTER_CREATE \
  const childplugin_host_options_t *typed = \
      host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_OPTIONS)); \
  char text[8]; \
  const uint64_t length = host->option(host, childplugin_text("side"), text, sizeof text); \
  if (length != 4 && length != 5) abort(); \
  if (typed == NULL) self->step = 2; \
  else if (!typed->integer(host, childplugin_text("step"), &self->step)) abort(); \
  if (self->step < 1 || self->step > 9 || (text[0] != 'l' && text[0] != 'r')) abort();
#include <childplugin.h>
static const childplugin_text_t sides[] = {CHILDPLUGIN_TEXT("left"), CHILDPLUGIN_TEXT("right")};
static const childplugin_option_t options[] = {
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_INTEGER, .name = CHILDPLUGIN_TEXT("step"),
     .fallback = CHILDPLUGIN_TEXT("2"), .flags = CHILDPLUGIN_OPTION_RANGE, .minimum = 1, .maximum = 9},
    {.size = sizeof options[0], .kind = CHILDPLUGIN_OPTION_CHOICE, .name = CHILDPLUGIN_TEXT("side"),
     .fallback = CHILDPLUGIN_TEXT("left"), .choices = sides, .choice_count = 2}};
#include "../right.c"
