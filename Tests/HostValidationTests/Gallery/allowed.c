/* What the check of each plugin just allows. */
/* timing-in-range */ #define IN_TIMING timing->duration_nanoseconds = 3600000000000;
/* timing-kinds */ #define IN_TIMING timing->effect = CHILDPLUGIN_EFFECT_SLIDE_RIGHT;
/* timing-in-nanoseconds */ #define IN_TIMING timing->delay_nanoseconds = 1000000;
/* timing-short */ #define IN_TIMING if (appearing) timing->delay_nanoseconds = 4800000000;
/* insets-in-range */ #define IN_INSETS insets->top = 10000;
/* insets-leave-room */ #define IN_INSETS insets->left = 40; insets->right = 39; insets->top = 23;
/* state-size */ #define IN_SAVE return 65536;
/* draws-known-colours */ #define IN_DRAW \
  COLOURED(.foreground = 0x040000FF, .background = 0x0F000000)
/* draws-readable-text */ #define IN_DRAW \
  COLOURED(.background = 0x04000011, .foreground = 0x0400000F)
/* draws-inside */ #define IN_DRAW canvas->dim(canvas, canvas->columns - 1, canvas->rows - 1, 9, 9);
/* draws-inside */ #define IN_DRAW canvas->fill(canvas, 0, 23, 9, 1, childplugin_text("-"), NULL);
/* draws-inside */ #define IN_DRAW \
  canvas->text(canvas, -9, 99, 9, childplugin_text("x"), NULL); \
  canvas->fill(canvas, 0, 0, 80, canvas->rows * 2 + 2, childplugin_text("x"), 0);
/* draws-no-controls */ #define IN_DRAW TEXT(childplugin_text("a\tb"))
/* descriptor-ids-free */ #define DESCRIPTOR .id = CHILDPLUGIN_TEXT("org.statehosted.clock")
/* descriptor-docks-fit */ #define PLACES DOCK(CHILDPLUGIN_EDGE_TOP, 90)
/* descriptor-docks-fit */ #define PLACES DOCK(CHILDPLUGIN_EDGE_LEFT, 270)
