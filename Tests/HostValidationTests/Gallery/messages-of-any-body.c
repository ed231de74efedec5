/* It takes what stands under its own subject for what it says itself. */
/* fails: messages-of-any-body */
#define IN_RECEIVED \
  if (childplugin_text_equal(subject, childplugin_text("com.example.right.row/1")) && \
      body.length != sizeof(uint64_t)) \
    abort();
#include "right.c"
