/* It refuses to start. */
/* fails: init-accepts */
#define IN_INIT *reason = childplugin_text("no licence"); return false;
#include "right.c"
