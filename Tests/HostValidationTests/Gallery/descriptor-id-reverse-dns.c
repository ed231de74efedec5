/* It has an id that others will have too. */
/* fails: descriptor-id-reverse-dns */
#define DESCRIPTOR .id = CHILDPLUGIN_TEXT("clock")
#include "right.c"
