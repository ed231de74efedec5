/* It believes the text of a key to be UTF-8. */
/* fails: keys-invalid-text */
#define IN_KEY if (key->text.length == 1 && (unsigned char)key->text.bytes[0] > 0x7F) abort();
#include "right.c"
