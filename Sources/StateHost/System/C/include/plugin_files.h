/// The files that plugins open by functions of the C library: a tool that checks them can look at that.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/// From here on the files are noted that the libraries that are loaded now open. Main thread only.
void plugin_files_watch(void);

/// The first file since then that no worker may read without a grant; NULL: there was none.
const char *_Nullable plugin_files_first(void);

#ifdef __cplusplus
}
#endif
