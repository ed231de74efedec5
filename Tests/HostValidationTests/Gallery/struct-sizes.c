/* It asks for the terminal without a size. */
/* fails: struct-sizes */
#define IN_WOKE \
  childplugin_terminal_t terminal = {.size = 0}; \
  self->host->terminal(self->host, &terminal);
#include "right.c"
