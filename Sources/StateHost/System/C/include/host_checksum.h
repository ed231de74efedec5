/// A sum over bytes that shows damage, not malice.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The sum of `length` bytes: another one where any eight of them, taken together, are others.
uint64_t host_checksum(const void *_Nullable bytes, uint64_t length);

#ifdef __cplusplus
}
#endif
