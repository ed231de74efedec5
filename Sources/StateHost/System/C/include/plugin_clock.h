/// The system's clock as plugins read it: a tool that checks them can let it leap.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From here on the libraries of this process that are loaded now, but for the C library, read a time that is
/// so much later than it is; 0: the time as it is. Main thread only.
void plugin_clock_shift(int64_t nanoseconds);

#ifdef __cplusplus
}
#endif
