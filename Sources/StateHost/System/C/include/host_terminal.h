#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Enters and restores the terminal. All functions but `host_terminal_enter` are async-signal-safe.

/// The maximum size of an enter or leave sequence, in bytes.
#define HOST_TERMINAL_SEQUENCE_LIMIT 1024

/// Enters the terminal: saves its settings, makes it raw except for signal keys, and writes `enter`. However the
/// process ends, `leave` is written and the settings are restored. An entered terminal is set up again, with the
/// settings saved first. Returns 0 or -errno: -E2BIG if a sequence is too long, -EBUSY if another terminal is entered.
int host_terminal_enter(
    int descriptor, const uint8_t *_Nullable enter, size_t enter_count,
    const uint8_t *_Nullable leave, size_t leave_count);

/// Writes the leave sequence (for 300 ms at most) and restores the settings, if the terminal is entered.
void host_terminal_leave(void);

/// Keeps unread input when `host_terminal_leave` is called, which otherwise drops it.
void host_terminal_keep_input(void);

/// Leaves the terminal during a run: first drops its replies, for two seconds at most, so that they reach no shell.
void host_terminal_abandon(void);

/// Sets the query whose reply, `ESC [ 0 n`, shows `host_terminal_abandon` that all earlier replies have arrived;
/// without one no replies are dropped. Copies it unless it is too long; call it before the terminal is entered.
void host_terminal_set_question(const uint8_t *_Nullable bytes, size_t count);

/// Enters the terminal again after `host_terminal_leave`, with the same sequences.
int host_terminal_enter_again(void);

/// Leaves the terminal with this descriptor, which is about to be closed, and drops its saved settings.
void host_terminal_release(int descriptor);

/// Sets the bytes before and after the text of `host_terminal_say`. Copies both unless they are too long.
void host_terminal_set_notice(
    const uint8_t *_Nullable before, size_t before_count, const uint8_t *_Nullable after,
    size_t after_count);

/// Writes a notice of one row over the screen of an entered terminal, which must be redrawn afterwards.
void host_terminal_say(const char *_Nonnull text, size_t count);

/// Whether this process has entered the terminal.
int host_terminal_is_entered(void);

/// The number of bytes that were typed and not read yet.
size_t host_terminal_unread(int descriptor);

/// Stores the kernel's size of the terminal, in cells; 0 when unknown. Returns 0 or -errno.
int host_terminal_size(
    int descriptor, uint16_t *_Nonnull columns, uint16_t *_Nonnull rows);

// Output capture: keeps what plugins write to descriptors 1 and 2 off the terminal.

/// Replaces descriptors 1 and 2 with a non-blocking pipe of 1 MiB until the process ends, keeps duplicates of the
/// originals, and returns the read end, owned by this file, or -errno. See `OutputCapture`.
int host_capture_begin(void);

/// Flushes stdout and stderr, except a stream that another thread has locked.
void host_capture_flush(void);

/// The original of descriptor 1 or 2 during capture, else the descriptor itself; do not close it. Async-signal-safe.
int host_capture_original(int descriptor);

/// The number of captured bytes to read.
int host_capture_waiting(void);

/// Reads all captured bytes and copies the start of the last line that is not blank; 0 without. Async-signal-safe.
int host_capture_last_words(char *_Nonnull words, size_t capacity);

// The row output of a plugin's source. A single row is written at once. Rows that follow within a millisecond are
// buffered until it is over, the buffer is full, or the process ends, except by SIGKILL.

/// Starts row output to a descriptor, once per process. If its thread cannot be created, rows are not buffered.
void host_row_output_begin(int descriptor);

/// Writes or buffers bytes; blocks while the reader does not read. Returns false when the reader has closed the pipe.
bool host_row_output_add(const void *_Nullable bytes, size_t count);

/// Writes the buffered rows. Returns false when the reader has closed the pipe.
bool host_row_output_flush(void);

/// Writes the buffered rows when the process ends; does nothing in a forked process. Async-signal-safe.
void host_row_output_rescue(void);

// Signals for the host's loop, as bits behind one descriptor.
//
// Handlers and an eventfd, because a signalfd needs the signals blocked, so nothing would end the program while a
// plugin hangs. Here a second Ctrl-C while the first is pending ends the program from the handler.

#define HOST_SIGNAL_RESIZE 0x001u     ///< SIGWINCH
#define HOST_SIGNAL_STOP 0x002u       ///< SIGTSTP
#define HOST_SIGNAL_CONTINUE 0x004u   ///< SIGCONT
#define HOST_SIGNAL_INTERRUPT 0x008u  ///< SIGINT
#define HOST_SIGNAL_TERMINATE 0x010u  ///< SIGTERM
#define HOST_SIGNAL_HANGUP 0x020u     ///< SIGHUP
#define HOST_SIGNAL_QUIT 0x040u       ///< SIGQUIT
#define HOST_SIGNAL_CHILD 0x080u      ///< SIGCHLD

/// Installs the signal handlers and ignores SIGPIPE and SIGXFSZ; INT, QUIT, HUP and TSTP stay ignored (`nohup`).
/// Returns a descriptor, owned by this file, that is readable while a signal is pending. A second INT, TERM, HUP, QUIT
/// or TSTP at least `patience_nanoseconds` after a pending first is handled in the handler; a pending signal to end
/// also without a second, after 8 times as long. Below 0 disables both. Uses SIGRTMAX.
int host_signals_open(int64_t patience_nanoseconds);

/// Takes the pending signals, as HOST_SIGNAL bits.
uint32_t host_signals_take(void);

/// The pending signals, which stay pending; no system call.
uint32_t host_signals_peek(void);

/// Ignores SIGXFSZ, so that a write beyond the file size limit fails with EFBIG.
void host_signals_ignore_file_limit(void);

/// Restores the dispositions from before `host_signals_open`.
void host_signals_close(void);

/// Leaves the terminal, stops the process as SIGTSTP does (not in an orphaned group), and enters the terminal again if
/// it was entered. Returns 0 or -errno.
int host_signals_suspend(void);
