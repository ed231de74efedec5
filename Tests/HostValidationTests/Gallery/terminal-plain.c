/* It divides by the number of colours. */
/* fails: terminal-plain */
#define IN_FOCUS \
  childplugin_terminal_t terminal = {.size = sizeof terminal}; \
  if (self->host->terminal(self->host, &terminal) && terminal.colours == 0) abort();
#include "right.c"
