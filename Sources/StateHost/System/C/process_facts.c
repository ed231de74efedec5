#define _GNU_SOURCE
#include "process_facts.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int process_facts_read(pid_t process, struct process_facts *facts) {
  char path[32], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = read(file, text, sizeof text - 1);
  close(file);
  text[count > 0 ? count : 0] = 0;
  // Its name, which may hold anything, stands in brackets.
  const char *rest = strrchr(text, ')');
  const char *last = strrchr(text, ' ');
  if (rest == NULL || last == NULL) return -1;
  char state;
  int found =
      sscanf(rest, ") %c %*d %*d %*d %*d %ld %lu", &state, &facts->foreground, &facts->flags);
  if (found != 3) return -1;
  facts->has_ended = state == 'Z' || state == 'X';
  facts->status = (int)strtol(last, NULL, 10);
  return 0;
}
