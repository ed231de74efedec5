/// UTF-8 for C code, some of it in signal handlers: Swift has UTF8Scalar.
#pragma once
#include <stddef.h>

/// How many bytes the valid sequence at `bytes`, a text that ends with NUL, has; 0 when none is there.
/// Async-signal-safe.
size_t host_utf8_length(const unsigned char *bytes);
