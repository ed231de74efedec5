/* It asks its own host for what only a child may have. */
/* fails: plugin-host */
#include <childplugin.h>
static bool begin(const childplugin_host_t *host, childplugin_text_t path,
                  childplugin_text_t *reason) {
  (void)path;
  (void)reason;
  host->log(host, CHILDPLUGIN_LOG_INFO, host->version);
  host->invalidate(host);
  return true;
}
#define PLUGIN .init_with_host = begin
#include "right.c"
