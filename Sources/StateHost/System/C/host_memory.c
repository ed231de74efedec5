#define _GNU_SOURCE
#include "host_memory.h"

#include <errno.h>
#include <malloc.h>
#include <sys/mman.h>

uint64_t host_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

int host_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}
