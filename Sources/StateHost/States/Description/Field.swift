internal import HostText

/// A value of the file on its way to its meaning, with the path by which it was reached.
struct Field {
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

  func boolean() throws(LocatedProblem) -> Bool {
    guard case .boolean(let answer) = value.content else {
      throw wrongType("true or false", example: "true")
    }
    return answer
  }

  func integer(in range: ClosedRange<Int>) throws(LocatedProblem) -> Int {
    guard case .number(let number) = value.content else {
      throw wrongType("a whole number", example: "\(range.lowerBound)")
    }
    guard number.text.utf8.allSatisfy({ $0 != UInt8(ascii: ".") && $0 | 0x20 != UInt8(ascii: "e") })
    else { throw wrongType("a whole number", example: "\(range.lowerBound)") }
    guard let integer = number.integer, let answer = Int(exactly: integer), range.contains(answer)
    else { throw problem(.outOfRange(number: number.text, range: range)) }
    return answer
  }

  func list(_ wanted: String, example: String) throws(LocatedProblem) -> [Field] {
    guard case .array(let elements) = value.content else {
      throw wrongType(wanted, example: example)
    }
    return elements.enumerated().map { index, element in
      Field(value: element, path: path.appending(.element(index)))
    }
  }

  func object(_ wanted: String, example: String) throws(LocatedProblem) -> FieldObject {
    guard case .object(let members) = value.content else {
      throw wrongType(wanted, example: example)
    }
    return FieldObject(field: self, members: members)
  }

  /// A duration in nanoseconds, from 0 to an hour.
  func duration() throws(LocatedProblem) -> Int64 {
    let text = try string("a duration", example: "\"300ms\"")
    do {
      return try DurationText.nanoseconds(text)
    } catch {
      switch error {
      case .malformed: throw problem(.malformedDuration(text))
      case .negative: throw problem(.negativeDuration(text))
      case .tooLong: throw problem(.durationTooLong(text))
      case .tooFine: throw problem(.durationTooFine(text))
      }
    }
  }

  /// One of the names that are known, as the value it stands for.
  func name<Value>(
    of kind: NameKind, among known: [(name: String, value: Value)]
  ) throws(LocatedProblem) -> Value {
    let name = try string("a name", example: "\"\(known.first?.name ?? "")\"")
    guard let match = known.first(where: { $0.name == name }) else {
      throw problem(.unknownName(name, of: kind, known: known.map(\.name)))
    }
    return match.value
  }

  /// One of the names that are known.
  func name(of kind: NameKind, among known: [String]) throws(LocatedProblem) -> String {
    let name = try string(
      "a name", example: "\"\(HarmlessText.escaped(known.first ?? kind.rawValue))\"")
    guard known.contains(name) else {
      throw problem(.unknownName(name, of: kind, known: known))
    }
    return name
  }

  /// A key that can be pressed.
  func key(_ wanted: String, example: String) throws(LocatedProblem) -> Key {
    let name = try string(wanted, example: example)
    do throws(KeyNameProblem) {
      return try Key(naming: name)
    } catch {
      throw problem(
        error == .unknown
          ? .unknownName(name, of: .key, known: Key.names) : .deadKey(name, error))
    }
  }

  private func wrongType(_ wanted: String, example: String) -> LocatedProblem {
    problem(.wrongType(found: value.content.kind, wanted: wanted, example: example))
  }
}

/// An object of the file, asked for its members by name.
struct FieldObject {
  let field: Field
  let members: [JSONMember]

  /// All members with their places, in the order of the file.
  var fields: [(name: String, nameField: Field, field: Field)] {
    members.map { member in
      let path = field.path.appending(.member(member.name))
      let name = JSONValue(offset: member.nameOffset, content: .string(member.name))
      return (member.name, Field(value: name, path: path), Field(value: member.value, path: path))
    }
  }

  subscript(name: String) -> Field? {
    guard let member = members.first(where: { $0.name == name }) else { return nil }
    return Field(value: member.value, path: field.path.appending(.member(name)))
  }

  func required(_ name: String, example: String) throws(LocatedProblem) -> Field {
    guard let found = self[name] else {
      throw field.problem(.missingKey(name, example: example))
    }
    return found
  }

  /// - Throws: the first member whose name is not among `known`.
  func allowOnly(_ known: [String]) throws(LocatedProblem) {
    for (name, nameField, _) in fields where !known.contains(name) {
      throw nameField.problem(.unknownKey(name, known: known))
    }
  }
}
