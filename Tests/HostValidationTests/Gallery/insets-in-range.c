/* It has a negative inset. */
/* fails: insets-in-range */
#define IN_INSETS insets->top = -1;
#include "right.c"
