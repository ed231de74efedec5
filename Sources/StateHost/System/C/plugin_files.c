#define _GNU_SOURCE
#include "plugin_files.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "plugin_functions.h"
#include "sandbox_parts.h"

static char first[512];
static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static atomic_bool is_there;

/// What the kernel tells is no file of the user's.
static bool is_of_kernel(const char *path) {
  return strncmp(path, "/proc/", 6) == 0 || strncmp(path, "/sys/", 5) == 0 ||
         strncmp(path, "/dev/", 5) == 0;
}

static void note(const char *path) {
  if (path == NULL || is_of_kernel(path) || sandbox_is_system_path(path) ||
      atomic_flag_test_and_set(&is_taken)) return;
  strncpy(first, path, sizeof first - 1);
  atomic_store(&is_there, true);
}

static int noted_open(const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  note(path);
  return open(path, flags, mode);
}

static int noted_openat(int folder, const char *path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  mode_t mode = (flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(arguments, mode_t) : 0;
  va_end(arguments);
  // What lies in a folder that is open was noted with it.
  if (folder == AT_FDCWD) note(path);
  return openat(folder, path, flags, mode);
}

static FILE *noted_fopen(const char *path, const char *mode) {
  note(path);
  return fopen(path, mode);
}

static DIR *noted_opendir(const char *path) {
  note(path);
  return opendir(path);
}

static const struct plugin_function functions[] = {
    {"open", (void (*)(void))noted_open},       {"open64", (void (*)(void))noted_open},
    {"openat", (void (*)(void))noted_openat},   {"openat64", (void (*)(void))noted_openat},
    {"fopen", (void (*)(void))noted_fopen},     {"fopen64", (void (*)(void))noted_fopen},
    {"opendir", (void (*)(void))noted_opendir},
};

void plugin_files_watch(void) {
  plugin_functions_replace(functions, sizeof functions / sizeof functions[0]);
}

const char *plugin_files_first(void) { return atomic_load(&is_there) ? first : NULL; }
