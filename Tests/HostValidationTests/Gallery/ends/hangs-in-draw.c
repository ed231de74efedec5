/* It never comes back from a draw in one column. */
#define IN_DRAW if (canvas->columns == 1) for (;;) spins += 1;
static volatile int spins;
#include "../right.c"
