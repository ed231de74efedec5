#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The first offset in `count` bytes at which `length` bytes, at least one, equal `needle` in the bits of `masks`, or
/// `count` if there is none.
size_t host_text_find(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length);

/// Finds the bytes of `needle`, compared in the bits of `masks`, as a subsequence of `count` bytes; returns the offset
/// after the last of them, or 0 if there is none.
size_t host_text_subsequence(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length);

/// Whether all bytes are ASCII.
bool host_text_is_ascii(const uint8_t *bytes, size_t count);

/// The limits of a score: a longer pattern has none; in a wider range of text the first match is scored, not the best.
#define HOST_SCORE_LENGTH_LIMIT 256
#define HOST_SCORE_WIDTH_LIMIT 4096

/// Scores the bytes of `needle` as a subsequence of `count` bytes: higher for bytes at the start of words and for
/// consecutive bytes, lower for gaps; -1 without a match or if the pattern is too long.
///
/// `room` is scratch memory for (1 + 2 * rows) * HOST_SCORE_WIDTH_LIMIT numbers, where rows is `length` with `places`,
/// else 2. `places` is set to the offsets of the `length` matched bytes; may be NULL.
int host_text_score(
    const uint8_t *text, size_t count, const uint8_t *needle, const uint8_t *masks, size_t length,
    int16_t *room, size_t *places);

/// The score of a match at these offsets, at least one, in ascending order.
int host_text_score_at(const uint8_t *text, const size_t *places, size_t length);

/// The number of newlines in `count` bytes.
size_t host_newline_count(const uint8_t *bytes, size_t count);

/// The offset just after the `nth` newline (1 is the first), or `count` when there are fewer.
size_t host_newline_after(const uint8_t *bytes, size_t count, size_t nth);

/// The offset of the first newline, or `count` when there is none.
size_t host_newline_first(const uint8_t *bytes, size_t count);

/// The offset just after the last newline, or 0 when there is none.
size_t host_newline_after_last(const uint8_t *bytes, size_t count);

/// The offset of the first byte that moves the cursor: a backspace, an ESC, or a carriage return without a newline
/// after it; `count` when there is none.
size_t host_movement_first(const uint8_t *bytes, size_t count);

/// The length of the prefix of printable ASCII characters, newlines and tabs.
size_t host_plain_length(const uint8_t *bytes, size_t count);

/// A hash of bytes, which detects damage but not tampering.
uint64_t host_bytes_hash(const uint8_t *bytes, size_t count);

/// Whether a Unicode scalar is in a character class of the locale C.UTF-8 (else C), by its index in: alnum, alpha,
/// blank, cntrl, digit, graph, lower, print, punct, space, upper, xdigit.
int host_character_is(uint32_t scalar, int kind);

/// Converts a lowercase letter to uppercase in the same locale; returns any other scalar unchanged.
uint32_t host_character_upper(uint32_t scalar);
