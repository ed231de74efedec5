/* It has a space in its id. */
/* fails: descriptor-ids */
#define DESCRIPTOR .id = CHILDPLUGIN_TEXT("com.example.right one")
#include "right.c"
