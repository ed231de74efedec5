/* The places of right.c where a wrong plugin can differ; what it does not define is empty or right. */
#define PLACE(name, number) \
  {.size = sizeof(childplugin_place_t), .place = number, .state = CHILDPLUGIN_TEXT(name)}
#ifndef IN_DESTROY
#define IN_DESTROY
#endif
#ifndef IN_WILL_APPEAR
#define IN_WILL_APPEAR
#endif
#ifndef IN_DID_APPEAR
#define IN_DID_APPEAR
#endif
#ifndef IN_WILL_DISAPPEAR
#define IN_WILL_DISAPPEAR
#endif
#ifndef IN_DID_DISAPPEAR
#define IN_DID_DISAPPEAR
#endif
#ifndef IN_TIMING
#define IN_TIMING
#endif
#ifndef BEFORE_DRAW
#define BEFORE_DRAW
#endif
#ifndef IN_DRAW
#define IN_DRAW
#endif
#ifndef IN_INSETS
#define IN_INSETS
#endif
#ifndef IN_RESIZED
#define IN_RESIZED
#endif
#ifndef IN_WILL_BEGIN
#define IN_WILL_BEGIN
#endif
#ifndef IN_PROGRESS
#define IN_PROGRESS
#endif
#ifndef IN_DID_END
#define IN_DID_END
#endif
#ifndef IN_KEY
#define IN_KEY
#endif
#ifndef IN_MOUSE
#define IN_MOUSE
#endif
#ifndef IN_PASTE
#define IN_PASTE
#endif
#ifndef IN_RECEIVED
#define IN_RECEIVED
#endif
#ifndef IN_FOCUS
#define IN_FOCUS
#endif
#ifndef IN_CHANGED
#define IN_CHANGED
#endif
#ifndef IN_WOKE
#define IN_WOKE
#endif
#ifndef IN_ENDED
#define IN_ENDED
#endif
#ifndef IN_SELECTION
#define IN_SELECTION
#endif
#ifndef IN_VIEW
#define IN_VIEW
#endif
#ifndef IN_THEME
#define IN_THEME
#endif
#ifndef IN_SAVE
#define IN_SAVE
#endif
#ifndef IN_RESTORE
#define IN_RESTORE
#endif
#ifndef IN_HELP_COUNT
#define IN_HELP_COUNT
#endif
#ifndef IN_HELP_ITEM
#define IN_HELP_ITEM
#endif
#ifndef IN_SPEAK
#define IN_SPEAK
#endif
#ifndef IN_GET_EXTENSION
#define IN_GET_EXTENSION
#endif
#ifndef IN_INIT
#define IN_INIT
#endif
#ifndef IN_DEINIT
#define IN_DEINIT
#endif
#ifndef IN_COUNT
#define IN_COUNT
#endif
#ifndef IN_DESCRIPTOR
#define IN_DESCRIPTOR
#endif
#ifndef IN_READ
#define IN_READ
#endif
#ifndef IN_ROW
#define IN_ROW
#endif
#ifndef IN_CREATE
#define IN_CREATE
#endif
#ifndef AFTER_CREATE
#define AFTER_CREATE
#endif
#ifndef IN_ENTRY
#define IN_ENTRY
#endif
#ifndef MEMBERS
#define MEMBERS
#endif
#ifndef ENTRY
#define ENTRY
#endif
#ifndef SOURCE
#define SOURCE .reserved = 0
#endif
#ifndef FURTHER_DESCRIPTORS
#define FURTHER_DESCRIPTORS \
  {.size = sizeof(childplugin_descriptor_t), .flags = CHILDPLUGIN_DESCRIPTOR_SOURCE, \
   .id = CHILDPLUGIN_TEXT("com.example.right.rows"), .name = CHILDPLUGIN_TEXT("Rows"), \
   .vendor = CHILDPLUGIN_TEXT("Example"), .version = CHILDPLUGIN_TEXT("1.0.0"), \
   .description = CHILDPLUGIN_TEXT("A few rows."), SOURCE}
#endif
#ifndef ENTRY_NAME
#define ENTRY_NAME childplugin_entry
#endif
#ifndef DESCRIPTOR
#define DESCRIPTOR .reserved = 0
#endif
#ifndef PLUGIN
#define PLUGIN .size = sizeof plugin
#endif
#ifndef PLACES
#define PLACES PLACE("content", 10), PLACE("loading", 10), PLACE("empty", 10), PLACE("error", 10)
#endif
