/* Its key is the one that leaves the program. */
/* fails: descriptor-keys-free */
#include <childplugin.h>
static const childplugin_default_key_t taken[] = {
    {.size = sizeof taken[0], .key = CHILDPLUGIN_TEXT("q"), .state = CHILDPLUGIN_TEXT("content")}};
#define DESCRIPTOR .keys = taken, .key_count = 1
#include "right.c"
