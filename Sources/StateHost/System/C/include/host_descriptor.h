/// Descriptors that the system gives out in another way where it lacks something.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// A second descriptor for an open file, closed on exec, with the number `first` or a higher one. Returns it, or the
/// error number negated: -EMFILE also where the limit of open files lies below that number.
int host_descriptor_duplicate(int descriptor, int first);

/// Something to read that is at its end: /dev/null, else a pipe that nobody writes to. Returns its descriptor, closed
/// on exec, or the error number negated. Async-signal-safe.
int host_descriptor_open_nothing(void);

#ifdef __cplusplus
}
#endif
