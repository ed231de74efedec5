#define _GNU_SOURCE
#include "host_runtime.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int host_runtime_folder(char *room, int size) {
  char program[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", program, sizeof program);
  const char *slash = length > 0 ? memrchr(program, '/', (size_t)length) : NULL;
  if (slash == NULL) return 0;
  int count = snprintf(
      room, (size_t)size, "%.*s/../lib/statehost/runtime", (int)(slash - program), program);
  return count < size ? count : 0;
}

int host_runtime_load(const char *name) {
  char path[PATH_MAX];
  int count = host_runtime_folder(path, sizeof path);
  if (count == 0 || strchr(name, '/') != NULL) return 0;
  size_t room = sizeof path - (size_t)count;
  if ((size_t)snprintf(path + count, room, "/%s", name) >= room) return 0;
  return dlopen(path, RTLD_NOW | RTLD_LOCAL) != NULL;
}
