import Foundation
import TestSupport
import Testing

/// A plugin in C with one child that draws nothing, but for what a test adds.
struct SmallPlugin {
  let library: String
  private let folder: ScratchFolder

  /// - Parameters:
  ///   - declarations: C before everything else.
  ///   - child: statements of `create`, where `child` is the child's table.
  ///   - header: the folder of the header to compile with.
  ///   - flags: more for the compiler.
  /// - Throws: when it does not compile.
  init(
    _ declarations: String, child: String,
    header: String = BuiltProducts.repository + "/Sources/ChildPluginAPI/include",
    flags: [String] = []
  ) throws {
    folder = try ScratchFolder()
    library = folder.path + "/small.so"
    let source = try folder.write(
      """
      #include <childplugin.h>
      #include <stdlib.h>
      \(declarations)
      static void destroy(const childplugin_child_t *child) { free((void *)child); }
      static void draw(const childplugin_child_t *child, const childplugin_canvas_t *canvas) {
        (void)child; (void)canvas;
      }
      static const childplugin_descriptor_t small = {
        .size = sizeof small, .id = CHILDPLUGIN_TEXT("com.example.small"),
        .name = CHILDPLUGIN_TEXT("Small") };
      static bool init(childplugin_text_t path, childplugin_text_t *reason) {
        (void)path; (void)reason; return true;
      }
      static void deinit(void) {}
      static uint32_t count(void) { return 1; }
      static const childplugin_descriptor_t *descriptor(uint32_t index) {
        return index == 0 ? &small : NULL;
      }
      static const childplugin_child_t *create(const childplugin_host_t *host,
                                               childplugin_text_t id) {
        (void)host;
        if (!childplugin_text_equal(id, small.id)) return NULL;
        childplugin_child_t *child = calloc(1, sizeof *child);
        child->size = sizeof *child;
        child->destroy = destroy;
        child->draw = draw;
        \(child)
        return child;
      }
      static const childplugin_plugin_t plugin = {
        .size = sizeof plugin, .abi_major = CHILDPLUGIN_ABI_MAJOR,
        .abi_minor = CHILDPLUGIN_ABI_MINOR, .init = init, .deinit = deinit,
        .descriptor_count = count, .descriptor = descriptor, .create = create };
      const childplugin_plugin_t *childplugin_entry(uint32_t major, uint32_t minor) {
        (void)major; (void)minor; return &plugin;
      }
      """, to: "small.c")
    let run = try Tools.run(
      [
        "cc", "-std=c11", "-Wall", "-Wextra", "-shared", "-fPIC", "-fvisibility=hidden", "-I",
        header,
      ]
        + ["-o", library, source] + flags, in: folder.path)
    try #require(run.status == 0, "\(run.errors)")
  }
}
