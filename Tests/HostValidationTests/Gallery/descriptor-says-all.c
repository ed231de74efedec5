/* It does not say which it is. */
/* fails: descriptor-says-all */
#define DESCRIPTOR .version = CHILDPLUGIN_TEXT("")
#include "right.c"
