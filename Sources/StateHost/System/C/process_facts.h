/// What the kernel says of a process in its /proc/PID/stat. Everything here is async-signal-safe but for the
/// reading of numbers.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

struct process_facts {
  /// It has ended, and nobody has waited for it yet.
  bool has_ended;
  /// As `waitpid` gives it, once it has ended.
  int status;
  /// The foreground process group of its terminal, below 1: none.
  long foreground;
  /// The kernel's own flags (PF_…).
  unsigned long flags;
};

/// Its flag while the kernel ends it: what it held is closed by then, its status is not there yet.
#define PROCESS_IS_ENDING 0x4ul

/// Reads them. Returns 0, or -1 where nobody knows.
int process_facts_read(pid_t process, struct process_facts *facts);
