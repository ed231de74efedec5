/* It says how far a load is, whether that is known or not. */
/* fails: shows-what-is-known */
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  self->host->content(self->host, &content); \
  char line[16]; \
  snprintf(line, sizeof line, "%d %%", (int)(content.fraction * 100)); \
  if ((content.flags & CHILDPLUGIN_CONTENT_LOADING) != 0 && canvas->rows > 1) \
    canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(line), NULL);
#include "right.c"
