/* It does not say whose it is. */
/* fails: descriptor-says-all */
#define DESCRIPTOR .vendor = CHILDPLUGIN_TEXT("")
#include "right.c"
