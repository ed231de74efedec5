/* It names two columns, and has a comma between the cells of a line. */
/* fails: source-columns */
#define IN_ROW \
  if (!reading->bytes(reading, childplugin_text("name,size\n"))) return true; \
  continue;
#include "right.c"
