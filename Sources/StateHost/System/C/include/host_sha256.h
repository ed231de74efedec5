/// SHA-256 (FIPS 180-4), by which contents of files are told apart.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { HOST_SHA256_BYTES = 32 };

/// The hash of what an open file holds. Returns 0, or the error number negated.
int host_sha256_of_file(int descriptor, uint8_t *_Nonnull hash);

#ifdef __cplusplus
}
#endif
