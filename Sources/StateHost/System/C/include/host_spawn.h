/// What a process that the host starts must not inherit.
#pragma once
#include <spawn.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Gives a process to be spawned an empty signal mask, and the default dispositions of the signals
/// that the host changed. Keeps the flags that are set already (such as POSIX_SPAWN_SETPGROUP);
/// flags that are set later must be added to those of posix_spawnattr_getflags.
int host_spawn_clean_signals(posix_spawnattr_t *_Nonnull attributes);

#ifdef __cplusplus
}
#endif
