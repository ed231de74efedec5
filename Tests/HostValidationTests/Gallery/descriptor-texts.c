/* It has no name. */
/* fails: descriptor-texts */
#define DESCRIPTOR .name = CHILDPLUGIN_TEXT("")
#include "right.c"
