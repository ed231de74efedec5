/// What the program brings for authors of plugins: installed beside it, or in the repository that it
/// was built in.
struct AuthorFiles: Equatable {
  /// The folder of the project templates.
  let templates: String
  /// The folder of the examples.
  let examples: String
  /// The header of the plugin ABI.
  let header: String
  /// The folder of the sources of ChildPluginKit.
  let kit: String
  /// How a Makefile calls the program: by its name where it is installed, else by its path.
  let program: String

  /// The files that belong to a program in this folder.
  ///
  /// - Parameters:
  ///   - folder: where the program is, an absolute path.
  ///   - isFolder: whether there is a folder of that name.
  /// - Returns: nil where there are none.
  static func beside(_ folder: String, isFolder: (String) -> Bool) -> AuthorFiles? {
    guard let prefix = parent(of: folder) else { return nil }
    let share = prefix + "/share/statehost"
    if isFolder(share + "/templates") {
      return AuthorFiles(
        templates: share + "/templates", examples: prefix + "/share/doc/statehost/Examples",
        header: prefix + "/include/childplugin.h",
        kit: share + "/ChildPluginKit", program: "statehost")
    }
    var above: String? = prefix
    while let repository = above, repository != "/" {
      if isFolder(repository + "/Templates"), isFolder(repository + "/Sources/ChildPluginKit") {
        return AuthorFiles(
          templates: repository + "/Templates", examples: repository + "/Examples",
          header: repository + "/Sources/ChildPluginAPI/include/childplugin.h",
          kit: repository + "/Sources/ChildPluginKit", program: folder + "/statehost")
      }
      above = parent(of: repository)
    }
    return nil
  }

  /// A path without its last part; nil above the root.
  private static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
