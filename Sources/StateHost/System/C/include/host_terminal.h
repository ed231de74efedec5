#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The one place that takes a terminal over and gives it back. Everything here but
// `host_terminal_enter` is async-signal-safe.

/// The most bytes that an enter or leave sequence may have.
#define HOST_TERMINAL_SEQUENCE_LIMIT 1024

/// Puts the terminal into the host's mode: remembers its settings, makes it raw with signal keys
/// left on, writes `enter`. From here any way out of the process writes `leave` and restores the
/// settings. When it is entered already (after SIGSTOP and SIGCONT), it is set up once more and
/// the settings first remembered are kept. Copies both sequences.
/// Returns -E2BIG when a sequence is too long, -EBUSY when another terminal is entered, or the error of tcgetattr or tcsetattr.
int host_terminal_enter(
    int descriptor, const uint8_t *_Nullable enter, size_t enter_count,
    const uint8_t *_Nullable leave, size_t leave_count);

/// Writes the leave sequence and restores the settings if the terminal is entered; else nothing.
/// Gives up after a third of a second on a terminal that takes no bytes.
void host_terminal_leave(void);

/// Leaves in the middle of a run, when answers of the terminal may be on their way: takes them first, for two
/// seconds at most, so that the shell does not.
void host_terminal_abandon(void);

/// What `host_terminal_abandon` asks to know that all answers have come: the terminal says `ESC [ 0 n` to it.
/// Without it no answers are taken. Copies it, unless it is too long; set before the terminal is entered.
void host_terminal_set_question(const uint8_t *_Nullable bytes, size_t count);

/// Enters once more what `host_terminal_leave` left, with the sequences given last.
int host_terminal_enter_again(void);

/// Leaves and forgets the terminal of a descriptor that is about to be closed.
void host_terminal_release(int descriptor);

/// What `host_terminal_say` writes before and after a text. Copies both, unless they are too long.
void host_terminal_set_notice(
    const uint8_t *_Nullable before, size_t before_count, const uint8_t *_Nullable after,
    size_t after_count);

/// Writes a text of one row as a notice over what stands on the terminal, cut at its width; nothing
/// when it is not entered. Everything must be drawn anew afterwards.
void host_terminal_say(const char *_Nonnull text, size_t count);

/// Whether the terminal is entered now, by this process.
int host_terminal_is_entered(void);

/// How many bytes have been typed that nobody has read.
size_t host_terminal_unread(int descriptor);

/// The size that the kernel knows, 0 where it knows none.
int host_terminal_size(
    int descriptor, uint16_t *_Nonnull columns, uint16_t *_Nonnull rows);

// Keeps what plugins write to descriptors 1 and 2 off the terminal.

/// Replaces descriptors 1 and 2 by one pipe, after keeping the originals aside, and returns the
/// pipe's read end: non-blocking, owned by this file. It is for good: a plugin's thread may go on
/// writing until the process is gone, also when the terminal is the shell's again.
/// The pipe holds up to 1 MiB and its write end does not block: a plugin that writes more than that
/// within one call loses the rest (EAGAIN) instead of hanging the program for ever.
int host_capture_begin(void);

/// Sends out what stdio holds of standard output and standard error. A stream that a thread of a plugin's
/// holds is left alone, as are all others: waiting for one could be for ever.
void host_capture_flush(void);

/// The original of descriptor 1 or 2 while capturing, else the descriptor itself; not to be closed.
/// Async-signal-safe.
int host_capture_original(int descriptor);

/// How many captured bytes wait to be read.
int host_capture_waiting(void);

/// Takes what waits and gives the beginning of its last line that is not blank, ended by NUL.
/// Returns 0 when there is none. Async-signal-safe.
int host_capture_last_words(char *_Nonnull words, size_t capacity);

// The way out for the rows of a plugin's source, which come one by one, millions a second where they can: a
// row that comes alone is written at once, those that follow within a millisecond are gathered and written
// together, at the end of it, when there are many, or when the process ends, by whatever but SIGKILL.

/// Begins with a descriptor, once a process. Without a thread for it every row is written at once.
void host_row_output_begin(int descriptor);

/// Takes bytes, and waits while nobody takes them; false where nobody takes any more.
bool host_row_output_add(const void *_Nullable bytes, size_t count);

/// Writes what was gathered; false where nobody takes any more.
bool host_row_output_flush(void);

/// The same where the process ends, in a signal handler too; nothing in one that was forked.
void host_row_output_rescue(void);

// The signals that the host's loop answers, as bits behind one descriptor.
//
// Handlers and an eventfd, not signalfd: a signalfd needs the signals blocked, and then nothing
// could be done about a plugin that hangs. A handler can: a second Ctrl-C that finds the first one
// still waiting ends the program, with the terminal restored and the plugin named.

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
