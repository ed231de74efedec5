import TestSupport

/// A small plugin in a folder of its own, with what a test adds.
struct CompiledPlugin {
  let library: String
  private let folder: ScratchFolder

  /// - Parameters:
  ///   - declarations: C before everything else.
  ///   - child: statements of `create`, where `child` is the child's table.
  ///   - flags: more for the compiler.
  /// - Throws: when it does not compile.
  init(_ declarations: String, child: String, flags: [String] = []) throws {
    folder = try ScratchFolder()
    var plugin = SmallPlugin()
    plugin.declarations = declarations
    plugin.made = child
    library = try plugin.compile(into: folder, flags: flags)
  }
}
