#define _GNU_SOURCE
#include "host_plugin_file.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

int64_t host_file_read(int descriptor, void *bytes, uint64_t capacity, uint64_t offset) {
  uint64_t done = 0;
  if (offset > INT64_MAX - capacity) return 0;
  while (done < capacity) {
    ssize_t count =
        pread(descriptor, (char *)bytes + done, capacity - done, (off_t)(offset + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    if (count == 0) break;
    done += (uint64_t)count;
  }
  return (int64_t)done;
}

/* Within the kernel, without a buffer of ours. One byte more than the size is asked for, so that a
 * file that has grown meanwhile shows. */
static int copy_all(int from, int to, uint64_t size) {
  off_t done = 0;
  while ((uint64_t)done <= size) {
    ssize_t count = sendfile(to, from, &done, (size_t)(size - (uint64_t)done + 1));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return -errno;
    if (count == 0) break;
  }
  return (uint64_t)done == size ? 0 : -EAGAIN;
}

int host_file_seal_copy(int descriptor, const char *name, uint64_t size) {
  int copy = memfd_create(name, MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (copy < 0) return errno == EMFILE || errno == ENFILE ? -errno : -ENOSYS;
  int result = copy_all(descriptor, copy, size);
  int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (result == 0 && fcntl(copy, F_ADD_SEALS, seals) != 0) result = -errno;
  if (result < 0) {
    close(copy);
    return result;
  }
  return copy;
}

int host_library_can_open(void) {
  /* Threads that ask at once all find out the same. */
  static _Atomic int known = -1;
  if (known < 0) known = access("/proc/self/fd", X_OK) == 0;
  return known;
}

void *host_library_open(int descriptor) {
  /* The dynamic loader takes a name that it has seen for the same library, and the numbers of
   * descriptors come again. So each call spells the path in its own way: a bit of its number is
   * "/" or "./", in front, where the loader's comparisons end soonest. */
  static _Atomic uint64_t calls;
  char path[256] = "/";
  char *end = path + 1;
  for (uint64_t number = calls++; number != 0; number >>= 1) {
    if (number & 1) *end++ = '.';
    *end++ = '/';
  }
  snprintf(end, (size_t)(path + sizeof path - end), "proc/self/fd/%d", descriptor);
  return dlopen(path, RTLD_NOW | RTLD_LOCAL);
}

void *host_library_open_path(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }

int host_library_is_resident(const char *name) {
  void *library = dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return 0;
  dlclose(library);
  return 1;
}
