/// The name of a new project, checked, and what follows from it.
struct ProjectName: Equatable {
  /// Of the folder and its files: `my-clock`.
  let folder: String
  /// Of the child, reverse DNS: `com.example.my-clock`.
  let id: String

  /// - Parameter text: a word, or a whole id in reverse DNS, whose last part is the word.
  /// - Throws: what is wrong with it.
  init(_ text: String) throws(UsageError) {
    let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let last = parts.last, parts.allSatisfy({ Self.isWord($0) }),
      last.first.map(Self.isLetter) == true
    else {
      throw UsageError(
        what: "not a name for a plugin", place: text,
        remedy: "take letters, digits, - and _ that begin with a letter, as in my-clock, "
          + "or an id as in org.acme.my-clock")
    }
    guard text.utf8.count <= Self.bytesLimit else {
      throw UsageError(
        what: "the name has more than \(Self.bytesLimit) bytes", place: text,
        remedy: "take a shorter one")
    }
    folder = String(decoding: last, as: UTF8.self)
    if Self.taken.contains(folder) {
      throw UsageError(
        what: "a file of every plugin has this name", place: text, remedy: "take another one")
    }
    id = parts.count == 1 ? "com.example." + text : text
  }

  /// For a crate or a module: `my_clock`.
  var identifier: String {
    String(
      decoding: folder.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "_") : $0 },
      as: UTF8.self)
  }

  /// For a type: `MyClock`.
  var typeName: String {
    var name: [UInt8] = []
    var isStart = true
    for byte in folder.utf8 {
      if byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") {
        isStart = true
        continue
      }
      let isSmall = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
      name.append(isStart && isSmall ? byte - 32 : byte)
      isStart = false
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static let bytesLimit = 100
  private static let taken = ["childplugin"]

  private static func isWord(_ part: Substring.UTF8View) -> Bool {
    !part.isEmpty && part.allSatisfy { isLetter($0) || isDigit($0) || isMark($0) }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
  }

  private static func isMark(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
  }
}
