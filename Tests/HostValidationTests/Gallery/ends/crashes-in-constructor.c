/* It breaks before anything of it is called. */
__attribute__((constructor)) static void begin(void) { *(volatile int *)8 = 1; }
#include "../right.c"
