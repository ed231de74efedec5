/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
/* timing-kinds: Its curve is none of the header's. */
#define IN_TIMING timing->curve = 99;
/* timing-keeps-size: It clears the struct that it fills in. */
#define IN_TIMING if (timing->size == sizeof *timing) timing->size = 0;
/* timing-stable newer-host: It has another timing at every question. */
#define IN_TIMING static int calls; timing->duration_nanoseconds += ++calls;
/* timing-short: It takes ten seconds to come. */
#define IN_TIMING if (appearing) timing->duration_nanoseconds = 10000000000;
/* insets-leave-room: It leaves itself no room. */
#define IN_INSETS insets->left = insets->right = 60;
/* size-0x0: It divides by the number of columns. */
#define IN_KEY if (self->columns == 0 && self->rows == 0 && self->events == 1) abort();
/* size-1x1: It needs two cells. */
#define IN_DRAW if (canvas->columns == 1 && canvas->rows == 1) abort();
/* size-1x500: It has room for 200 rows. */
#define IN_DRAW if (canvas->rows > 200 && canvas->columns < 10) abort();
/* size-500x1: It has room for 400 columns. */
#define IN_DRAW if (canvas->columns > 400 && canvas->rows < 10) abort();
/* size-4096x2048: It has room for 1000 columns. */
#define IN_DRAW if (canvas->columns > 1000) abort();
/* size-random random-life: It cannot be 47 columns or 31 rows. */
#define IN_DRAW if (canvas->columns == 47 || canvas->rows == 31) abort();
/* resize-in-every-phase: It cannot be resized in a transition. */
#define IN_WILL_BEGIN self->is_moving = true;
#define IN_DID_END self->is_moving = false;
#define IN_RESIZED if (self->is_moving) abort();
#define MEMBERS bool is_moving;
