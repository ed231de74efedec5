/* It leaves itself no room. */
/* fails: insets-leave-room */
#define IN_INSETS insets->left = insets->right = 60;
#include "right.c"
