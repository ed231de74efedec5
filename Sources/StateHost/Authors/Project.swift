internal import HostSystem
internal import HostText

/// The validated name of a new plugin project, from which the names of its folder, module and types
/// and the id of its child are derived.
struct ProjectName: Equatable {
  /// The name of the folder and of files: `my-clock`.
  let folder: String
  /// The child's reverse DNS identifier: `com.example.my-clock`.
  let id: String

  /// Checks a name, or an identifier in reverse DNS that ends with it.
  init(_ text: String) throws(UsageError) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let last = parts.last, parts.allSatisfy(\.isWord), last.first?.isLetter == true else {
      throw UsageError(
        "invalid plugin name", text,
        "use letters, digits, - and _, beginning with a letter, as in my-clock, "
          + "or an identifier as in org.acme.my-clock")
    }
    guard text.utf8.count <= Self.bytesLimit else {
      throw UsageError(
        "the name is longer than \(Self.bytesLimit) bytes", text, "use a shorter one")
    }
    folder = String(last)
    if Self.taken.contains(folder) {
      throw UsageError(
        "the name is reserved: every plugin project has a file of this name", text,
        "use another one")
    }
    id = parts.count == 1 ? "com.example." + text : text
  }

  /// The name of a crate or module: `my_clock`.
  var identifier: String { String(folder.map { $0 == "-" ? "_" : $0 }) }

  /// The name of a type: `MyClock`.
  var typeName: String {
    folder.split { $0 == "-" || $0 == "_" }.map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined()
  }

  private static let bytesLimit = 100
  private static let taken = ["childplugin"]
}

extension StringProtocol {
  /// Whether it has only ASCII letters, digits, `-` and `_`, so code of any language can hold it.
  var isWord: Bool {
    !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-" || $0 == "_") }
  }
}

/// A language in which `statehost new` can create a plugin project; determines the project's files.
enum ProjectLanguage: String, Equatable, CaseIterable {
  case c
  case cpp
  case rust
  case swift

  /// A file of a new plugin project: where its contents come from, and its path in the project.
  struct File: Equatable {
    let origin: Origin
    let path: String

    /// The origin of the contents of a file in a new plugin project: a template, the source of an
    /// example, or the header of the plugin ABI.
    enum Origin: Equatable {
      /// Relative to the folder of templates.
      case template(String)
      /// Relative to the folder of an example.
      case source(String, example: String)
      case header
    }
  }

  var title: String {
    switch self {
    case .c: "C"
    case .cpp: "C++"
    case .rust: "Rust"
    case .swift: "Swift"
    }
  }

  /// The extension of source files.
  private var suffix: String {
    switch self {
    case .c, .cpp, .swift: rawValue
    case .rust: "rs"
    }
  }

  /// The language of an example's main source file; nil if there is none.
  init?(ofExample example: String, sources: [String]) {
    let language = Self.allCases.first { sources.contains("\(example).\($0.suffix)") }
    guard let language else { return nil }
    self = language
  }

  /// The main source file.
  func source(of name: ProjectName) -> String { "\(name.folder).\(suffix)" }

  /// All files of a project, the main source file first.
  func files(of name: ProjectName) -> [File] {
    let child = File(
      origin: .template("\(rawValue)/child.\(suffix)"), path: source(of: name))
    return [child] + surroundings
  }

  /// All files of a project that starts from an example, its sources first.
  func files(of name: ProjectName, like example: String, sources: [String]) -> [File] {
    let own = sources.filter { $0.hasSuffix("." + suffix) }.map { source in
      File(
        origin: .source(source, example: example),
        path: source == "\(example).\(suffix)" ? self.source(of: name) : source)
    }
    return own + surroundings
  }

  /// Files besides the sources.
  private var surroundings: [File] {
    func template(_ template: String, as path: String) -> File {
      File(origin: .template(template), path: path)
    }
    let common = [
      template("\(rawValue)/Makefile", as: "Makefile"),
      template("gitignore", as: ".gitignore"),
      File(origin: .header, path: "include/childplugin.h"),
    ]
    switch self {
    case .c: return common
    case .cpp: return common + [template("exports.map", as: "exports.map")]
    case .rust:
      return common + [
        template("rust/childplugin.rs", as: "childplugin.rs"),
        template("rust/childplugin_raw.rs", as: "childplugin_raw.rs"),
        template("rust/Cargo.toml", as: "Cargo.toml"),
      ]
    case .swift:
      return common + [
        template("exports.map", as: "exports.map"),
        template("swift/module.modulemap", as: "include/module.modulemap"),
      ]
    }
  }
}

/// The text substitution of `statehost new`: fills the project's names and states and the paths of
/// the kit and the program into templates, and the child's id into the sources of a copied example.
///
/// Placeholders are words between `@`; a line with `@state@` is repeated for each state.
struct TemplateFiller {
  let words: [(mark: String, text: String)]
  let states: [String]
  private let id: String

