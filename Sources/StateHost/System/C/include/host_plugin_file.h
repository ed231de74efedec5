/// Reading, copying and loading a plugin's file, always by its descriptor.
#pragma once
#include <elf.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Reads up to `capacity` bytes at `offset`; fewer only at the end of the file. Returns how many.
int64_t host_file_read(int descriptor, void *_Nonnull bytes, uint64_t capacity, uint64_t offset);

/// Copies a file of `size` bytes into memory that nobody can change any more and returns a
/// descriptor of it. -ENOSYS: this system has no such memory. -EAGAIN: the file changed its size
/// while it was copied. `name` is what the copy is called in /proc/PID/maps.
int host_file_seal_copy(int descriptor, const char *_Nonnull name, uint64_t size);

/// dlopen (RTLD_NOW, RTLD_LOCAL) of what a descriptor is open on, NULL on failure: see dlerror. The
/// descriptor may be closed afterwards. Main thread only.
void *_Nullable host_library_open(int descriptor);

/// Whether host_library_open can work: /proc is there.
int host_library_can_open(void);

/// dlopen (RTLD_NOW, RTLD_LOCAL) by path.
void *_Nullable host_library_open_path(const char *_Nonnull path);

/// Whether a library of that name is loaded in this process already.
int host_library_is_resident(const char *_Nonnull name);

#ifdef __cplusplus
}
#endif
