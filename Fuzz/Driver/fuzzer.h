/// libFuzzer's own loop, which `-sanitize=fuzzer` links.
#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Calls `take` with one input after the other until the options in `argv` say that it is enough, and
/// returns the exit status, or ends the process where an input does harm.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*take)(const uint8_t *bytes, size_t count));

#endif