  init(name: ProjectName, states: [String], files: AuthoringResources) {
    words = [
      ("@name@", name.folder), ("@id@", name.id), ("@identifier@", name.identifier),
      ("@Type@", name.typeName), ("@kit@", files.kit), ("@program@", files.program),
    ]
    self.states = states
    id = name.id
  }

  func filled(_ template: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    for line in template.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = replacing(words, in: line)
      if line.firstOccurrence(of: "@state@".utf8) == nil {
        text += line + [UInt8(ascii: "\n")]
      } else {
        for state in states {
          text += replacing([("@state@", state)], in: line[...]) + [UInt8(ascii: "\n")]
        }
      }
    }
    text.removeLast()
    return text
  }

  /// Adapts an example's source to the project: its identifier, and the path of the Rust bindings.
  func adopted(_ source: [UInt8], from example: String) -> [UInt8] {
    let lines = source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let own = lines.filter { line in
      let isElsewhere =
        line.starts(with: "#[path = ".utf8)
        && line.firstOccurrence(of: "/childplugin.rs\"]".utf8) != nil
      return !isElsewhere
    }
    let adopted = own.map { replacing([("com.example.\(example)", id)], in: $0) }
    return Array(adopted.joined(separator: [UInt8(ascii: "\n")]))
  }

  private func replacing(
    _ words: [(mark: String, text: String)], in line: ArraySlice<UInt8>
  ) -> [UInt8] {
    var line = Array(line)
    for (mark, text) in words {
      var start = 0
      while let range = line[start...].firstOccurrence(of: mark.utf8) {
        line.replaceSubrange(range, with: text.utf8)
        start = range.lowerBound + text.utf8.count
      }
    }
    return line
  }
}

/// The paths from which `statehost new` creates plugin projects (templates, examples, the plugin
/// header, the Swift kit), and the name or path by which a project's Makefile calls the program.
///
/// They are installed beside the program, or in the repository where it was built.
struct AuthoringResources: Equatable {
  /// The folder of project templates.
  let templates: String
  let examples: String
  /// The header of the plugin ABI.
  let header: String
  /// The folder of ChildPluginKit's sources.
  let kit: String
  /// How a Makefile calls the program: by name if installed, else by path.
  let program: String

  /// The files for a program in `folder`, an absolute path; nil if there are none.
  static func beside(_ folder: String, isFolder: (String) -> Bool) -> AuthoringResources? {
    guard let prefix = parent(of: folder) else { return nil }
    let share = prefix + "/share/statehost"
    if isFolder(share + "/templates") {
      return AuthoringResources(
        templates: share + "/templates", examples: prefix + "/share/doc/statehost/Examples",
        header: prefix + "/include/childplugin.h",
        kit: share + "/ChildPluginKit", program: "statehost")
    }
    var above: String? = prefix
    while let repository = above, repository != "/" {
      if isFolder(repository + "/Templates"), isFolder(repository + "/Sources/ChildPluginKit") {
        return AuthoringResources(
          templates: repository + "/Templates", examples: repository + "/Examples",
          header: repository + "/Sources/ChildPluginAPI/include/childplugin.h",
          kit: repository + "/Sources/ChildPluginKit", program: folder + "/statehost")
      }
      above = parent(of: repository)
    }
    return nil
  }

  /// The path without its last component; nil for the root.
  private static func parent(of path: String) -> String? {
    guard path != "/", let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}

/// An example plugin in the folder of installed examples, which `statehost new --like` can copy:
/// its name, its language and the names of its files.
struct Example {
  let name: String
  let language: ProjectLanguage
  /// The names of its files, sorted.
  let sources: [String]

  /// The examples in a folder, each a folder with a source of its name; others are ignored.
  ///
  /// - Throws: an error if the folder cannot be read.
  static func all(in folder: String) throws(CommandFailure) -> [Example] {
    var examples: [Example] = []
    for name in try names(in: folder, where: { $0 == .folder }) {
      let sources = try names(in: "\(folder)/\(name)", where: { $0 == .file })
      if let language = ProjectLanguage(ofExample: name, sources: sources) {
        examples.append(Example(name: name, language: language, sources: sources))
      }
    }
    return examples
  }

  private static func names(
    in path: String, where isWanted: (Folder.Entry.Kind) -> Bool
  ) throws(CommandFailure) -> [String] {
    func names() throws(SystemError) -> [String] {
      var names: [String] = []
      let folder = try Folder(opening: path, isListed: true)
      try folder.forEachEntry(asks: { _ in false }) { entry in
        if isWanted(entry.kind) { names.append(entry.name) }
      }
      return names.sorted()
    }
    return try attempt(names(), or: "the examples cannot be read", path, "install statehost again")
  }
}
