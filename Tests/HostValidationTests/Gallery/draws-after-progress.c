/* It draws by its progress, and does not ask to be drawn. */
/* fails: draws-after-progress */
#define MEMBERS double shown;
#define IN_PROGRESS \
  self->shown = progress; \
  return;
#define IN_DRAW \
  char part[32]; \
  snprintf(part, sizeof part, "%d %%", (int)(self->shown * 100)); \
  if (canvas->rows > 1) canvas->text(canvas, 0, 1, canvas->columns, childplugin_text(part), NULL);
#include "right.c"
