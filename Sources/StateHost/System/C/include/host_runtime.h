/// The Swift runtime beside the program: what it runs on itself it carries, hidden; this one is for plugins
/// of others in Swift.
#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Writes the path of the program's own file, without a zero, also where there is no /proc. Returns its length; 0 where
/// it is not known, or as long as `size`.
size_t host_runtime_program(char *_Nonnull room, size_t size);

/// Writes the folder in which it lies, seen from the program's own file, with a zero at the end. Returns its
/// length; 0 where that is longer than `size`. It need not be there.
int host_runtime_folder(char *_Nonnull room, int size);

/// Loads the library of that name from the folder, with what it needs itself, to stay for ever. Returns 0
/// where there is none, or it cannot be loaded.
int host_runtime_load(const char *_Nonnull name);

#ifdef __cplusplus
}
#endif
