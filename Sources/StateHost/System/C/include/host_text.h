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
