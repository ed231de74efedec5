/* It does not live through its own init. */
#define IN_INIT abort();
#include "../right.c"
