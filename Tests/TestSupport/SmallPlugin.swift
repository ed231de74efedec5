import Foundation

/// A plugin in C, right but for what a test changes: its child shows a text in its first row.
public struct SmallPlugin: Sendable {
  /// Of the child.
  public var id = "com.example.small"
  /// What the user knows it by.
  public var name = "Small"
  /// Which one of it this is.
  public var version = "1.0.0"
  /// What it shows.
  public var text = "a small child"
  /// A state that it presents, the place there, and flags in C.
  public var places: [(state: String, place: Int, flags: String)] = [("content", 20, "0")]
  /// More fields of each place, in C.
  public var placeFields = ""
  /// What it says that it needs.
  public var needs: [String] = []
  /// Keys that ask for states.
  public var keys: [(key: String, state: String, label: String)] = []
  /// Fields of each option that it declares, in C.
  public var options: [String] = []
  /// Flags of the descriptor, in C.
  public var flags = "0"
  /// Statements of `create`, before the child is made.
  public var create = ""
  /// C before everything else but the includes.
  public var declarations = ""
  /// Statements of the entry.
  public var entry = ""
  /// Statements of `init`.
  public var initialise = ""
  /// Statements of `init_with_host`, which the plugin has where there are any; `own` is its host.
  public var begin = ""
  /// Statements of `deinit`.
  public var deinitialise = ""
  /// Statements of `create` once there is the child's table, `child`.
  public var made = ""
  /// Statements of `will_appear`.
  public var willAppear = ""
  /// Statements of `draw`, before the text is drawn.
  public var draw = ""
  /// C after the child's functions, where `get_extension` is known.
  public var more = ""
  /// Statements of `read`, to which `reading` is known; if any, it is a source, not a child.
  public var read = ""
  /// Statements of `key`; the child has no input extension when empty.
  public var key = ""
  /// Other extensions of the child: the end of the id's name, the table, and the fields of that in
  /// C, with functions of `declarations`.
  public var extensions: [(id: String, table: String, fields: String)] = []

  /// A plugin of which nothing is changed.
  public init() {}

  /// Compiles it into a folder, with more flags for the compiler; returns the file.
  @discardableResult
  public func compile(
    into folder: ScratchFolder, as name: String = "small.so", flags: [String] = []
  ) throws -> String {
    let source = try folder.write(source, to: "sources/\(UUID().uuidString).c")
    let library = folder.path + "/" + name
    let run = try ProgramRun.run(
      [
        "cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-I",
        BuiltProducts.repository + "/Sources/ChildPluginAPI/include", "-o", library, source,
      ] + flags, program: "/usr/bin/env")
    guard run.status == 0 else { throw NotCompiled(description: run.errors) }
    return library
  }

  /// What the compiler said.
  public struct NotCompiled: Error, CustomStringConvertible {
    /// Its messages.
    public let description: String
  }

