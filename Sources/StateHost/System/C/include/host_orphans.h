/// Processes that descendants leave behind.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// Makes this process the parent of every descendant whose own parent ends, in place of init: so
/// that a daemon, however often it forked, is found among its children.
void host_adopt_orphans(void);

#ifdef __cplusplus
}
#endif
