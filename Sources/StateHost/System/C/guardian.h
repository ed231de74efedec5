/// The guardian's side, and what it is told.
#pragma once
#include <stdint.h>
#include <sys/types.h>

#include "host_terminal_mode.h"

enum guardian_word {
  GUARDIAN_ENTER = 1,  ///< With the terminal's descriptor and `mode`.
  GUARDIAN_LEAVE,
  GUARDIAN_HAND_OVER,  ///< As GUARDIAN_ENTER.
  GUARDIAN_WATCH,  ///< With `command` and its pidfd.
  GUARDIAN_RELEASE,  ///< With `command`.
  GUARDIAN_TOLD,
  GUARDIAN_END,
};

/// One packet of the socket; `mode` is left out where it means nothing.
struct guardian_message {
  uint32_t word;
  pid_t command;
  struct host_terminal_mode mode;
};

/// The life of the guardian, in its own process: `link` is its end of the socket. The host's pidfd, -1
/// where there is none, was opened by the host: that may be gone by now, and its number another's.
void guardian_run(int link, pid_t host, int host_descriptor) __attribute__((noreturn));
