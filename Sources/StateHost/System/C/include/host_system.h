#pragma once
#include <stdint.h>
#include <sys/types.h>

// Descriptors that the system gives out in another way where it lacks something.

/// A second descriptor for an open file, closed on exec, with the number `first` or a higher one. Returns it, or the
/// error number negated: -EMFILE also where the limit of open files lies below that number.
int host_descriptor_duplicate(int descriptor, int first);

/// Something to read that is at its end: /dev/null, else a pipe that nobody writes to. Returns its descriptor, closed
/// on exec, or the error number negated. Async-signal-safe.
int host_descriptor_open_nothing(void);

// How much memory a process holds, as its allocator counts it; and memory as a file.

/// Bytes that are allocated now and not freed: those of the main arena and those mapped one by one.
/// Exact, unlike the pages that are resident.
uint64_t host_allocated_bytes(void);

/// From here on what is allocated and what is freed is filled with bytes that nobody hopes for.
void host_memory_spoil(void);

/// A file in memory, without a name in the file system; closed on exec. Returns its descriptor.
int host_memory_file(const char *_Nonnull name);

/// The same, of a size that it keeps, whoever else has it. Returns its descriptor, or the error number negated.
int host_memory_shared(const char *_Nonnull name, uint64_t size);

// Waiting for descriptors (epoll), and waking such a wait from any thread (eventfd).

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

// Names and arguments as the system has them, which need not be UTF-8, as text, which is: a byte that
// belongs to no valid sequence stands as the private scalar U+10FF00 + the byte, and comes back from
// it. (Python does the same with surrogates, which Swift's strings cannot hold.)

/// The text of a name of the system's. To be given to free.
char *_Nonnull host_text_of_name(const char *_Nonnull name);

/// The name of the system's that a text stands for. To be given to free.
char *_Nonnull host_name_of_text(const char *_Nonnull text);

/// open(2) of the name that a text stands for. Returns the descriptor, or -1 with errno.
int host_open(const char *_Nonnull path, int flags, mode_t mode);

/// Whether there is something of the name that a text stands for.
int host_exists(const char *_Nonnull path);

/// Opens what is closed of descriptors 0, 1 and 2, so that no file of the program's takes their place:
/// reading gives the end, writing fails.
void host_secure_standard_descriptors(void);

// A sum over bytes that shows damage, not malice.

/// The sum of `length` bytes: another one where any eight of them, taken together, are others.
uint64_t host_checksum(const void *_Nullable bytes, uint64_t length);

// SHA-256 (FIPS 180-4), by which contents of files are told apart.

enum { HOST_SHA256_BYTES = 32 };

/// The hash of what an open file holds. Returns 0, or the error number negated.
int host_sha256_of_file(int descriptor, uint8_t *_Nonnull hash);

/// Copies what is in a pipe without taking it out (`tee`).
///
/// Returns how many bytes there were, at most `capacity`, or -1 with errno: ENOBUFS for more, EINVAL for no pipe.
/// `has_ended` tells whether no more can follow.
ssize_t host_pipe_peek(
    int descriptor, void *_Nonnull buffer, size_t capacity, _Bool *_Nonnull has_ended);
