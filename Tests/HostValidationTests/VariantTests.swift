import TestSupport
import Testing

/// Mistakes beside those of the gallery: of the other direction, side or field, or by one too many.
@Suite("A mistake that can be made in several ways")
struct VariantTests {
  private let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// What the definitions below use.
  private static let macros = #"""
    #define IF(...) if (__VA_ARGS__) abort();
    #define IN_FIRST_LIFE(count, ...) IF(self->appearances == 1 && self->events == count && __VA_ARGS__)
    #define TEXT(...) canvas->text(canvas, 0, 1, 9, __VA_ARGS__, NULL);
    #define COLOURED(...) childplugin_style_t other = {.size = sizeof other, __VA_ARGS__}; \
      canvas->text(canvas, 0, 1, 9, childplugin_text("coloured"), &other);
    #define SAY(text, ...) if (__VA_ARGS__) return fill(text, sizeof text - 1, buffer, capacity);
    #define ITEM(...) if (__VA_ARGS__) return true;
    #define ROW_SENT(...) \
      IF(childplugin_text_equal(subject, childplugin_text("com.example.right.row/1")) && __VA_ARGS__)
    #define HALF(type, extension, ...) \
      static const childplugin_##type##_t half = {.size = sizeof half, __VA_ARGS__}; \
      if (is(id, CHILDPLUGIN_EXTENSION_##extension)) return &half;
    #define KEY(name) .key_count = 1, .keys = (const childplugin_default_key_t[]){ \
      {.size = sizeof(childplugin_default_key_t), .key = CHILDPLUGIN_TEXT(name), \
       .state = CHILDPLUGIN_TEXT("content")}}
    #define DOCK(at, least) {.size = sizeof(childplugin_place_t), .edge = at, .minimum = least, \
      .state = CHILDPLUGIN_TEXT("content"), .unit = CHILDPLUGIN_UNIT_CELLS, .extent = 1}
    """#

  /// A check, a hook of `right.c`, and its definition.
  struct Variant: Sendable, CustomTestStringConvertible {
    let check: String
    let hook: String
    let definition: String

    var testDescription: String { "\(check): \(definition)" }

    static func list(_ text: String) -> [Variant] {
      text.split(separator: "\n").map { line in
        let parts = line.split(separator: " ", maxSplits: 2).map(String.init)
        return Variant(check: parts[0], hook: parts[1], definition: parts[2])
      }
    }
  }

  private static let wrong = Variant.list(
    #"""
    timing-in-range IN_TIMING if (!appearing) timing->duration_nanoseconds = -1;
    timing-in-range IN_TIMING if (appearing) timing->delay_nanoseconds = 3600000000001;
    timing-in-range IN_TIMING if (!appearing && self->draws > 0) timing->delay_nanoseconds = -1;
    timing-kinds IN_TIMING if (!appearing) timing->effect = 6;
    timing-kinds IN_TIMING if (!appearing) timing->curve = 4;
    timing-keeps-size IN_TIMING if (!appearing) timing->reserved = 1;
    timing-stable IN_TIMING static int n; if (!appearing) timing->delay_nanoseconds = ++n;
    timing-stable IN_TIMING static int n; timing->effect = ++n % 2;
    timing-in-nanoseconds IN_TIMING if (!appearing) timing->duration_nanoseconds = 999999;
    timing-short IN_TIMING if (!appearing) timing->delay_nanoseconds = 4900000001;
    insets-in-range IN_INSETS insets->right = -1;
    insets-in-range IN_INSETS insets->bottom = 10001;
    insets-in-range IN_INSETS if (self->columns == 1) insets->left = -1;
    insets-in-range IN_INSETS if (self->draws > 0 && self->columns == 0) insets->top = -1;
    insets-leave-room IN_INSETS insets->top = insets->bottom = 12;
    size-500x1 IN_MOUSE IF(self->columns == 500 && self->rows == 1)
    size-1x500 IN_KEY IF(self->columns == 1 && self->rows == 500)
    size-0x0 IN_DRAW IF(canvas->columns == 0 && row_count(self) == 5000)
    size-4096x2048 IN_DRAW IF(canvas->rows == 2048 && row_count(self) == 5000)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(0, self->last_progress == 0)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(0, self->last_progress == -1)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(0, self->progresses == 1)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(0, self->is_shown)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(1, self->is_shown)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(1, !self->is_shown && self->last_progress == 0.5)
    resize-in-every-phase IN_RESIZED IN_FIRST_LIFE(1, self->last_progress == -1)
    state-size IN_SAVE return 65537;
    state-fills-buffer IN_SAVE if (capacity == 0) return 0;
    state-fills-buffer IN_SAVE if (capacity == 1) { buffer[0] = 0x55; return 8; }
    state-fills-buffer IN_SAVE if (capacity == 7) return 7;
    state-round-trip IN_RESTORE return false;
    state-cut-short IN_RESTORE IF(length == 1)
    state-cut-short IN_RESTORE IF(length == 7)
    state-altered IN_RESTORE IF(length == 8 && bytes[0] == (char)0xFF && bytes[7] == 0)
    state-random IN_RESTORE IF(length == 8 && bytes[7] != 0)
    state-too-long IN_RESTORE IF(length == 9)
    state-too-long IN_RESTORE IF(length == 65536)
    accessibility-fills-buffer IN_SPEAK if (capacity == 0) return 0;
    accessibility-fills-buffer IN_SPEAK if (capacity == 6) return 7;
    accessibility-text IN_SPEAK SAY("a\x7F", true)
    accessibility-text IN_SPEAK SAY("caf\xC3", true)
    accessibility-text IN_SPEAK SAY("a\tb", row_count(self) > 1000000)
    key-help-items IN_HELP_COUNT return 33;
    key-help-items IN_HELP_ITEM item->key = childplugin_text("enter"); ITEM(index == 0)
    key-help-items IN_HELP_ITEM item->action = childplugin_text("take"); ITEM(index == 0)
    key-help-items IN_HELP_ITEM ITEM(index == 1)
    key-help-items IN_HELP_ITEM ITEM(index == UINT32_MAX)
    draws-known-colours IN_DRAW COLOURED(.foreground = 0x04000100)
    draws-known-colours IN_DRAW COLOURED(.background = 0x10000000)
    draws-known-colours IN_DRAW COLOURED(.foreground = 0x02000001)
    draws-readable-text IN_DRAW COLOURED(.background = CHILDPLUGIN_COLOUR_RGB(0, 0, 64))
    draws-inside IN_DRAW canvas->text(canvas, canvas->columns, 0, 9, childplugin_text("x"), NULL);
    draws-inside IN_DRAW canvas->fill(canvas, -9, 0, 9, 1, childplugin_text("x"), NULL);
    draws-inside IN_DRAW canvas->fill(canvas, 0, 0, 1, canvas->rows * 2 + 2, childplugin_text("x"), 0);
    draws-inside IN_DRAW canvas->dim(canvas, 0, canvas->rows, 9, 1);
    draws-inside IN_DRAW if (canvas->columns == 20) canvas->dim(canvas, 20, 0, 1, 1);
    draws-inside IN_DRAW if (canvas->columns == 30) canvas->dim(canvas, 30, 0, 1, 1);
    draws-inside IN_DRAW if (canvas->columns == 200) canvas->dim(canvas, 200, 0, 1, 1);
    draws-no-controls IN_DRAW TEXT((childplugin_text_t){"ab", 3})
    draws-no-controls IN_DRAW TEXT(childplugin_text("a\x7F"))
    draws-repaired-text IN_DRAW canvas->fill(canvas, 0, 1, 1, 1, childplugin_text("\xC3"), NULL);
    draws-repaired-text IN_HELP_ITEM item->action = item->key = childplugin_text("\xC3"); ITEM(!index)
    messages-any-bytes IN_RECEIVED IF(subject.length == 255)
    messages-any-bytes IN_RECEIVED IF(from.length == 0)
    messages-any-bytes IN_RECEIVED IF(body.length == 65536 && self->is_shown)
    messages-any-bytes IN_RECEIVED IF(body.length == 65536 && !self->is_shown)
    messages-of-any-body IN_RECEIVED ROW_SENT(body.length == 0)
    messages-of-any-body IN_RECEIVED ROW_SENT(body.length == 9)
    messages-of-any-body IN_RECEIVED ROW_SENT(body.length == 8 && body.bytes[7] == (char)0xFF)
    keys-named IN_KEY IF(key->code == CHILDPLUGIN_KEY_F1 + 11 && key->modifiers == 7)
    keys-named IN_KEY IF(key->code == CHILDPLUGIN_KEY_ENTER && key->modifiers == 4)
    keys-characters IN_KEY IF(key->code == 0)
    keys-characters IN_KEY IF(key->code == 127)
    keys-characters IN_KEY IF(key->text.length == 4)
    keys-unknown IN_KEY IF(key->code == UINT32_MAX)
    keys-unknown IN_KEY IF(key->code == 0xD800 && key->modifiers == 8)
    keys-invalid-text IN_KEY IF(key->text.length == 1 && key->text.bytes[0] == 0)
    mouse-everywhere IN_MOUSE IF(mouse->kind == CHILDPLUGIN_MOUSE_DRAG && mouse->row == INT32_MIN)
    mouse-everywhere IN_MOUSE IF(mouse->kind == CHILDPLUGIN_MOUSE_WHEEL && mouse->column == INT32_MAX)
    mouse-wheel-far IN_MOUSE IF(mouse->wheel == INT32_MIN)
    mouse-unknown IN_MOUSE IF(mouse->kind == 0)
    mouse-unknown IN_MOUSE IF(mouse->button == UINT32_MAX)
    paste-any-bytes IN_PASTE IF(text.length == 0)
    paste-any-bytes IN_PASTE IF(text.length == 1 << 20)
    unknown-extensions IN_GET_EXTENSION if (id.length == 0) return &wake_table;
    unknown-extensions IN_GET_EXTENSION if (is(id, "childplugin.wake")) return &wake_table;
    unknown-extensions IN_GET_EXTENSION if (is(id, "childplugin.run/2")) return &run_table;
    unknown-extensions IN_GET_EXTENSION if (is(id, "xchildplugin.layout/1")) return &layout_table;
    extension-tables IN_GET_EXTENSION HALF(run_observer, RUN)
    extension-tables IN_GET_EXTENSION HALF(saved_state, STATE, .save = save)
    extension-tables IN_GET_EXTENSION HALF(key_help, KEY_HELP, .count = help_count)
    extensions-stay IN_GET_EXTENSION if (self->events > 0 && is(id, "childplugin.run/1")) return NULL;
    focus-flag IN_GET_EXTENSION if (is(id, "childplugin.input/1")) return NULL;
    descriptor-count IN_COUNT return 0;
    descriptor-count IN_COUNT return 257;
    descriptor-out-of-range IN_DESCRIPTOR if (index == 2) return &descriptors[0];
    descriptor-out-of-range IN_DESCRIPTOR if (index == UINT32_MAX) return &descriptors[0];
    descriptor-plain-texts DESCRIPTOR .name = CHILDPLUGIN_TEXT("a\n")
    descriptor-plain-texts DESCRIPTOR .vendor = CHILDPLUGIN_TEXT("a\n")
    descriptor-plain-texts DESCRIPTOR .description = CHILDPLUGIN_TEXT("a\n")
    descriptor-needs-known DESCRIPTOR .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT("reloda")}, .need_count = 1
    descriptor-needs-known DESCRIPTOR .needs = (const childplugin_text_t[]){CHILDPLUGIN_TEXT("acept-text")}, .need_count = 1
    descriptor-says-all DESCRIPTOR .description = CHILDPLUGIN_TEXT("")
    descriptor-id-reverse-dns DESCRIPTOR .id = CHILDPLUGIN_TEXT("com..clock")
    descriptor-ids DESCRIPTOR .id = CHILDPLUGIN_TEXT("")
    descriptor-ids DESCRIPTOR .id = {"a", 256}
    descriptor-texts DESCRIPTOR .vendor = {NULL, 3}
    descriptor-needs DESCRIPTOR .need_count = 1
    descriptor-keys-free DESCRIPTOR KEY("r")
    descriptor-keys-free DESCRIPTOR KEY("f12")
    descriptor-states-known PLACES PLACE("loadin", 10)
    descriptor-states-known PLACES PLACE("emty", 10)
    descriptor-places PLACES PLACE("", 10)
    descriptor-places PLACES DOCK(9, 0)
    descriptor-docks-fit PLACES DOCK(CHILDPLUGIN_EDGE_TOP, 200)
    descriptor-docks-fit PLACES DOCK(CHILDPLUGIN_EDGE_RIGHT, 300)
    """#)

  private static let allowed = Variant.list(
    #"""
    timing-in-range IN_TIMING timing->duration_nanoseconds = 3600000000000;
    timing-kinds IN_TIMING timing->effect = CHILDPLUGIN_EFFECT_SLIDE_RIGHT;
    timing-in-nanoseconds IN_TIMING timing->delay_nanoseconds = 1000000;
    timing-short IN_TIMING if (appearing) timing->delay_nanoseconds = 4800000000;
    insets-in-range IN_INSETS insets->top = 10000;
    insets-leave-room IN_INSETS insets->left = 40; insets->right = 39; insets->top = 23;
    state-size IN_SAVE return 65536;
    draws-known-colours IN_DRAW COLOURED(.foreground = 0x040000FF, .background = 0x0F000000)
    draws-readable-text IN_DRAW COLOURED(.background = 0x04000011, .foreground = 0x0400000F)
    draws-inside IN_DRAW canvas->dim(canvas, canvas->columns - 1, canvas->rows - 1, 9, 9);
    draws-no-controls IN_DRAW TEXT(childplugin_text("a\tb"))
    descriptor-ids-free DESCRIPTOR .id = CHILDPLUGIN_TEXT("org.statehosted.clock")
    descriptor-docks-fit PLACES DOCK(CHILDPLUGIN_EDGE_TOP, 90)
    descriptor-docks-fit PLACES DOCK(CHILDPLUGIN_EDGE_LEFT, 270)
    """#)

  private func verdict(of variant: Variant) throws -> Verdict.File {
    let library = try GalleryPlugin.compile(
      hooks: "\(Self.macros)\n#define \(variant.hook) \(variant.definition)", into: scratch)
    return try Verdict.of(library, "--only", variant.check).file
  }

  @Test(arguments: wrong) func `is found in each of them`(variant: Variant) throws {
    #expect(try verdict(of: variant).bad == [variant.check])
  }

  @Test(arguments: allowed) func `is not found where it is just allowed`(variant: Variant) throws {
    let file = try verdict(of: variant)
    #expect(file.bad == [] && file.passed == 1)
  }
}
