/* It ends the whole process when it gets F5. */
#define IN_KEY if (key->code == CHILDPLUGIN_KEY_F1 + 4) exit(7);
#include "../right.c"
