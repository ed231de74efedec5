internal import HostText

/// A JSON value with its path in a states file or scenario, and functions that decode it to a type
/// or throw an error with its location.
struct JSONField {
  let value: JSONValue
  let path: JSONPath

  func problem(_ problem: StatesFileProblem) -> LocatedProblem {
    LocatedProblem(problem: problem, offset: value.offset, path: path)
  }

  func string(_ wanted: String, example: String) throws(LocatedProblem) -> String {
    guard case .string(let text) = value.content else {
      throw wrongType(wanted, example: example)
    }
    return text
  }

  func text() throws(LocatedProblem) -> String { try string("a text", example: "\"words\"") }

  func boolean() throws(LocatedProblem) -> Bool {
    guard case .boolean(let answer) = value.content else {
      throw wrongType("true or false", example: "true")
    }
    return answer
  }

  func integer(in range: ClosedRange<Int>) throws(LocatedProblem) -> Int {
    guard case .number(let number) = value.content,
      number.text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") })
    else { throw wrongType("a whole number", example: "\(range.lowerBound)") }
    guard let integer = number.integer, let answer = Int(exactly: integer), range.contains(answer)
    else { throw problem(.outOfRange(number: number.text, range: range)) }
    return answer
  }

  func list(_ wanted: String, example: String) throws(LocatedProblem) -> [JSONField] {
    guard case .array(let elements) = value.content else {
      throw wrongType(wanted, example: example)
    }
    return elements.enumerated().map { index, element in
      JSONField(value: element, path: path.appending(.element(index)))
    }
  }

  func object(_ wanted: String, example: String) throws(LocatedProblem) -> JSONFieldObject {
    guard case .object(let members) = value.content else {
      throw wrongType(wanted, example: example)
    }
    return JSONFieldObject(field: self, members: members)
  }

  /// Nanoseconds, from 0 to an hour.
  func duration() throws(LocatedProblem) -> Int64 {
    let text = try string("a duration", example: "\"300ms\"")
    do throws(DurationText.Fault) {
      return try DurationText.nanoseconds(text)
    } catch {
      throw problem(.duration(text, error))
    }
  }

  /// The value of one of the known names.
  func name<Value>(
    of kind: NameKind, among known: [(name: String, value: Value)]
  ) throws(LocatedProblem) -> Value {
    let example = HarmlessText.escaped(known.first?.name ?? kind.rawValue)
    let name = try string("a name", example: "\"\(example)\"")
    guard let match = known.first(where: { $0.name == name }) else {
      throw problem(.unknownName(name, of: kind, known: known.map(\.name)))
    }
    return match.value
  }

  func name(of kind: NameKind, among known: [String]) throws(LocatedProblem) -> String {
    try name(of: kind, among: known.map { ($0, $0) })
  }

  func name<Value: RawRepresentable & CaseIterable>(
    of kind: NameKind
  ) throws(LocatedProblem) -> Value where Value.RawValue == String {
    try name(of: kind, among: Value.allCases.map { ($0.rawValue, $0) })
  }

  func key(_ wanted: String, example: String) throws(LocatedProblem) -> Key {
    let name = try string(wanted, example: example)
    do throws(KeyNameProblem) {
      return try Key(naming: name)
    } catch {
      throw problem(
        error == .unknown
          ? .unknownName(name, of: .key, known: Key.names) : .unusableKey(name, error))
    }
  }

  /// Bytes as pairs of hexadecimal digits, with optional spaces.
  func hexadecimalBytes() throws(LocatedProblem) -> [UInt8] {
    let text = try string("bytes in hexadecimal digits", example: "\"61 0a\"")
    guard let bytes = [UInt8](hexadecimal: text.utf8.filter { $0 != UInt8(ascii: " ") }) else {
      throw problem(.malformedBytes(text))
    }
    return bytes
  }

  /// Decodes every element of a list.
  func elements<Element>(
    _ wanted: String, example: String,
    _ decode: (JSONField) throws(LocatedProblem) -> Element
  ) throws(LocatedProblem) -> [Element] {
    var elements: [Element] = []
    for element in try list(wanted, example: example) { elements.append(try decode(element)) }
    return elements
  }

  private func wrongType(_ wanted: String, example: String) -> LocatedProblem {
    problem(.wrongType(found: value.content.kind, wanted: wanted, example: example))
  }
}

/// A JSON object and its path in a states file or scenario: finds members, rejects unknown ones.
struct JSONFieldObject {
  let field: JSONField
  let members: [JSONMember]

  /// All members in file order.
  var fields: [(name: String, nameField: JSONField, field: JSONField)] {
    members.map { member in
      let path = field.path.appending(.member(member.name))
      let name = JSONValue(offset: member.nameOffset, content: .string(member.name))
      return (
        member.name, JSONField(value: name, path: path), JSONField(value: member.value, path: path)
      )
    }
  }

  subscript(name: String) -> JSONField? {
    guard let member = members.first(where: { $0.name == name }) else { return nil }
    return JSONField(value: member.value, path: field.path.appending(.member(name)))
  }

  func required(_ name: String, example: String) throws(LocatedProblem) -> JSONField {
    guard let found = self[name] else {
      throw field.problem(.missingKey(name, example: example))
    }
    return found
  }

  /// - Throws: the first member whose name is not known.
  func allowOnly(_ known: [String]) throws(LocatedProblem) {
    for (name, nameField, _) in fields where !known.contains(name) {
      throw nameField.problem(.unknownKey(name, known: known))
    }
  }
}
