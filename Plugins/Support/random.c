/* What Embedded Swift asks of C that not every glibc has: random bytes, for the seeds of its tables
   (arc4random_buf came with glibc 2.36). */
#include <stddef.h>
#include <stdlib.h>
#include <sys/random.h>

void arc4random_buf(void *buffer, size_t count) {
  unsigned char *next = buffer;
  while (count > 0) {
    ssize_t filled = getrandom(next, count, 0);
    if (filled < 0) continue; /* interrupted */
    next += filled;
    count -= (size_t)filled;
  }
}
