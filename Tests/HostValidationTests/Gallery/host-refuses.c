/* It insists on its timer. */
/* fails: host-refuses */
#define IN_FOCUS if (!self->host->wake_after(self->host, 1000000000)) abort();
#include "right.c"
