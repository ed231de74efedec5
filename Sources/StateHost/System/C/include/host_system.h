#pragma once
#include <stdint.h>
#include <sys/types.h>

// Descriptors.

/// Duplicates a descriptor to the number `first` or above, closed on exec. Returns it or -errno: -EMFILE also when the
/// limit of open files is below that number.
int host_descriptor_duplicate(int descriptor, int first);

/// Opens an empty input: /dev/null, else a pipe without a writer. Returns its descriptor, closed on exec, or -errno.
/// Async-signal-safe.
int host_descriptor_open_nothing(void);

// Memory.

/// The number of allocated bytes: those of the main arena and those mapped one by one. Exact, unlike the resident size.
uint64_t host_allocated_bytes(void);

/// Fills allocated and freed memory with garbage from here on (M_PERTURB).
void host_memory_spoil(void);

/// Creates an anonymous file in memory (memfd_create), closed on exec. Returns its descriptor or -errno.
int host_memory_file(const char *_Nonnull name);

/// As host_memory_file, with a size that is sealed for all processes that share it.
int host_memory_shared(const char *_Nonnull name, uint64_t size);

// Waiting for descriptors (epoll), and waking such a wait from any thread (eventfd).

#define HOST_POLL_READ 0x1u
#define HOST_POLL_WRITE 0x4u
#define HOST_POLL_HANGUP 0x18u  ///< Reported unasked: the other side is gone, or an error.

/// A descriptor that a wait found ready: its token and the events (HOST_POLL_...).
struct host_ready {
  uint64_t token;
  uint32_t events;
};

int host_poll_open(void);
int host_poll_add(int poller, int descriptor, uint32_t events, uint64_t token);
int host_poll_change(int poller, int descriptor, uint32_t events, uint64_t token);
int host_poll_remove(int poller, int descriptor);

/// Waits until a descriptor is ready or the timeout passes; below 0 waits forever. Rounds up where the kernel counts in
/// milliseconds. Returns the number of entries in `ready`, 0 also after a signal.
int host_poll_wait(
    int poller, struct host_ready *_Nonnull ready, int capacity, int64_t timeout_nanoseconds);

/// Opens an eventfd, which `host_wake` makes readable until `host_wake_clear`.
int host_wake_open(void);
/// Async-signal-safe, from any thread, never blocks.
void host_wake(int descriptor);
void host_wake_clear(int descriptor);
/// Waits until it is readable and resets it.
void host_wake_wait(int descriptor);

// Conversion of raw names and arguments, which need not be UTF-8, to text, which must be: a byte outside a valid
// sequence becomes the private scalar U+10FF00 + the byte, and is converted back. (Python uses surrogates, which Swift
// strings cannot hold.)

/// Converts a raw name to text; free it with `free`.
char *_Nonnull host_text_of_name(const char *_Nonnull name);

/// Converts text to a raw name; free it with `free`.
char *_Nonnull host_name_of_text(const char *_Nonnull text);

/// Opens a file (open(2)) whose path is given as text. Returns the descriptor, or -1 with errno.
int host_open(const char *_Nonnull path, int flags, mode_t mode);

/// Whether a path, given as text, exists.
int host_exists(const char *_Nonnull path);

/// Opens descriptors 0, 1 and 2 if they are closed, so that no other file takes their place: reading returns the end of
/// the file, writing fails.
void host_secure_standard_descriptors(void);

// SHA-256 (FIPS 180-4), which identifies contents of files.

enum { HOST_SHA256_BYTES = 32 };

/// Computes the SHA-256 of an open file. Returns 0 or -errno.
int host_sha256_of_file(int descriptor, uint8_t *_Nonnull hash);

/// Copies the contents of a pipe, which stay in it (`tee`).
///
/// Returns the number of bytes, at most `capacity`, or -1 with errno: ENOBUFS if there are more, EINVAL if it is no
/// pipe. `*has_ended` is set to whether the write end is closed.
ssize_t host_pipe_peek(
    int descriptor, void *_Nonnull buffer, size_t capacity, _Bool *_Nonnull has_ended);
