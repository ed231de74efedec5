package import HostSystem
package import HostText

/// The declaration of an option by a child or source of a plugin: its name, type, default, help and allowed values.
package struct OptionType: Equatable, Sendable {
  /// The type of the values of a plugin's option, such as text, flag, integer or duration.
  package enum Kind: UInt32, Sendable {
    case text = 1
    case flag
    case integer
    case number
    case duration
    case choice
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
    case name
    case choices
    case range
    case fallback
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
}

// MARK: - Accepted values

extension OptionType {
  /// Whether a text is a valid value.
  package func takes(_ text: String) -> Bool {
    switch kind {
    case .text: true
    case .flag: OptionText.flag(text) != nil
    case .integer: OptionText.integer(text).map { isInRange(Double($0)) } ?? false
    case .number: OptionText.number(text).map(isInRange) ?? false
    case .duration: OptionText.nanoseconds(text).map { isInRange(Double($0) / 1e9) } ?? false
    case .choice: choices.contains(text)
    }
  }

  private func isInRange(_ number: Double) -> Bool { range?.contains(number) ?? true }

  /// Whether a value in a states file is valid and of the right JSON type.
  package func takes(_ value: JSONValue) -> Bool {
    switch (kind, value.content) {
    case (.text, .string), (.duration, .string), (.choice, .string), (.flag, .boolean),
      (.integer, .number), (.number, .number):
      takes(ChildOptions.text(of: value))
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

/// Parses the text of an option's value as a flag, number or duration.
package enum OptionText {
  package static func flag(_ text: String) -> Bool? { Bool(text) }

  package static func integer(_ text: String) -> Int64? { Int64(text) }

  /// Parses a finite number.
  package static func number(_ text: String) -> Double? {
    guard let number = Double(text), number.isFinite else { return nil }
    return number
  }

  /// The longest text of a value that is not a string.
  private static let bytesLimit = 512

  /// The value of an option, parsed by `meaning`, a function of this type; nil when it is not set or cannot be parsed.
  ///
  /// `copy` copies as much of the text as fits into a buffer and returns the full length; nil when it is not set.
  static func value<Value>(
    _ meaning: (String) -> Value?, _ copy: (UnsafeMutableRawBufferPointer) -> UInt64?
  ) -> Value? {
    let text: String? = unsafe withUnsafeTemporaryAllocation(byteCount: bytesLimit, alignment: 1) {
      room in
      guard let length = unsafe copy(room), length <= bytesLimit else { return nil }
      return unsafe String(decoding: room.prefix(Int(length)), as: UTF8.self)
    }
    return text.flatMap(meaning)
  }

  /// Parses a duration of 0 to one hour.
  package static func nanoseconds(_ text: String) -> Int64? {
    try? DurationText.nanoseconds(text)
  }
}

// MARK: - Encoding

extension OptionType {
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
      let type = try? OptionType(
        name: name, kind: kind, fallback: fallback, help: help, choices: choices, range: range)
    else { throw .init() }
    self = type
  }
}
