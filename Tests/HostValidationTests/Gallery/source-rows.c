/* The last row has no end. */
/* fails: source-rows */
#define IN_ROW if (i == 99) return reading->bytes(reading, childplugin_text("cut")), true;
#include "right.c"
