/* It is shown instead of the list, and draws white space. */
/* fails: draws-something */
#define BEFORE_DRAW \
  if (canvas->rows > 0) canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(" "), \
      NULL); \
  return;
#define PLACES \
  {.size = sizeof(childplugin_place_t), .flags = CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED, \
   .state = CHILDPLUGIN_TEXT("content")}
#include "right.c"
