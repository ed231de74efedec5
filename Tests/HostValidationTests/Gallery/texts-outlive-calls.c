/* The word of its key help is a variable of the function that says it. */
/* fails: texts-outlive-calls */
#define IN_HELP_ITEM \
  char word[8] = "take"; \
  char *volatile address = word; \
  item->key = childplugin_text("enter"); \
  item->action.bytes = address; \
  item->action.length = 4; \
  return index == 0;
#include "right.c"
