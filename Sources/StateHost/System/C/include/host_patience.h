/// Says who keeps the program waiting: on the screen where there is one, else on standard error.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// From now on, a call into a plugin that lasts from one tick to the next is named, once each; a tick
/// comes every `nanoseconds`. On the screen the words stand in the last row, and go when the program
/// draws again, which it is told to do.
void host_patience_begin(int64_t nanoseconds);

/// The program is about to sleep: no tick wakes it.
void host_patience_rest(void);

/// It is awake.
void host_patience_resume(void);

/// No more ticks.
void host_patience_end(void);

#ifdef __cplusplus
}
#endif
