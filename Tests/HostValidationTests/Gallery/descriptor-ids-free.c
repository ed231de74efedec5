/* It has an id of the program's own. */
/* fails: descriptor-ids-free */
#define DESCRIPTOR .id = CHILDPLUGIN_TEXT("org.statehost.clock")
#include "right.c"
