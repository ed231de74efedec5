/* It makes a child for an empty id. */
/* fails: refuses-unknown-ids */
#define IN_CREATE if (id.length == 0) id = descriptors[0].id;
#include "right.c"
