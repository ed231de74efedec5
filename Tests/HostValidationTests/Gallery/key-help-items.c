/* It has more keys than it names. */
/* fails: key-help-items */
#define IN_HELP_COUNT return 3;
#include "right.c"
