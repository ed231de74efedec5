/* It keeps the text of the user's row for as long as the content stays. */
/* fails: shows-the-selection */
#define MEMBERS char kept[32]; uint64_t kept_length, kept_revision;
#define IN_DRAW \
  childplugin_content_t content = {.size = sizeof content}; \
  const childplugin_host_selection_t *table = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_SELECTION)); \
  if (table != NULL && self->host->content(self->host, &content) && \
      content.revision != self->kept_revision) { \
    uint64_t length = \
        self->host->content_cell(self->host, table->row(self->host), 0, self->kept, 32); \
    self->kept_length = length < 32 ? length : 0; \
    self->kept_revision = content.revision; \
  } \
  if (canvas->rows > 1 && canvas->columns > 0) { \
    childplugin_text_t bytes = {self->kept, self->kept_length}; \
    canvas->text(canvas, 0, 1, canvas->columns, bytes, NULL); \
  }
#include "right.c"
