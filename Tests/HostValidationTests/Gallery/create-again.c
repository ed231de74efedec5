/* It can be made 30 times with a life each, not more. */
/* fails: create-again */
static int lives;
#define IN_CREATE if (lives >= 30) return NULL;
#define IN_DESTROY if (self->events > 9 && self->events < 12) lives += 1; else lives = -100000;
#include "right.c"
