/// What stands in place of functions of the C library, for the libraries that are loaded now.
#pragma once
#include <stddef.h>

struct plugin_function {
  const char *name;
  void (*function)(void);
};

/// From here on the libraries of this process that are loaded now, but for the C library and the program, call
/// these. Main thread only.
void plugin_functions_replace(const struct plugin_function *functions, size_t count);
