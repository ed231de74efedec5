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

  /// The file that an author edits.
  func source(of name: ProjectName) -> String { "\(name.folder).\(suffix)" }

  /// All files of a project, the author's own first.
  func files(of name: ProjectName) -> [File] {
    func template(_ template: String, as path: String) -> File {
      File(origin: .template(template), path: path)
    }
    let common = [
      template("\(rawValue)/child.\(suffix)", as: source(of: name)),
      template("\(rawValue)/Makefile", as: "Makefile"),
      template("gitignore", as: ".gitignore"),
      File(origin: .header, path: "include/childplugin.h"),
    ]
    switch self {
    case .c: return common
    case .cpp: return common + [template("exports.map", as: "exports.map")]
    case .rust: return common + [template("rust/childplugin.rs", as: "childplugin.rs")]
    case .swift:
      return common + [
        template("exports.map", as: "exports.map"),
        template("swift/module.modulemap", as: "include/module.modulemap"),
      ]
    }
  }
}
