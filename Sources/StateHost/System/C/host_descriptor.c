#define _GNU_SOURCE
#include "host_descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int host_descriptor_duplicate(int descriptor, int first) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, first);
  if (copy >= 0) return copy;
  return errno == EINVAL ? -EMFILE : -errno;
}

int host_descriptor_open_nothing(void) {
  int ends[2];
  int opened = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (opened >= 0) return opened;
  if (pipe2(ends, O_CLOEXEC) != 0) return -errno;
  close(ends[1]);
  return ends[0];
}
