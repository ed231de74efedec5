/* It dims row by row. */
/* fails: dims-few-areas */
#define IN_DRAW \
  for (int row = 0; row < canvas->rows; row += 1) canvas->dim(canvas, 0, row, canvas->columns, 1);
#include "right.c"
