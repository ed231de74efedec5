/* It takes the first row that comes. */
/* fails: acts-for-the-user */
#define IN_CHANGED self->host->perform(self->host, CHILDPLUGIN_ACTION_ACCEPT_ROW, 0);
#include "right.c"
