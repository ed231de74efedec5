/* It compares only the beginning of an id. */
/* fails: refuses-similar-ids */
#define IN_CREATE if (id.length > descriptors[0].id.length) id.length = descriptors[0].id.length;
#include "right.c"
