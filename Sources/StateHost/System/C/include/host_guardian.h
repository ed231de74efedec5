/// A process beside the host that outlives it by a moment: whatever ends the host, SIGKILL too, the
/// guardian gives the terminal back, ends the command's process group, and says in one line what
/// happened. It is told of both through a socket; who was being called it reads in the shared record.
///
/// Everything but host_guardian_expect, host_guardian_begin and host_guardian_begin_again is async-signal-safe, and
/// does nothing without a guardian or in a process that the host has forked.
#pragma once
#include <stdbool.h>
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

struct host_terminal_mode;

/// This process may have a guardian: puts the record of calls where both can read it. To be called
/// once, before the first name of the record is made.
int host_guardian_expect(void);

/// Forks the guardian where one is expected, once. To be called before there is a second thread, code
/// that is not the program's own, or a command; it is handed a terminal that has been entered before.
/// It lives in a session of its own with every signal blocked, holds nothing of the host's but
/// standard error, and is no child that `wait` of a plugin's would wait for. Returns whether one is expected.
bool host_guardian_begin(void);

/// The host's end of the socket to the guardian, which hangs up when that has ended; -1 where there is none.
int host_guardian_link(void);

/// Forks another guardian in the place of one that has ended, and tells it all that the one before knew: it knows
/// nothing of commands beyond the first 64. Does nothing while that one lives. The host may have threads by now.
/// Returns host_guardian_link.
int host_guardian_begin_again(void);

/// The terminal of `descriptor` is the host's from now on, and is to be given back so; `mode` stays
/// where it is until then.
void host_guardian_enter(int descriptor, const struct host_terminal_mode *_Nonnull mode);

/// The terminal has been handed over to the command that announces itself next: what is left of it is given back
/// when that has ended.
void host_guardian_hand_over(int descriptor, const struct host_terminal_mode *_Nonnull mode);

/// The terminal has been given back.
void host_guardian_leave(void);

/// Called by a process that is about to become a command, and that leads the process group of its own
/// number: from here the guardian watches that group. It is handed a pidfd, by which it knows the group
/// from another that gets the number later.
void host_guardian_announce(void);

/// Called by the host for each process that has announced itself.
void host_guardian_watch(pid_t command);

/// The command's group is nobody's any more: to be called before its number is released.
void host_guardian_release(pid_t command);

/// What happened has been said already.
void host_guardian_told(void);

/// The host ends as it should: the guardian ends first, and without a word. Waits for it, at most a
/// second.
void host_guardian_end(void);

#ifdef __cplusplus
}
#endif
