/* It is made for a host of 1.1 alone, and says so to any other. */
#define IN_CREATE \
  if (host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_VIEW)) == NULL) { \
    host->log(host, CHILDPLUGIN_LOG_ERROR, childplugin_text("it needs a host of 1.1")); \
    return NULL; \
  }
#include "../right.c"
