/* It answers every message with the same. */
/* fails: messages-end */
#define IN_RECEIVED \
  const childplugin_host_messages_t *messages = \
      self->host->get_extension(self->host, childplugin_text(CHILDPLUGIN_HOST_MESSAGES)); \
  if (messages != NULL) messages->send(self->host, from, subject, body); \
  if (messages != NULL) messages->send(self->host, childplugin_text(""), subject, body);
#include "right.c"
