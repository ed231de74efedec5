/* It asks for the terminal and gives nowhere to write it. */
/* fails: arguments-given */
#define IN_WOKE self->host->terminal(self->host, NULL);
#include "right.c"
