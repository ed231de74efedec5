/// The one place that takes a terminal over and gives it back. Everything here but
/// `host_terminal_enter` is async-signal-safe.
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

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

#ifdef __cplusplus
}
#endif
