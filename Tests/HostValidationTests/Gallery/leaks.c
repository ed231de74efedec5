/* It forgets a block once. */
/* fails: leaks */
#define _GNU_SOURCE
#include <stdbool.h>
#include <stdlib.h>
static bool is_lost;
static void lose(void) {
  void *volatile block = malloc(100);
  block = NULL;
  is_lost = block == NULL;
}
#define IN_THEME if (!is_lost) lose();
#include "right.c"
