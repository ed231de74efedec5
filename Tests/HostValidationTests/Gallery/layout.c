/* Plugins with one mistake each, named after the check that finds it. See gallery.h. */
#include "gallery.h"

#if defined MISTAKE_timing_in_range /* It gives a negative delay. */
#define IN_TIMING timing->delay_nanoseconds = -1;
#elif defined MISTAKE_timing_kinds /* Its curve is none of the header's. */
#define IN_TIMING timing->curve = 99;
#elif defined MISTAKE_timing_keeps_size /* It clears the struct that it fills in. */
#define IN_TIMING if (timing->size == sizeof *timing) timing->size = 0;
#elif defined MISTAKE_timing_stable /* It has another timing at every question. */
/* fails: timing-stable newer-host */
#define IN_TIMING static int calls; timing->duration_nanoseconds += ++calls;
#elif defined MISTAKE_timing_short /* It takes ten seconds to come. */
#define IN_TIMING if (appearing) timing->duration_nanoseconds = 10000000000;
#elif defined MISTAKE_insets_in_range /* It has a negative inset. */
#define IN_INSETS insets->top = -1;
#elif defined MISTAKE_insets_leave_room /* It leaves itself no room. */
#define IN_INSETS insets->left = insets->right = 60;
#elif defined MISTAKE_size_0x0 /* It divides by the number of columns. */
#define IN_KEY if (self->columns == 0 && self->rows == 0 && self->events == 1) abort();
#elif defined MISTAKE_size_1x1 /* It needs two cells. */
#define IN_DRAW if (canvas->columns == 1 && canvas->rows == 1) abort();
#elif defined MISTAKE_size_1x500 /* It has room for 200 rows. */
#define IN_DRAW if (canvas->rows > 200 && canvas->columns < 10) abort();
#elif defined MISTAKE_size_500x1 /* It has room for 400 columns. */
#define IN_DRAW if (canvas->columns > 400 && canvas->rows < 10) abort();
#elif defined MISTAKE_size_4096x2048 /* It has room for 1000 columns. */
#define IN_DRAW if (canvas->columns > 1000) abort();
#elif defined MISTAKE_size_random /* It cannot be 47 columns or 31 rows. */
/* fails: size-random random-life */
#define IN_DRAW if (canvas->columns == 47 || canvas->rows == 31) abort();
#elif defined MISTAKE_resize_in_every_phase /* It cannot be resized in a transition. */
#define IN_WILL_BEGIN self->is_moving = true;
#define IN_DID_END self->is_moving = false;
#define IN_RESIZED if (self->is_moving) abort();
#define MEMBERS bool is_moving;
#endif

#include "right.c"
