#pragma once

#include <stddef.h>
#include <stdint.h>

/// A POSIX extended regular expression (regcomp), for text in UTF-8 whatever the process's locale is.
struct host_expression;

/// Compiles a pattern, which ends with NUL.
///
/// Returns NULL and fills `problem` with the reason in words when it is none; the result is the
/// caller's, to be freed. `finds_places` is 0 where only whether it matches will be asked for, which is
/// faster; `is_bytewise` says that the pattern means the same when each byte is a character, which
/// is faster too.
struct host_expression *host_expression_make(
    const char *pattern, int ignores_case, int finds_places, int is_bytewise, char *problem,
    size_t problem_size);

void host_expression_free(struct host_expression *expression);

/// Looks for the first and longest match in `count` bytes, any bytes, from the offset `from` on.
///
/// Returns 1 and, where places are found, its range; 0 when there is none. From any thread.
int host_expression_find(
    const struct host_expression *expression, const char *bytes, size_t count, size_t from,
    size_t *start, size_t *end);
