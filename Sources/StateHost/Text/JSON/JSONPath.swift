/// The way from the top of a JSON text to one of its values, such as `states.content[1]`.
package struct JSONPath: Equatable, Sendable {
  package enum Step: Equatable, Sendable {
    case member(String)
    case element(Int)
  }

  package private(set) var steps: [Step] = []

  package init() {}

  package mutating func push(_ step: Step) { steps.append(step) }

  package mutating func pop() { steps.removeLast() }

  package func appending(_ step: Step) -> JSONPath {
    var longer = self
    longer.push(step)
    return longer
  }

  /// The path as it is shown, harmless and short; names that are no plain words are quoted.
  package var text: String {
    guard !steps.isEmpty else { return "top level" }
    var text = ""
    for step in steps {
      switch step {
      case .element(let index):
        text += "[\(index)]"
      case .member(let name) where Self.isPlain(name):
        text += (text.isEmpty ? "" : ".") + HarmlessText.escaped(name)
      case .member(let name):
        text += "[" + HarmlessText.quoted(name) + "]"
      }
      if text.unicodeScalars.count > Self.lengthLimit {
        return text + "…"
      }
    }
    return text
  }

  private static let lengthLimit = 200

  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default:
          false
        }
      }
  }
}
