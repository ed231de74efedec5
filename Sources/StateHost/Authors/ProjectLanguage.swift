/// A language that there is a template for.
enum ProjectLanguage: String, Equatable, CaseIterable {
  case c
  case cpp
  case rust
  case swift

  /// A file of a project: what it is made from, and its place in the project's folder.
  struct File: Equatable {
    let origin: Origin
    let path: String

    enum Origin: Equatable {
      /// Of this name in the folder of templates.
      case template(String)
      /// Of this name in the folder of an example.
      case source(String, example: String)
      /// The header of the ABI, as it is.
      case header
    }
  }

  /// For people.
  var title: String {
    switch self {
    case .c: "C"
    case .cpp: "C++"
    case .rust: "Rust"
    case .swift: "Swift"
    }
  }

  /// Of the source file, after its dot.
  private var suffix: String {
    switch self {
    case .c, .cpp, .swift: rawValue
    case .rust: "rs"
    }
  }

  /// The language of an example, by the file that is named after it; nil where there is none.
  init?(ofExample example: String, sources: [String]) {
    let language = Self.allCases.first { sources.contains("\(example).\($0.suffix)") }
    guard let language else { return nil }
    self = language
  }

  /// The file that an author edits.
  func source(of name: ProjectName) -> String { "\(name.folder).\(suffix)" }

  /// All files of a project, the author's own first.
  func files(of name: ProjectName) -> [File] {
    let child = File(
      origin: .template("\(rawValue)/child.\(suffix)"), path: source(of: name))
    return [child] + surroundings
  }

  /// All files of a project that begins with the sources of an example, those first.
  func files(of name: ProjectName, like example: String, sources: [String]) -> [File] {
    let own = sources.filter { $0.hasSuffix("." + suffix) }.map { source in
      File(
        origin: .source(source, example: example),
        path: source == "\(example).\(suffix)" ? self.source(of: name) : source)
    }
    return own + surroundings
  }

  /// What a source needs to be built.
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
