#define _GNU_SOURCE
#include "host_memory.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

uint64_t host_allocated_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (uint64_t)info.uordblks + (uint64_t)info.hblkhd;
}

void host_memory_spoil(void) { mallopt(M_PERTURB, 0xa5); }

int host_memory_file(const char *name) {
  int descriptor = memfd_create(name, MFD_CLOEXEC);
  return descriptor >= 0 ? descriptor : -errno;
}

int host_memory_shared(const char *name, uint64_t size) {
  int file = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0) return -errno;
  if (ftruncate(file, (off_t)size) != 0 ||
      fcntl(file, F_ADD_SEALS, F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW) != 0) {
    int error = errno;
    close(file);
    return -error;
  }
  return file;
}