  private var source: String {
    let places = places.map { place in
      """
      { .size = sizeof(childplugin_place_t), .place = \(place.place), .flags = \(place.flags),
        .state = CHILDPLUGIN_TEXT("\(place.state)"), \(placeFields) }
      """
    }
    return """
      #define _GNU_SOURCE
      #include <childplugin.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>

      static const childplugin_host_t *host;
      \(declarations)
      static void destroy(const childplugin_child_t *child) { free((void *)child); }
      \(willAppearFunction)
      static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
        (void)child;
        \(draw)
        canvas->text(canvas, 0, 0, canvas->columns, childplugin_text("\(text)"), NULL);
      }
      \(keyFunction)
      \(more)
      \(extensionFunction)
      static const childplugin_place_t places[] = { \(places.joined(separator: ", ")) };
      static const childplugin_text_t needs[] = {
        \(needs.map { "CHILDPLUGIN_TEXT(\"\($0)\"), " }.joined())CHILDPLUGIN_TEXT("") };
      static const childplugin_default_key_t default_keys[] = {
        \(keys.map { Self.key($0) }.joined())
        { .size = sizeof(childplugin_default_key_t) } };
      static const childplugin_option_t declared_options[] = {
        \(options.map { "{ .size = sizeof(childplugin_option_t), \($0) }, " }.joined())
        { .size = sizeof(childplugin_option_t) } };
      static const childplugin_descriptor_t small = {
        .size = sizeof small, .flags = \(read.isEmpty ? flags : "CHILDPLUGIN_DESCRIPTOR_SOURCE"), .id = CHILDPLUGIN_TEXT("\(id)"),
        .name = CHILDPLUGIN_TEXT("\(name)"), .version = CHILDPLUGIN_TEXT("\(version)"),
        .places = places, .place_count = \(read.isEmpty ? places.count : 0),
        .needs = needs, .need_count = \(needs.count), .keys = default_keys, .key_count = \(keys.count),
        .options = declared_options, .option_count = \(options.count) };

      static bool init(childplugin_text_t path, childplugin_text_t *reason) {
        (void)path; (void)reason;
        \(initialise)
        return true;
      }
      \(beginFunction)
      static void deinit(void) { \(deinitialise) }
      static uint32_t count(void) { return 1; }
      static const childplugin_descriptor_t *descriptor(uint32_t index) {
        return index == 0 ? &small : NULL;
      }
      static const childplugin_child_t *create(const childplugin_host_t *given,
                                               childplugin_text_t id) {
        if (!childplugin_text_equal(id, small.id)) return NULL;
        host = given;
        (void)host;
        \(create)
        childplugin_child_t *child = calloc(1, sizeof *child);
        if (child == NULL) return NULL;
        child->size = sizeof *child;
        child->destroy = destroy;
        \(willAppear.isEmpty ? "" : "child->will_appear = will_appear;")
        child->draw = draw;
        \(key.isEmpty ? "" : "child->get_extension = get_extension;")
        \(extensions.isEmpty ? "" : "child->get_extension = extensions;")
        \(made)
        return child;
      }
      \(readFunction)
      static const childplugin_plugin_t plugin = {
        .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR,
        .abi_minor = CHILDPLUGIN_ABI_MINOR, .init = init, .deinit = deinit,
        .descriptor_count = count, .descriptor = descriptor, .create = create,
        \(read.isEmpty ? "" : ".read = read_source,")
        \(begin.isEmpty ? "" : ".init_with_host = begin") };
      const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
        (void)major; (void)minor;
        \(entry)
        return &plugin;
      }

      """
  }

  private static func key(_ key: (key: String, state: String, label: String)) -> String {
    """
    { .size = sizeof(childplugin_default_key_t), .key = CHILDPLUGIN_TEXT("\(key.key)"),
      .state = CHILDPLUGIN_TEXT("\(key.state)"), .label = CHILDPLUGIN_TEXT("\(key.label)") },
    """
  }

  private var beginFunction: String {
    guard !begin.isEmpty else { return "" }
    return """
      static bool begin(const childplugin_host_t *own, childplugin_text_t path,
                        childplugin_text_t *reason) {
        (void)own; (void)path; (void)reason;
        \(begin)
        return true;
      }
      """
  }

  private var willAppearFunction: String {
    guard !willAppear.isEmpty else { return "" }
    return """
      static void will_appear(const childplugin_child_t *child, bool animated) {
        (void)child; (void)animated;
        \(willAppear)
      }
      """
  }

  private var readFunction: String {
    guard !read.isEmpty else { return "" }
    return """
      static bool read_source(const childplugin_reading_t *reading, childplugin_text_t id) {
        if (!childplugin_text_equal(id, small.id)) return false;
        (void)reading;
        \(read)
        return true;
      }
      """
  }

  private var keyFunction: String {
    guard !key.isEmpty else { return "" }
    return """
      static bool key(const childplugin_child_t *child, const childplugin_key_t *key) {
        (void)child;
        \(key)
        return false;
      }
      static const childplugin_input_t input = { .size = sizeof input, .key = key };
      static const void *get_extension(const childplugin_child_t *child, childplugin_text_t id) {
        (void)child;
        if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_INPUT))) return &input;
        return NULL;
      }
      """
  }

  private var extensionFunction: String {
    guard !extensions.isEmpty else { return "" }
    let tables = extensions.map { id, table, fields in
      """
      static const childplugin_\(table)_t \(table) = { .size = sizeof \(table), \(fields) };
      if (childplugin_text_equal(id, childplugin_text(CHILDPLUGIN_EXTENSION_\(id)))) return &\(table);
      """
    }
    return """
      static const void *extensions(const childplugin_child_t *child, childplugin_text_t id) {
        (void)child;
        \(tables.joined(separator: "\n"))
        return \(key.isEmpty ? "NULL" : "get_extension(child, id)");
      }
      """
  }
}
