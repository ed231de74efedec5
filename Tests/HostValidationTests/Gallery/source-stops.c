/* The source delivers on and on, whatever it is told. */
/* fails: source-stops */
#define IN_ROW for (int more = 0; more < 2000; more += 1) (void)reading->row(reading, cells, 2);
#include "right.c"
