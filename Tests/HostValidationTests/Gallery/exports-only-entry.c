/* It exports a function that is its own. */
/* fails: exports-only-entry */
__attribute__((visibility("default"))) int count_of_everything(void);
int count_of_everything(void) { return 1; }
#include "right.c"
