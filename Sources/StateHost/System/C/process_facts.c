#define _GNU_SOURCE
#include "process_facts.h"

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int process_facts_read(pid_t process, struct process_facts *facts) {
  char path[32], text[512];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  // Its name, which may hold anything, stands in brackets.
  const char *rest = strrchr(text, ')');
  if (rest == NULL) return -1;
  int found =
      sscanf(rest, ") %*c %*d %*d %*d %*d %ld %lu", &facts->foreground, &facts->flags);
  return found == 2 ? 0 : -1;
}
