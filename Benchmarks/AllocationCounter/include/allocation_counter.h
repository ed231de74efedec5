/* Counts every allocation of the process: this library's malloc, calloc and realloc take the place of
 * the C library's and pass each call on. For benchmarks only. */
#pragma once
#include <stdint.h>

/* How many allocations there have been since the process began. */
uint64_t allocation_count(void);
