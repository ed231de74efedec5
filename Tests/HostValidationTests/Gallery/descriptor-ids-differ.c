/* It describes two children with one id. */
/* fails: descriptor-ids-differ */
#define FURTHER_DESCRIPTORS \
  { \
    .size = sizeof descriptors[0], .flags = CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS, .id = \
        CHILDPLUGIN_TEXT("com.example.right"), .name = CHILDPLUGIN_TEXT("Other"), .vendor = \
        CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"), .description = \
        CHILDPLUGIN_TEXT("Another.")}
#include "right.c"
