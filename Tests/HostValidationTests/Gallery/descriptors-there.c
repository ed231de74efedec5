/* It counts two children and describes one. */
/* fails: descriptors-there */
#define IN_COUNT return 2;
#include "right.c"
