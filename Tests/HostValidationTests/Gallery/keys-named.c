/* It does not know F7 with shift. */
/* fails: keys-named random-life */
#define IN_KEY \
  if (key->code == CHILDPLUGIN_KEY_F1 + 6 && key->modifiers == CHILDPLUGIN_MODIFIER_SHIFT) \
      abort();
#include "right.c"
