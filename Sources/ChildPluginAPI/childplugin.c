/* The ABI is a header. This file compiles it once, so that its layout assertions are checked. */
#include "childplugin.h"
