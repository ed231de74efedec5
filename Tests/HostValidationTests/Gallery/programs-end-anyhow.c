/* It thinks that every program ends with status 0. */
/* fails: programs-end-anyhow */
#define IN_ENDED if (end->kind != CHILDPLUGIN_END_EXITED || end->status != 0) abort();
#include "right.c"
