#define _GNU_SOURCE
#include "host_runtime.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

size_t host_runtime_program(char *room, size_t size) {
  ssize_t length = readlink("/proc/self/exe", room, size);
  if (length > 0) return (size_t)length < size ? (size_t)length : 0;
  char real[PATH_MAX];
  const char *started = (const char *)getauxval(AT_EXECFN);
  if (started == NULL || realpath(started, real) == NULL) return 0;
  size_t count = strlen(real);
  if (count >= size) return 0;
  memcpy(room, real, count);
  return count;
}

int host_runtime_folder(char *room, int size) {
  char program[PATH_MAX];
  size_t length = host_runtime_program(program, sizeof program);
  const char *slash = length > 0 ? memrchr(program, '/', length) : NULL;
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
