/* It describes its child for every index. */
/* fails: descriptor-ids-differ descriptor-out-of-range */
#define IN_DESCRIPTOR if (index > 0) return &descriptors[0];
#include "right.c"
