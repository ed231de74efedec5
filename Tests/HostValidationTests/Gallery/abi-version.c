/* It is built for another major version. */
/* fails: abi-version */
#define PLUGIN .abi_major = 2
#include "right.c"
