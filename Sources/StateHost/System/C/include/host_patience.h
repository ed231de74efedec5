/// Says who keeps the program waiting, where there is no screen to see it on.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From now on, a call into a plugin that lasts from one tick to the next is named in a line on
/// standard error, once each; a tick comes every `nanoseconds`.
void host_patience_begin(int64_t nanoseconds);

/// No more ticks.
void host_patience_end(void);

#ifdef __cplusplus
}
#endif
