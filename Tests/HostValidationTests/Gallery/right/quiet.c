/* It lies over others and has nothing to show: it only takes keys. */
#define BEFORE_DRAW (void)canvas; return;
#include "../right.c"
