/* It calls a function that nobody defines. */
/* fails: symbols-defined */
void defined_nowhere(void);
#define IN_INIT defined_nowhere();
#include "right.c"
