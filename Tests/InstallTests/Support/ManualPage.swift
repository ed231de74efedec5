import Foundation
import TestSupport

/// The source of a manual page.
struct ManualPage {
  static let names = ["statehost.1", "statehost-states.5", "childplugin.3"]

  let path: String
  let lines: [String]

  init(_ name: String) throws {
    path = BuiltProducts.repository + "/docs/man/" + name
    lines = try String(contentsOfFile: path, encoding: .utf8).components(separatedBy: "\n")
  }

  /// The options of a command, as its help writes them: those of the list after `options of` it.
  func options(of command: String) -> [String] {
    guard let start = lines.firstIndex(of: ".\\\" options of \(command)") else { return [] }
    return lines[start...].prefix { $0 != ".El" }.compactMap { line in
      guard line.hasPrefix(".It Fl ") else { return nil }
      var spelling: [String] = []
      var isOption = true
      for word in line.dropFirst(7).split(separator: " ") {
        switch word {
        case "Ar": isOption = false
        case ",": spelling[spelling.count - 1] += ","
        default: spelling.append((isOption ? "-" : "") + word)
        }
      }
      return spelling.joined(separator: " ")
    }
  }

  /// An example between `begin` and `end` of its name, as readers see it.
  func example(_ name: String) -> String {
    guard let start = lines.firstIndex(of: ".\\\" begin \(name)"),
      let end = lines.firstIndex(of: ".\\\" end \(name)")
    else { return "" }
    return lines[start..<end].filter { !$0.hasPrefix(".") }.joined(separator: "\n") + "\n"
  }

  /// Every word, without punctuation marks around it.
  var words: Set<String> {
    let separators = CharacterSet.whitespacesAndNewlines.union(CharacterSet(charactersIn: ",()"))
    return Set(lines.joined(separator: "\n").components(separatedBy: separators))
  }
}
