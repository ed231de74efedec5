/* It names a key that no terminal has. */
/* fails: descriptor-keys */
#define DESCRIPTOR .keys = keys, .key_count = 1
#include <childplugin.h>
static const childplugin_default_key_t keys[] = {{.size = sizeof keys[0],
                                                  .key = CHILDPLUGIN_TEXT("control-v"),
                                                  .state = CHILDPLUGIN_TEXT("content")}};
#include "right.c"
