/* It needs the same thing twice. */
/* fails: descriptor-needs */
#define DESCRIPTOR .needs = needs, .need_count = 2
#include <childplugin.h>
static const childplugin_text_t needs[] = {CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_NETWORK),
                                           CHILDPLUGIN_TEXT(CHILDPLUGIN_NEED_NETWORK)};
#include "right.c"
