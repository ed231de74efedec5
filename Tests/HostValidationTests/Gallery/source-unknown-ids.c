/* The source delivers for every id. */
/* fails: source-unknown-ids */
#define IN_READ return true;
#include "right.c"
