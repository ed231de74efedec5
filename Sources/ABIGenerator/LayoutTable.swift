/// The parts of one version of childplugin.h that are fixed for ever, as a table that is read from
/// and written to a text file: the offset, size and type of each struct's fields, and each
/// constant, macro and function.
struct LayoutTable: Equatable {
  /// A field of a C struct in a layout table: name, offset and size in bytes, and type.
  struct Field: Equatable {
    var name: String
    var offset: Int
    var size: Int
    var type: String

    /// Whether it lies where the other one does, as the same type.
    func isInPlace(of other: Field) -> Bool { offset == other.offset && type == other.type }
  }

  /// A C struct in a layout table: name, size in bytes, and fields.
  struct Struct: Equatable {
    var name: String
    var size: Int
    var fields: [Field]

    /// Whether it begins with its size, and so may grow.
    var isSized: Bool { fields.first?.name == "size" }
  }

  var structs: [Struct] = []
  /// Constants with value and type, macros with their text, functions with their type; by name.
  var words: [String: String] = [:]

  /// A table that a file holds.
  init(_ text: String) throws {
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ", maxSplits: 3).map(String.init)
      if line.hasPrefix("  "), words.count == 4, let offset = Int(words[0]),
        let size = Int(words[1]), !structs.isEmpty
      {
        structs[structs.count - 1].fields.append(
          Field(name: words[2], offset: offset, size: size, type: words[3]))
      } else if words.count == 3, words[0] == "struct", let size = Int(words[2]) {
        structs.append(Struct(name: words[1], size: size, fields: []))
      } else if words.count > 2, !line.hasPrefix(" ") {
        self.words[words[1]] = words[0] + " " + words[2...].joined(separator: " ")
      } else {
        throw NotALine(line: String(line))
      }
    }
  }

  /// The error of a layout table's text: a line of unknown form.
  struct NotALine: Error { let line: String }

  /// It as a file holds it.
  var text: String {
    let structs = structs.flatMap { one in
      ["struct \(one.name) \(one.size)"]
        + one.fields.map { "  \($0.offset) \($0.size) \($0.name) \($0.type)" }
    }
    let words = words.sorted { $0.key < $1.key }.map { name, what in
      let parts = what.split(separator: " ", maxSplits: 1)
      return "\(parts[0]) \(name) \(parts[1])"
    }
    return (structs + words).joined(separator: "\n") + "\n"
  }
}

/// The differences between two versions of childplugin.h, for the tests: those that break plugins
/// built with the earlier one, and additions.
struct LayoutChanges: Equatable {
  /// What a plugin built with the earlier one relies on, and is no more.
  var broken: [String] = []
  /// What there is besides.
  var added: [String] = []

  init(from earlier: LayoutTable, to later: LayoutTable) {
    for old in earlier.structs {
      guard let new = later.structs.first(where: { $0.name == old.name }) else {
        broken.append("\(old.name) is gone")
        continue
      }
      compare(old, new)
    }
    let known = Set(earlier.structs.map(\.name))
    added += later.structs.map(\.name).filter { !known.contains($0) }
    for (name, what) in earlier.words where later.words[name] != what && name != Self.minor {
      broken.append("\(name) was \(what), is \(later.words[name] ?? "gone")")
    }
    added += later.words.keys.filter { earlier.words[$0] == nil }
    broken.sort()
    added.sort()
  }

  /// The one constant that differs between versions.
  private static let minor = "CHILDPLUGIN_ABI_MINOR"

  private mutating func compare(_ old: LayoutTable.Struct, _ new: LayoutTable.Struct) {
    if new.size < old.size || (new.size != old.size && !old.isSized) {
      broken.append("\(old.name) had \(old.size) bytes, has \(new.size)")
    }
    for field in old.fields where !new.fields.contains(field) {
      if field.name == "reserved", new.fields.contains(where: { $0.isInPlace(of: field) }) {
        continue
      }
      broken.append("\(old.name).\(field.name) is not at \(field.offset) as \(field.type)")
    }
    for field in new.fields where !old.fields.contains(where: { $0.name == field.name }) {
      let name = "\(old.name).\(field.name)"
      added.append(name)
      // What was reserved, and 0, may get a meaning.
      let wasReserved = old.fields.contains { $0.name == "reserved" && field.isInPlace(of: $0) }
      if field.offset < old.size, !wasReserved {
        broken.append("\(name) is new and not at the end")
      }
    }
  }
}
