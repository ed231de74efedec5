#pragma once

#include <stdint.h>

/// Whether a Unicode scalar is of a kind, from 0 on: alnum, alpha, blank, cntrl, digit, graph, lower, print, punct,
/// space, upper or xdigit of the C library's locale C.UTF-8, or of C where the system has no such locale.
int host_character_is(uint32_t scalar, int kind);

/// The capital of a small letter there; any other scalar as it is.
uint32_t host_character_upper(uint32_t scalar);
