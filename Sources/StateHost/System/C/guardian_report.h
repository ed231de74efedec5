/// The guardian's last words.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

/// Says on standard error in one line what became of the host and whom it was calling.
///
/// `descriptor` is the host's pidfd; `is_there`: it lives on, but it is not the host any more.
void guardian_report(pid_t host, int descriptor, bool is_there);
