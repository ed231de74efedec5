package import HostSystem
package import HostText

/// The declaration of an option by a child or source of a plugin: its name, type, default, help and
/// allowed values; checks values, and is encoded for workers and the cache.
package struct OptionDeclaration: Equatable, Sendable {
  /// The type of the values of a plugin's option, as the host reads it from the descriptor, such as
  /// text, flag, integer or duration.
  package enum Kind: UInt32, Sendable {
    case text = 1
    case flag, integer, number, duration, choice
  }

  package let name: String
  package let kind: Kind
  /// The default as text; empty: the option is not set.
  package let fallback: String
  /// One line of help; may be empty.
  package let help: String
  /// The values of a choice, each once.
  package let choices: [String]
  /// The range of numbers, or of a duration in seconds; nil for any.
  package let range: ClosedRange<Double>?

  /// The invalid part of the declaration of a plugin's option: its name, choices, range or default.
  package enum Fault: Error, Equatable, Sendable {
    case name, choices, range, fallback
  }

  /// - Throws: what is invalid.
  package init(
    name: String, kind: Kind, fallback: String = "", help: String = "", choices: [String] = [],
    range: ClosedRange<Double>? = nil
  ) throws(Fault) {
    guard 1...64 ~= name.utf8.count, name.utf8.allSatisfy(\.isNameByte) else { throw .name }
    self.name = name
    self.kind = kind
    self.fallback = fallback
    self.help = help
    self.choices = choices
    self.range = range
    if kind == .choice {
      guard !choices.isEmpty, Set(choices).count == choices.count else { throw .choices }
    }
    if !fallback.isEmpty, !takes(fallback) { throw .fallback }
  }

  // MARK: Accepted values

  /// Whether a text is a valid value.
  package func takes(_ text: String) -> Bool {
    switch kind {
    case .text: true
    case .flag: Bool(text) != nil
    case .integer: Int64(text).map { isInRange(Double($0)) } ?? false
    case .number: OptionParsing.number(text).map(isInRange) ?? false
    case .duration: OptionParsing.nanoseconds(text).map { isInRange(Double($0) / 1e9) } ?? false
    case .choice: choices.contains(text)
    }
  }

  private func isInRange(_ number: Double) -> Bool { range?.contains(number) ?? true }

  /// Whether a value in a states file is valid and of the right JSON type.
  package func takes(_ value: JSONValue) -> Bool {
    switch (kind, value.content) {
    case (.text, .string), (.duration, .string), (.choice, .string), (.flag, .boolean),
      (.integer, .number), (.number, .number):
      takes(ChildOptionValues.text(of: value))
    default: false
    }
  }

  /// A description of the valid values: "a whole number from 1 to 9".
  package var wanted: String {
    switch kind {
    case .text: "a text"
    case .flag: "true or false"
    case .integer: "a whole number" + limits("")
    case .number: "a number" + limits("")
    case .duration: "a duration such as 300ms" + (range == nil ? ", an hour at most" : limits("s"))
    case .choice: choices.count == 1 ? choices[0] : "one of " + choices.joined(separator: ", ")
    }
  }

  private func limits(_ unit: String) -> String {
    guard let range else { return "" }
    return " from \(Self.plain(range.lowerBound))\(unit) to \(Self.plain(range.upperBound))\(unit)"
  }

  /// A number, without a fraction of 0.
  private static func plain(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? "\(number)"
  }
}

