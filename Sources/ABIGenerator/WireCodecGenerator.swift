import Foundation

/// The generator of the functions that encode and decode the messages between the host and its
/// worker processes, from the Swift declarations of the types that conform to `GeneratedWireValue`.
///
/// An enumeration is encoded as the number of its case, then the associated values; a struct as its
/// stored properties.
struct WireCodecGenerator {
  let text: String

  init(ofPackage package: String) throws {
    let lines = try ["Surface", "Content", "Plugins", "Workers"].flatMap { module in
      try Self.lines(below: "\(package)/Sources/StateHost/\(module)/")
    }
    let codecs = try lines.lazy.filter { $0.hasPrefix("extension ") }.compactMap { line in
      try line.prefixMatch(of: /extension ([\w.]+): GeneratedWireValue/).map { name in
        Self.codec(of: name.1, declared: try SwiftDeclaration(of: name.1, in: lines))
      }
    }
    text = """
      internal import HostContent
      internal import HostPlugins
      internal import HostSurface
      internal import HostSystem

      \(codecs.joined(separator: "\n"))
      """
  }

  private static func lines(below folder: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
      .sorted().flatMap { path in
        try String(contentsOfFile: folder + path, encoding: .utf8).components(separatedBy: "\n")
      }
  }

  private static func codec(of name: Substring, declared type: SwiftDeclaration) -> String {
    let written: [String]
    let read: [String]
    if type.cases.isEmpty {
      written = type.properties.map { "\($0).write(to: &writer)" }
      let values = type.properties.map { "\($0): try reader.next()" }.joined(separator: ", ")
      read =
        type.hasEmptyInitializer
        ? ["self.init()"] + type.properties.map { "\($0) = try reader.next()" }
        : ["self.init(\(values))"]
    } else {
      written = ["switch self {"] + type.cases.enumerated().map(writing) + ["}"]
      let cases = type.cases.enumerated().map(reading)
      read = ["switch try reader.uint8() {"] + cases + ["default: throw .init()", "}"]
    }
    return """
      extension \(name) {
        func write(to writer: inout ByteWriter) {
      \(written.joined(separator: "\n"))
        }

        init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
      \(read.joined(separator: "\n"))
          guard isWithinLimits else { throw .init() }
        }
      }

      """
  }

  private static func writing(number: Int, _ one: SwiftDeclaration.Case) -> String {
    let values = (0..<one.valueCount).map { "value\($0)" }
    let pattern = values.isEmpty ? "" : "(\(values.map { "let " + $0 }.joined(separator: ", ")))"
    let arguments = (["\(number + 1) as UInt8"] + values).joined(separator: ", ")
    return "case .\(one.name)\(pattern): writer.append(\(arguments))"
  }

  private static func reading(number: Int, _ one: SwiftDeclaration.Case) -> String {
    let value = one.valueCount == 0 ? ".\(one.name)" : "try reader.next(Self.\(one.name))"
    return "case \(number + 1): self = \(value)"
  }
}

/// The cases or stored properties of an enumeration or a struct, found by the indentation of
/// formatted Swift source.
struct SwiftDeclaration {
  /// A case of an enumeration, with the number of its associated values.
  typealias Case = (name: Substring, valueCount: Int)

  private(set) var cases: [Case] = []
  private(set) var properties: [Substring] = []
  private(set) var hasEmptyInitializer = false

  /// Finds the declaration of a type, such as `ViewFacts.Find`.
  init(of name: Substring, in lines: [String]) throws {
    var (body, indentation) = (lines[...], "")
    for part in name.split(separator: ".") {
      let beginnings = ["enum", "struct"].flatMap { kind in
        ["", "package "].map { "\(indentation)\($0)\(kind) \(part): " }
      }
      guard let start = body.firstIndex(where: { beginnings.contains(where: $0.hasPrefix) }),
        !body[start].hasSuffix("}"),
        let end = body[start...].firstIndex(of: indentation + "}")
      else { throw HeaderReader.Unreadable("\(name) is not declared on lines of its own") }
      body = body[(start + 1)..<end]
      indentation += "  "
    }
    // One string for each member, with the lines that continue it.
    var members: [Substring] = []
    for line in body where line.hasPrefix(indentation) {
      let text = line.dropFirst(indentation.count)
      if text.first == " " || text.first == ")" {
        members[members.count - 1] += text
      } else {
        members.append(text)
      }
    }
    for member in members {
      if member.hasPrefix("init() {") || member.hasPrefix("package init() {") {
        hasEmptyInitializer = true
      } else if member.hasPrefix("case ") {
        cases += Self.elements(of: member.dropFirst("case ".count)).map { one in
          let parts = one.split(separator: "(", maxSplits: 1)
          return (parts[0], parts.count == 1 ? 0 : Self.elements(of: parts[1].dropLast()).count)
        }
      } else if let property = try Self.storedProperty(in: member) {
        properties.append(property)
      }
    }
  }

  /// The name of the stored property that a member declares; nil for other members.
  ///
  /// - Throws: for a form of stored property that no type needs yet.
  private static func storedProperty(in member: Substring) throws -> Substring? {
    guard
      let match = member.wholeMatch(of: /((?:@\S+ |\w+(?:\(\w+\))? )*)(?:let|var) ([^{]*)(.*)/)
    else { return nil }
    let (modifiers, declared, body) = (Set(match.1.split(separator: " ")), match.2, match.3)
    let isObserved = body.contains(/\b(?:didSet|willSet)\b/)
    let isComputed = !body.isEmpty && !declared.contains("=") && !isObserved
    if isComputed || !modifiers.isDisjoint(with: ["static", "private", "fileprivate"]) {
      return nil
    }
    guard body.isEmpty, modifiers.isSubset(of: ["package", "private(set)", "internal(set)"]),
      let name = declared.prefixMatch(of: /\w+/), elements(of: declared).count == 1
    else { throw HeaderReader.Unreadable("no codec can be made of: \(member)") }
    return name.0
  }

  /// The parts between the commas that are outside of brackets.
  private static func elements(of text: Substring) -> [Substring] {
    var depth = 0
    return text.split { character in
      depth += "([<".contains(character) ? 1 : ")]>".contains(character) ? -1 : 0
      return character == "," && depth == 0
    }.map { $0.drop { $0 == " " } }
  }
}
