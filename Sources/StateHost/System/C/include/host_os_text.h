/// Names and arguments as the system has them, which need not be UTF-8, as text, which is: a byte that
/// belongs to no valid sequence stands as the private scalar U+10FF00 + the byte, and comes back from
/// it. (Python does the same with surrogates, which Swift's strings cannot hold.)
#pragma once
#include <sys/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The text of a name of the system's. To be given to free.
char *_Nonnull host_text_of_name(const char *_Nonnull name);

/// The name of the system's that a text stands for. To be given to free.
char *_Nonnull host_name_of_text(const char *_Nonnull text);

/// open(2) of the name that a text stands for. Returns the descriptor, or -1 with errno.
int host_open(const char *_Nonnull path, int flags, mode_t mode);

/// Whether there is something of the name that a text stands for.
int host_exists(const char *_Nonnull path);

/// Opens what is closed of descriptors 0, 1 and 2, so that no file of the program's takes their place:
/// reading gives the end, writing fails.
void host_secure_standard_descriptors(void);

#ifdef __cplusplus
}
#endif
