#define _GNU_SOURCE
#include "host_culprit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void host_culprit_append_place(struct host_line *line, const struct host_call_record *record) {
  host_line_append_untrusted(line, record->file ? record->file : "a plugin");
  if (record->child) {
    host_line_append(line, ", child ");
    host_line_append_untrusted(line, record->child);
  }
  host_line_append(line, ", in ");
  host_line_append_untrusted(line, record->function);
}

void host_culprit_append_remedy(struct host_line *line, const struct host_call_record *record) {
  host_line_append(line, ": update ");
  host_line_append_untrusted(line, record->file ? record->file : "the plugin");
  host_line_append(line, ", or take it out of the plugin directory\n");
}

void host_culprit_append_search(struct host_line *line) {
  host_line_append(line, ": take plugins out one by one\n");
}

/// The name of a mapping that holds the instruction, from a line of /proc/self/maps.
static const char *name_in(const char *line, uintptr_t instruction) {
  static const char prefix[] = "/memfd:";
  char *rest;
  uintptr_t start = strtoul(line, &rest, 16);
  uintptr_t end = *rest == '-' ? strtoul(rest + 1, &rest, 16) : 0;
  const char *path = strstr(rest, prefix);
  if (instruction < start || instruction >= end || path == NULL) return NULL;
  return path + sizeof prefix - 1;
}

static bool copy_name(const char *path, char *name, size_t capacity) {
  size_t used = 0;
  while (path[used] && path[used] != ' ' && used < capacity - 1) {
    name[used] = path[used];
    used += 1;
  }
  name[used] = 0;
  return used > 0;
}

/// Reads the list of mappings in small pieces, for a handler has little stack and no allocation.
bool host_culprit_find(uintptr_t instruction, char *name, size_t capacity) {
  int maps = open("/proc/self/maps", O_RDONLY | O_CLOEXEC);
  if (maps < 0) return false;
  char buffer[512], line[256];
  size_t length = 0;
  bool is_found = false;
  ssize_t count;
  while (!is_found && (count = read(maps, buffer, sizeof buffer)) > 0) {
    for (ssize_t i = 0; i < count && !is_found; i += 1) {
      if (buffer[i] != '\n') {
        if (length < sizeof line - 1) line[length++] = buffer[i];
        continue;
      }
      line[length] = 0;
      length = 0;
      const char *path = name_in(line, instruction);
      is_found = path != NULL && copy_name(path, name, capacity);
    }
  }
  close(maps);
  return is_found;
}
