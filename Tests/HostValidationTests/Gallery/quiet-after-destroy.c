/* It logs when it has been destroyed. */
/* fails: quiet-after-destroy */
#define _GNU_SOURCE
#include <childplugin.h>
static const childplugin_host_t *gone;
#define IN_DESTROY gone = self->host;
#define IN_KEY if (gone != NULL && gone != self->host) gone->now(gone);
#include "right.c"
