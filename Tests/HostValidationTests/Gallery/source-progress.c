/* How far it is it says in per cent. */
/* fails: source-progress */
#define IN_ROW reading->progress(reading, i);
#include "right.c"
