/* arc4random_buf for glibc before 2.36; Embedded Swift seeds its hash tables with it. */
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
