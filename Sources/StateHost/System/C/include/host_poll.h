/// Waiting for descriptors (epoll), and waking such a wait from any thread (eventfd).
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HOST_POLL_READ 0x1u
#define HOST_POLL_WRITE 0x2u
#define HOST_POLL_HANGUP 0x4u  ///< Reported unasked: the other side is gone, or an error.

struct host_ready {
  uint64_t token;
  uint32_t events;
};

int host_poll_open(void);
int host_poll_add(int poller, int descriptor, uint32_t events, uint64_t token);
int host_poll_change(int poller, int descriptor, uint32_t events, uint64_t token);
int host_poll_remove(int poller, int descriptor);

/// Waits until something is ready or the time is over, below 0 for ever; rounds up where the kernel
/// counts in milliseconds. Returns how many of `ready` were filled; 0 too when a signal came.
int host_poll_wait(
    int poller, struct host_ready *_Nonnull ready, int capacity, int64_t timeout_nanoseconds);

/// A descriptor that `host_wake` makes readable and `host_wake_clear` unreadable again.
int host_wake_open(void);
/// Async-signal-safe, from any thread, never blocks.
void host_wake(int descriptor);
void host_wake_clear(int descriptor);
/// Waits until it is readable and makes it unreadable again.
void host_wake_wait(int descriptor);

#ifdef __cplusplus
}
#endif
