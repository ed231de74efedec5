/* It wants a canvas of exactly its own size. */
/* fails: newer-host */
#define IN_DRAW if (canvas->size != sizeof *canvas) abort();
#include "right.c"
