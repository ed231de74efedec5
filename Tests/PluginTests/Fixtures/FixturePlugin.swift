/// A C plugin as a test wants it: right, but for what the test changes.
///
/// Its child logs every call, and has the tables of the host's extensions: `host_view` and so on.
struct FixturePlugin {
  var id = "com.example.right"
  /// Initializers of `childplugin_place_t`.
  var places = [Self.place("content", 10)]
  /// Fields of the descriptor that come after the right ones, and so replace them.
  var descriptorFields = ""
  /// Initializers of further descriptors, as they stand in an array.
  var furtherDescriptors: [String] = []
  /// Fields of the plugin's table that replace the right ones.
  var pluginFields = ""
  /// Statements of `create`, where `child` is the child's table.
  var create = ""
  /// Statements of `draw`, where `canvas` is the canvas and `host` the host.
  var draw = ""
  /// Statements of `will_appear`, where `host` is the host.
  var willAppear = ""
  /// Statements of `timing`, where `timing` is what is asked for.
  var timing = ""
  /// Statements of `get_extension`, where `id` is what is asked for: `GIVE(WAKE, wake)`.
  var extensions = ""
  /// Declarations before the rest.
  var declarations = ""

  /// A draw that writes "hello" at the top left.
  static let drawHello =
    "canvas->text(canvas, 0, 0, canvas->columns, childplugin_text(\"hello\"), NULL);"

  /// Statements of which the first are run at the first call, the second at the second, and so on.
  static func turns(_ statements: [String]) -> String {
    let cases = statements.enumerated().map { "case \($0): { \($1) } break;" }
    return "static int turn; switch (turn++) { \(cases.joined(separator: "\n")) }"
  }

  static func place(_ state: String, _ place: Int, flags: String = "0") -> String {
    """
    { .size = sizeof(childplugin_place_t), .place = \(place), .flags = \(flags),
      .state = CHILDPLUGIN_TEXT("\(state)") }
    """
  }

  static func descriptor(id: String, name: String = "Further", fields: String = "") -> String {
    """
    { .size = sizeof(childplugin_descriptor_t), .id = CHILDPLUGIN_TEXT("\(id)"),
      .name = CHILDPLUGIN_TEXT("\(name)"), \(fields) }
    """
  }

  var source: String {
    let descriptors = [rightDescriptor] + furtherDescriptors
    return """
      #define _GNU_SOURCE
      #include <childplugin.h>
      #include <pthread.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>

      static const childplugin_host_t *host;
      static void note(const char *text) { host->log(host, 1, childplugin_text(text)); }
      #define BYTES(start, count) ((childplugin_text_t){ start, count })
      #define NOTE(...) do { \\
        char line[400]; \\
        snprintf(line, sizeof line, __VA_ARGS__); \\
        note(line); \\
      } while (0)
      static void note_number(const char *name, long long number) { NOTE("%s %lld", name, number); }
      #define HOST_TABLES(TABLE) TABLE(situation, SITUATION) TABLE(selection, SELECTION) \\
        TABLE(view, VIEW) TABLE(styles, STYLES) TABLE(focus, FOCUS) TABLE(text, TEXT) \\
        TABLE(actions, ACTIONS) TABLE(options, OPTIONS) TABLE(place, PLACE) \\
        TABLE(collapse, COLLAPSE) TABLE(remember, REMEMBER) TABLE(messages, MESSAGES) TABLE(run, RUN)
      #define DECLARE(name, ID) static const childplugin_host_##name##_t *host_##name;
      #define FIND(name, ID) \\
        host_##name = host->get_extension(host, childplugin_text(CHILDPLUGIN_HOST_##ID));
      HOST_TABLES(DECLARE)
      static void find_tables(void) { HOST_TABLES(FIND) }
      #define GIVE(ID, table) \\
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_##ID))) return &table;
      \(declarations)

      static void destroy(const childplugin_child_t *child) {
        note("destroy");
        free((void *)child);
      }
      #define APPEARANCE(name, ...) \\
        static void name(const childplugin_child_t *child, bool animated) { \\
          note_number(#name, animated); \\
          __VA_ARGS__ \\
        }
      static void appears(void) {
        \(willAppear)
      }
      APPEARANCE(will_appear, appears();)
      APPEARANCE(did_appear)
      APPEARANCE(will_disappear)
      APPEARANCE(did_disappear)
      static void timing(const childplugin_child_t *child, bool appearing,
                         childplugin_timing_t *timing) {
        \(timing)
      }
      static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
        \(draw)
      }
      static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
        \(extensions)
        return NULL;
      }

      static const childplugin_place_t places[] = { \(places.joined(separator: ", ")) };
      static const childplugin_descriptor_t descriptors[] = { \(descriptors.joined(separator: ", ")) };

      static bool init(childplugin_text_t path, childplugin_text_t *reason) {
        return true;
      }
      static void deinit(void) {}
      static uint32_t count(void) { return sizeof descriptors / sizeof descriptors[0]; }
      static const childplugin_descriptor_t *descriptor(uint32_t index) {
        return index < count() ? &descriptors[index] : NULL;
      }
      static const childplugin_child_t *create(const childplugin_host_t *given,
                                               childplugin_text_t id) {
        bool known = false;
        for (uint32_t i = 0; i < count(); i += 1)
          known = known || childplugin_text_equal(id, descriptors[i].id);
        if (!known) return NULL;
        host = given;
        find_tables();
        childplugin_child_t *child = calloc(1, sizeof *child);
        child->size = sizeof *child;
        child->destroy = destroy;
        child->will_appear = will_appear;
        child->did_appear = did_appear;
        child->will_disappear = will_disappear;
        child->did_disappear = did_disappear;
        child->timing = timing;
        child->draw = draw;
        child->get_extension = get_extension;
        \(create)
        return child;
      }

      #pragma GCC diagnostic ignored "-Woverride-init"
      static const childplugin_plugin_t plugin = {
        .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR,
        .abi_minor = CHILDPLUGIN_ABI_MINOR, .init = init, .deinit = deinit,
        .descriptor_count = count, .descriptor = descriptor, .create = create, \(pluginFields) };
      const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
        return &plugin;
      }

      """
  }

  private var rightDescriptor: String {
    """
    { .size = sizeof(childplugin_descriptor_t), .id = CHILDPLUGIN_TEXT("\(id)"),
      .name = CHILDPLUGIN_TEXT("Right"), .vendor = CHILDPLUGIN_TEXT("Example"),
      .version = CHILDPLUGIN_TEXT("1.2.3"), .description = CHILDPLUGIN_TEXT("Shows a word."),
      .places = places, .place_count = \(places.count), \(descriptorFields) }
    """
  }
}
