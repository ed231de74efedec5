/// The signals that the host's loop answers, as bits behind one descriptor.
///
/// Handlers and an eventfd, not signalfd: a signalfd needs the signals blocked, and then nothing
/// could be done about a plugin that hangs. A handler can: a second Ctrl-C that finds the first one
/// still waiting ends the program, with the terminal restored and the plugin named.
#pragma once
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HOST_SIGNAL_RESIZE 0x001u     ///< SIGWINCH
#define HOST_SIGNAL_STOP 0x002u       ///< SIGTSTP
#define HOST_SIGNAL_CONTINUE 0x004u   ///< SIGCONT
#define HOST_SIGNAL_INTERRUPT 0x008u  ///< SIGINT
#define HOST_SIGNAL_TERMINATE 0x010u  ///< SIGTERM
#define HOST_SIGNAL_HANGUP 0x020u     ///< SIGHUP
#define HOST_SIGNAL_QUIT 0x040u       ///< SIGQUIT
#define HOST_SIGNAL_CHILD 0x080u      ///< SIGCHLD

/// Starts to collect the signals and ignores SIGPIPE and SIGXFSZ. INT, QUIT, HUP and TSTP that were ignored at
/// the start stay so (`nohup`). Returns a descriptor, owned by this file, that is readable while
/// something waits.
/// A second INT, TERM, HUP, QUIT or TSTP that arrives `patience_nanoseconds` or more after a first
/// that is still not taken acts at once, from inside the handler; one that asks to end acts by
/// itself after 8 times as long. Below 0 neither is done. Uses the signal SIGRTMAX.
int host_signals_open(int64_t patience_nanoseconds);

/// What has arrived since the last call, as HOST_SIGNAL bits.
uint32_t host_signals_take(void);

/// The same without taking it; no system call.
uint32_t host_signals_peek(void);

/// Has a write beyond the limit of a file's size fail (EFBIG), and not end the process (SIGXFSZ).
void host_signals_ignore_file_limit(void);

/// Puts the dispositions back as they were before `host_signals_open`.
void host_signals_close(void);

/// Leaves the terminal, stops the process as SIGTSTP does, and when it is continued enters the
/// terminal again if it was entered. A stop in an orphaned process group does nothing.
/// Returns what entering again returned.
int host_signals_suspend(void);

/// What is on the terminal is not what the program has drawn: it is told as if the size had changed.
/// Async-signal-safe.
void host_signals_redraw(void);

#ifdef __cplusplus
}
#endif
