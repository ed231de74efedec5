/* It counts three and describes two. */
/* fails: descriptors-there */
#define IN_COUNT return 3;
#include "right.c"
