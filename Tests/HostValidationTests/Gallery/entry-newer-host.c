/* It wants exactly its own minor version. */
/* fails: entry-newer-host */
#define IN_ENTRY if (minor != CHILDPLUGIN_ABI_MINOR) return NULL;
#include "right.c"
