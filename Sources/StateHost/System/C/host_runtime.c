#define _GNU_SOURCE
#include "host_runtime.h"

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
