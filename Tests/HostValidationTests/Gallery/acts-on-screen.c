/* It quits when it has left. */
/* fails: acts-on-screen */
#define IN_DID_DISAPPEAR self->has_left = true;
#define IN_WOKE if (self->has_left) self->host->perform(self->host, CHILDPLUGIN_ACTION_QUIT, 0);
#define MEMBERS bool has_left;
#include "right.c"
