/// How much memory a process holds, as its allocator counts it; and memory as a file.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Bytes that are allocated now and not freed: those of the main arena and those mapped one by one.
/// Exact, unlike the pages that are resident.
uint64_t host_allocated_bytes(void);

/// From here on what is allocated and what is freed is filled with bytes that nobody hopes for.
void host_memory_spoil(void);

/// A file in memory, without a name in the file system; closed on exec. Returns its descriptor.
int host_memory_file(const char *_Nonnull name);

/// The same, of a size that it keeps, whoever else has it. Returns its descriptor, or the error number negated.
int host_memory_shared(const char *_Nonnull name, uint64_t size);

#ifdef __cplusplus
}
#endif
