package import HostContent
internal import HostPlugins
internal import HostStates
package import HostSurface
internal import HostText

/// The contents of the `--remember` file, kept from one run to the next: the saved states of children, the sizes of
/// docked children, the cursor row and the last search.
///
/// The state is opaque to the host and stored as hexadecimal digits:
/// `{"children":[{"name":"list","use":"org.statehost.list","state":"6c69…"}]}`. Optional members follow. Strip sizes:
/// `"sizes":[{"name":"list","use":"org.statehost.list","edge":2,"cells":30,"of":80}]`, where `"of":0` stands for a
/// size in cells alone. The cursor row with the cells of its key:
/// `"row":{"text":"6162","key":[{"column":"PID","cell":"3132"}]}`. The last search:
/// `"find":{"text":"6162","kind":"text","case":"smart"}`.
package struct RememberedStates: Equatable {
  /// The saved state of one child in the `--remember` file: opaque bytes from its plugin, with the child's name and
  /// type.
  package struct Entry: Equatable {
    /// The child's name in the event log and the states file.
    package let name: String
    /// The id of the child's type; a child of the same name but another type does not get the state.
    package let use: String
    package let state: [UInt8]
  }

  /// The size that the user gave to a child docked at an edge of the screen, as stored in the `--remember` file.
  package struct Size: Equatable {
    package let name: String
    /// The id of the child's type; empty for a blank child.
    package let use: String
    package let size: DockSize
  }

  package private(set) var entries: [Entry] = []
  package private(set) var sizes: [Size] = []
  /// The cursor row; nil if the user chose none.
  package var row: SavedRow?
  /// The user's last search; nil if there is none.
  package var find: RowFilter?

  /// The error that the `--remember` file is not in the format in which this program saves children's states.
  package struct NotOurs: Error {}

  package init() {}

  /// Parses the contents of a file.
  package init(reading bytes: [UInt8]) throws(NotOurs) {
    guard let root = try? JSONDocument(reading: bytes).root, case .object(let top) = root.content,
      1...4 ~= top.count, top[0].name == "children", case .array(let list) = top[0].value.content
    else { throw NotOurs() }
    for element in list {
      guard case .object(let members) = element.content, members.count == 3,
        let name = Self.text("name", in: members), let use = Self.text("use", in: members),
        let state = Self.text("state", in: members).flatMap(Self.bytes(ofDigits:))
      else { throw NotOurs() }
      entries.append(Entry(name: name, use: use, state: state))
    }
    for member in top.dropFirst() {
      switch member.name {
      case "row": row = try Self.row(member.value)
      case "find": find = try Self.find(member.value)
      default: try readSizes(member)
      }
    }
  }

  private static func find(_ value: JSONValue) throws(NotOurs) -> RowFilter {
    guard case .object(let members) = value.content, members.count == 3,
      let text = text("text", in: members).flatMap(bytes(ofDigits:)),
      text.count <= RowFilter.longestText,
      let kind = Self.text("kind", in: members).flatMap(RowFilter.Kind.init),
      let letterCase = Self.text("case", in: members).flatMap(RowFilter.LetterCase.init)
    else { throw NotOurs() }
    return RowFilter(text, kind: kind, letterCase: letterCase)
  }

  private static func row(_ value: JSONValue) throws(NotOurs) -> SavedRow {
    guard case .object(let members) = value.content, members.count == 2,
      let text = text("text", in: members).flatMap(bytes(ofDigits:)),
      case .array(let list) = members.first(where: { $0.name == "key" })?.value.content
    else { throw NotOurs() }
    var row = SavedRow(text: text, cells: [])
    for element in list {
      guard case .object(let members) = element.content, members.count == 2,
        let column = Self.text("column", in: members),
        let cell = Self.text("cell", in: members).flatMap(bytes(ofDigits:))
      else { throw NotOurs() }
      row.cells.append(SavedRow.Cell(column: column, text: cell))
    }
    return row
  }

  private mutating func readSizes(_ member: JSONMember) throws(NotOurs) {
    guard member.name == "sizes", case .array(let list) = member.value.content else {
      throw NotOurs()
    }
    for element in list {
      guard case .object(let members) = element.content, members.count == 5,
        let name = Self.text("name", in: members), let use = Self.text("use", in: members),
        let edge = Self.integer("edge", in: members).flatMap(UInt32.init(exactly:))
          .flatMap(Dock.Edge.init),
        let cells = Self.integer("cells", in: members), let whole = Self.integer("of", in: members),
        let size = DockSize(edge, cells: cells, of: whole == 0 ? nil : whole)
      else { throw NotOurs() }
      sizes.append(Size(name: name, use: use, size: size))
    }
  }

  /// The saved state of the child with this name and type.
  package subscript(name: String, use use: String) -> [UInt8]? {
    entries.first { $0.name == name && $0.use == use }?.state
  }

  /// Stores the state of a child; nil removes it.
  package mutating func remember(_ state: [UInt8]?, of name: String, use: String) {
    let place = entries.firstIndex { $0.name == name && $0.use == use }
    guard let state else {
      if let place { entries.remove(at: place) }
      return
    }
    let entry = Entry(name: name, use: use, state: state)
    if let place { entries[place] = entry } else { entries.append(entry) }
  }

  /// The strip size that the user chose for a child; nil if there is none.
  func size(of child: Arrangement.Entry) -> DockSize? {
    if sizes.isEmpty { return nil }
    let use = child.type?.id ?? ""
    return sizes.first { $0.name == child.name && $0.use == use }?.size
  }

  /// Stores the strip size that the user chose for a child.
  mutating func remember(_ size: DockSize, of child: Arrangement.Entry) {
    let kept = Size(name: child.name, use: child.type?.id ?? "", size: size)
    if let place = sizes.firstIndex(where: { $0.name == kept.name && $0.use == kept.use }) {
      sizes[place] = kept
    } else {
      sizes.append(kept)
    }
  }

  /// The contents of the file.
  package var fileBytes: [UInt8] {
    let children = JSONValue.list(
      entries.map { entry in
        .object([
          "name": .text(entry.name), "use": .text(entry.use),
          "state": .text(Self.digits(of: entry.state)),
        ])
      })
    var whole = [JSONMember(name: "children", value: children)]
    if !sizes.isEmpty { whole.append(JSONMember(name: "sizes", value: sizeList)) }
    if let row { whole.append(JSONMember(name: "row", value: Self.value(of: row))) }
    if let find {
      let value: JSONValue = .object([
        "text": .text(Self.digits(of: find.text)), "kind": .text(find.kind.rawValue),
        "case": .text(find.letterCase.rawValue),
      ])
      whole.append(JSONMember(name: "find", value: value))
    }
    return JSONValue(content: .object(whole)).line
  }

  private static func value(of row: SavedRow) -> JSONValue {
    .object([
      "text": .text(digits(of: row.text)),
      "key": .list(
        row.cells.map { cell in
          .object(["column": .text(cell.column), "cell": .text(digits(of: cell.text))])
        }),
    ])
  }

  private var sizeList: JSONValue {
    JSONValue.list(
      sizes.map { kept in
        .object([
          "name": .text(kept.name), "use": .text(kept.use),
          "edge": .integer(kept.size.edge.rawValue), "cells": .integer(kept.size.cells),
          "of": .integer(kept.size.whole ?? 0),
        ])
      })
  }

  private static func text(_ name: String, in members: [JSONMember]) -> String? {
    guard let value = members.first(where: { $0.name == name })?.value,
      case .string(let text) = value.content
    else { return nil }
    return text
  }

  private static func integer(_ name: String, in members: [JSONMember]) -> Int? {
    guard let value = members.first(where: { $0.name == name })?.value,
      case .number(let number) = value.content
    else { return nil }
    return Int(number.text)
  }

  private static func digits(of bytes: [UInt8]) -> String {
    var digits: [UInt8] = []
    for byte in bytes {
      digits.appendHexDigit(byte >> 4)
      digits.appendHexDigit(byte & 15)
    }
    return String(decoding: digits, as: UTF8.self)
  }

  private static func bytes(ofDigits text: String) -> [UInt8]? {
    let halves = text.utf8.map { digit -> UInt8? in
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
      case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
      default: nil
      }
    }
    guard halves.count.isMultiple(of: 2) else { return nil }
    var bytes: [UInt8] = []
    for index in stride(from: 0, to: halves.count, by: 2) {
      guard let high = halves[index], let low = halves[index + 1] else { return nil }
      bytes.append(high << 4 | low)
    }
    return bytes
  }
}