/// Functions that parse a plugin's option text as a finite number or a duration of at most an hour,
/// and one that writes an option parsed by such a function into the memory of the reading plugin.
package enum OptionParsing {
  package static func number(_ text: String) -> Double? {
    Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The longest text of a value that is not a string, or that is remembered.
  fileprivate static let bytesLimit = 512

  /// Writes the value of an option, parsed by `meaning`, a function of this type; returns nil when
  /// the option is not set, and false when its text cannot be parsed.
  ///
  /// `copy` copies as much text as fits into a buffer and returns the full length; nil if unset.
  static func read<Value>(
    into target: UnsafeMutablePointer<Value>, _ meaning: (String) -> Value?,
    _ copy: (UnsafeMutableRawBufferPointer) -> UInt64?
  ) -> Bool? {
    unsafe withUnsafeTemporaryAllocation(byteCount: bytesLimit, alignment: 1) { room in
      guard let length = unsafe copy(room) else { return nil }
      guard length <= bytesLimit,
        let value = unsafe meaning(String(decoding: room.prefix(Int(length)), as: UTF8.self))
      else { return false }
      unsafe target.pointee = value
      return true
    }
  }

  /// Parses a duration of 0 to one hour.
  package static func nanoseconds(_ text: String) -> Int64? { try? DurationText.nanoseconds(text) }
}

extension ChildType {
  /// The option of this name, if a child may remember this value of it.
  package func option(_ name: String, taking value: String) -> OptionDeclaration? {
    guard value.utf8.count <= OptionParsing.bytesLimit else { return nil }
    return options.first { $0.name == name && $0.takes(value) }
  }
}

// MARK: - Encoding

extension OptionDeclaration {
  package func write(to writer: inout ByteWriter) {
    writer.append(name)
    writer.append(kind.rawValue)
    writer.append(fallback)
    writer.append(help)
    writer.append(UInt32(choices.count))
    for choice in choices { writer.append(choice) }
    writer.append(range != nil)
    if let range {
      writer.append(range.lowerBound.bitPattern)
      writer.append(range.upperBound.bitPattern)
    }
  }

  /// Decodes what `write` wrote; untrusted bytes that a descriptor may not declare are malformed.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let limit = Int(DescriptorReader.textBytesLimit)
    let name = try reader.text(limit: limit)
    guard let kind = Kind(rawValue: try reader.uint32()) else { throw .init() }
    let fallback = try reader.text(limit: limit)
    let help = try reader.text(limit: limit)
    var choices: [String] = []
    for _ in 0..<(try reader.count(limit: Int(DescriptorReader.choicesLimit))) {
      choices.append(try reader.text(limit: limit))
    }
    var range: ClosedRange<Double>?
    if try reader.flag() {
      let lower = Double(bitPattern: try reader.uint64())
      let upper = Double(bitPattern: try reader.uint64())
      guard lower <= upper else { throw .init() }
      range = lower...upper
    }
    guard
      let type = try? OptionDeclaration(
        name: name, kind: kind, fallback: fallback, help: help, choices: choices, range: range)
    else { throw .init() }
    self = type
  }
}

/// The option values that one child or source of a plugin gets, by name and as text: from the
/// states file or the command line, or declared defaults.
package struct ChildOptionValues: Equatable, Sendable {
  package private(set) var texts: [(name: String, text: [UInt8])] = []

  /// - Parameter value: the object from a states file; nil for none.
  package init(_ value: JSONValue?) {
    guard case .object(let members)? = value?.content else { return }
    for member in members { texts.append((member.name, Array(Self.text(of: member.value).utf8))) }
  }

  package init(_ texts: [(name: String, text: [UInt8])]) { self.texts = texts }

  package static func == (one: ChildOptionValues, other: ChildOptionValues) -> Bool {
    one.texts.elementsEqual(other.texts) { $0.name == $1.name && $0.text == $1.text }
  }

  /// Sets an option, replacing an earlier value; nil removes that.
  package mutating func set(_ name: String, _ text: String?) {
    texts.removeAll { $0.name == name }
    if let text { texts.append((name, Array(text.utf8))) }
  }

  package func has(_ name: String) -> Bool { texts.contains { $0.name == name } }

  /// Adds the default values of options that are not set.
  package mutating func addFallbacks(of types: [OptionDeclaration]) {
    for type in types
    where !type.fallback.isEmpty && !has(type.name) {
      texts.append((type.name, Array(type.fallback.utf8)))
    }
  }

  /// The text of a states file value: a string as it is, anything else as JSON.
  package static func text(of value: JSONValue) -> String {
    if case .string(let text) = value.content { return text }
    return String(writing: { $0.appendJSON(value) })
  }

  /// Copies as much of an option as fits into a buffer and returns the full length; nil if unset.
  package func copy(_ name: String, into buffer: UnsafeMutableRawBufferPointer) -> UInt64? {
    guard let text = texts.first(where: { $0.name == name })?.text else { return nil }
    unsafe buffer.copyBytes(from: text.prefix(buffer.count))
    return UInt64(text.count)
  }
}

/// The value of an option of a child or source for one run, from `-o ID.NAME=VALUE`; in `validate`
/// also `NAME=VALUE`, with an empty id, for each child and source that has the option.
package struct OptionAssignment: Equatable, Sendable {
  /// Empty: for each child that has an option with this name.
  package let id: String
  package let name: String
  package let text: String

  /// Parses `ID.NAME=VALUE`; nil when it is malformed.
  package init?(_ text: String) {
    self.init(forAnyChild: text)
    if id.isEmpty { return nil }
  }

  /// Parses `NAME=VALUE` or `ID.NAME=VALUE`; ids may contain dots, names may not; nil if malformed.
  package init?(forAnyChild text: String) {
    guard let equals = text.firstIndex(of: "=") else { return nil }
    let dot = text[..<equals].lastIndex(of: ".")
    id = dot.map { String(text[..<$0]) } ?? ""
    name = String(text[(dot.map(text.index(after:)) ?? text.startIndex)..<equals])
    self.text = String(text[text.index(after: equals)...])
    guard !name.isEmpty, dot == nil || DescriptorReader.isID(id) else { return nil }
  }

  package init(id: String, name: String, text: String) {
    self.id = id
    self.name = name
    self.text = text
  }
}
