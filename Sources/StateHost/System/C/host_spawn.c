#define _GNU_SOURCE
#include "host_spawn.h"

#include <signal.h>

#include "host_signals.h"

int host_spawn_clean_signals(posix_spawnattr_t *attributes) {
  sigset_t mask, defaults;
  sigemptyset(&mask);
  sigemptyset(&defaults);
  for (int number = 1; number < NSIG; number += 1) {
    if (host_signals_is_ours(number)) sigaddset(&defaults, number);
  }
  short flags = 0;
  int result = posix_spawnattr_getflags(attributes, &flags);
  if (result == 0) result = posix_spawnattr_setsigmask(attributes, &mask);
  if (result == 0) result = posix_spawnattr_setsigdefault(attributes, &defaults);
  if (result == 0)
    result = posix_spawnattr_setflags(
        attributes, (short)(flags | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  return -result;
}
