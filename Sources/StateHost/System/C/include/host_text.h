#pragma once
#include <stddef.h>
#include <stdint.h>

/// Finds the first place in `count` bytes where `length` bytes, at least one, are those of `needle` in
/// all bits of `masks`.
///
/// Returns its offset, or `count` when there is none.
size_t host_text_find(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length);

/// Whether `count` bytes hold those of `needle`, in all bits of `masks`, in their order.
///
/// Returns the offset after the last of them, or 0 when they do not.
size_t host_text_subsequence(
    const uint8_t *bytes, size_t count, const uint8_t *needle, const uint8_t *masks,
    size_t length);

/// A longer pattern has no score; in a wider part of a text its first occurrence is scored, not its best.
#define HOST_SCORE_LENGTH_LIMIT 256
#define HOST_SCORE_WIDTH_LIMIT 4096

/// How well `count` bytes contain those of `needle` in their order: more for bytes that begin words and that follow one
/// another, less for gaps.
///
/// `room` is scratch memory for (1 + 2 * rows) * HOST_SCORE_WIDTH_LIMIT numbers, where rows is `length` with `places`,
/// else 2. `places` gets the offsets of the `length` bytes that make the score; NULL: they are not wanted.
///
/// Returns the score, 0 or more, or -1 when they do not contain it, or it is too long.
int host_text_score(
    const uint8_t *text, size_t count, const uint8_t *needle, const uint8_t *masks, size_t length,
    int16_t *room, size_t *places);

/// The same for a match at these offsets, at least one, in ascending order.
int host_text_score_at(const uint8_t *text, const size_t *places, size_t length);

/// How many newline bytes are in `count` bytes.
size_t host_newline_count(const uint8_t *bytes, size_t count);

/// The offset just after the `nth` newline (1 is the first), or `count` when there are fewer.
size_t host_newline_after(const uint8_t *bytes, size_t count, size_t nth);

/// The offset of the first newline, or `count` when there is none.
size_t host_newline_first(const uint8_t *bytes, size_t count);

/// The offset just after the last newline, or 0 when there is none.
size_t host_newline_after_last(const uint8_t *bytes, size_t count);

/// The offset of the first byte after which a row is shown otherwise than its bytes stand: a backspace, an
/// ESC, or a carriage return that no newline follows; `count` when there is none.
size_t host_movement_first(const uint8_t *bytes, size_t count);

/// How many bytes at the beginning are plain: shown ASCII characters, newlines and tabs.
size_t host_plain_length(const uint8_t *bytes, size_t count);

/// A number that stands for bytes: the same for the same bytes, another one for nearly all others.
uint64_t host_bytes_hash(const uint8_t *bytes, size_t count);

/// Whether a Unicode scalar is of a kind, from 0 on: alnum, alpha, blank, cntrl, digit, graph, lower, print, punct,
/// space, upper or xdigit of the C library's locale C.UTF-8, or of C where the system has no such locale.
int host_character_is(uint32_t scalar, int kind);

/// The capital of a small letter there; any other scalar as it is.
uint32_t host_character_upper(uint32_t scalar);
