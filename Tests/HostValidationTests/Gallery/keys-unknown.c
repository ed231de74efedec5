/* It looks keys up in a table of those that it knows. */
/* fails: keys-unknown leaves-unknown-keys */
#define IN_KEY if (key->code > CHILDPLUGIN_KEY_F1 + 11) abort();
#include "right.c"
