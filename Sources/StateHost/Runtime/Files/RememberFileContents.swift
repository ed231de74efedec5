package import HostContent
internal import HostPlugins
package import HostSurface
package import HostSystem
internal import HostText

/// The contents of the `--remember` file: saved states of children, sizes that the user gave to
/// docked children, remembered options, cursor row and last search; without the file, the stage
/// uses only the sizes, and the states of children that failed off screen.
///
/// The state, opaque to the host, is stored as hexadecimal digits; all after `children` is
/// optional: `{"children":[{"name":"list","use":"org.statehost.list","state":"6c69…"}]}`. Strip
/// sizes: `"sizes":[{"name":"list","use":"org.statehost.list","edge":2,"cells":30,"of":80}]`, where
/// `"of":0` stands for a size in cells alone. The cursor row with the cells of its key:
/// `"row":{"text":"6162","key":[{"column":"PID","cell":"3132"}]}`. The last search:
/// `"find":{"text":"6162","kind":"text","case":"smart"}`. Options:
/// `"options":[{"child":"org.statehost.list","option":"wrap","value":"true"}]`.
package struct RememberFileContents: Equatable {
  /// A child's saved state, which stays in the file while there is no child of its name and type.
  package struct Entry: Equatable {
    /// The child's name in the event log and the states file.
    package let name: String
    /// The child's type id; a child of the same name but another type does not get the state.
    package let use: String
    package let state: [UInt8]
  }

  /// The size the user gave to a child docked at a screen edge, as stored in the `--remember` file.
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
  /// What children remember of their options, without defaults.
  package var options: [RememberedOption] = []

  package init() {}

  package subscript(name: String, use use: String) -> [UInt8]? {
    entries.first { $0.name == name && $0.use == use }?.state
  }

  /// Stores the state of a child; nil removes it.
  package mutating func remember(_ state: [UInt8]?, of name: String, use: String) {
    let place = entries.firstIndex { $0.name == name && $0.use == use } ?? entries.endIndex
    entries.replaceSubrange(
      place..<min(place + 1, entries.endIndex),
      with: state.map { [Entry(name: name, use: use, state: $0)] } ?? [])
  }

  /// The strip size that the user chose for a child; nil if there is none.
  func size(of child: Arrangement.Entry) -> DockSize? {
    if sizes.isEmpty { return nil }
    let use = child.type?.id ?? ""
    return sizes.first { $0.name == child.name && $0.use == use }?.size
  }

  mutating func remember(_ size: DockSize, of child: Arrangement.Entry) {
    let kept = Size(name: child.name, use: child.type?.id ?? "", size: size)
    let place = sizes.firstIndex { $0.name == kept.name && $0.use == kept.use } ?? sizes.endIndex
    sizes.replaceSubrange(place..<min(place + 1, sizes.endIndex), with: [kept])
  }
}

// MARK: - The format

extension RememberFileContents {
  /// The error that a `--remember` file does not have the format that this program writes.
  package struct InvalidFormat: Error {}

  package init(reading bytes: [UInt8]) throws(InvalidFormat) {
    guard case .object(let top) = try? JSONValue(parsing: bytes).content,
      1...5 ~= top.count, top[0].name == "children"
    else { throw InvalidFormat() }
    for member in top {
      switch member.name {
      case "row": row = try Self.row(MemberReader(member.value, count: 2))
      case "find": find = try Self.find(MemberReader(member.value, count: 3))
      case "sizes":
        for size in try MemberReader.list(member.value, count: 5) {
          sizes.append(try Self.size(size))
        }
      case "options":
        for option in try MemberReader.list(member.value, count: 3) {
          options.append(
            RememberedOption(
              child: try option.text("child"), name: try option.text("option"),
              value: try option.text("value")))
        }
      case "children":
        for child in try MemberReader.list(member.value, count: 3) {
          entries.append(
            Entry(
              name: try child.text("name"), use: try child.text("use"),
              state: try child.bytes("state")))
        }
      default: throw InvalidFormat()
      }
    }
  }

  private static func find(_ members: MemberReader) throws(InvalidFormat) -> RowFilter {
    let text = try members.bytes("text")
    guard text.count <= RowFilter.longestText,
      let kind = RowFilter.Kind(rawValue: try members.text("kind")),
      let letterCase = RowFilter.LetterCase(rawValue: try members.text("case"))
    else { throw InvalidFormat() }
    return RowFilter(text, kind: kind, letterCase: letterCase)
  }

  private static func row(_ members: MemberReader) throws(InvalidFormat) -> SavedRow {
    var row = SavedRow(text: try members.bytes("text"), cells: [])
    for cell in try MemberReader.list(members.value("key"), count: 2) {
      row.cells.append(SavedRow.Cell(column: try cell.text("column"), text: try cell.bytes("cell")))
    }
    return row
  }

  private static func size(_ members: MemberReader) throws(InvalidFormat) -> Size {
    let whole = try members.integer("of")
    guard
      let edge = UInt32(exactly: try members.integer("edge")).flatMap(Dock.Edge.init(rawValue:)),
      let size = DockSize(edge, cells: try members.integer("cells"), of: whole == 0 ? nil : whole)
    else { throw InvalidFormat() }
    return Size(name: try members.text("name"), use: try members.text("use"), size: size)
  }

  package var fileBytes: [UInt8] {
    let children: [JSONValue] = entries.map {
      .object(["name": .text($0.name), "use": .text($0.use), "state": .text($0.state.hexadecimal)])
    }
    var whole = [JSONMember(name: "children", value: .list(children))]
    if !sizes.isEmpty {
      let sizes: [JSONValue] = sizes.map {
        .object([
          "name": .text($0.name), "use": .text($0.use), "edge": .integer($0.size.edge.rawValue),
          "cells": .integer($0.size.cells), "of": .integer($0.size.whole ?? 0),
        ])
      }
      whole.append(JSONMember(name: "sizes", value: .list(sizes)))
    }
    if let row {
      let key: [JSONValue] = row.cells.map {
        .object(["column": .text($0.column), "cell": .text($0.text.hexadecimal)])
      }
      let value: JSONValue = .object(["text": .text(row.text.hexadecimal), "key": .list(key)])
      whole.append(JSONMember(name: "row", value: value))
    }
    if let find {
      let value: JSONValue = .object([
        "text": .text(find.text.hexadecimal), "kind": .text(find.kind.rawValue),
        "case": .text(find.letterCase.rawValue),
      ])
      whole.append(JSONMember(name: "find", value: value))
    }
    if !options.isEmpty {
      let options: [JSONValue] = options.map {
        .object([
          "child": .text($0.child), "option": .text($0.name), "value": .text($0.value ?? ""),
        ])
      }
      whole.append(JSONMember(name: "options", value: .list(options)))
    }
    return JSONValue(content: .object(whole)).line
  }
}

/// A strict reader for a JSON object in the `--remember` file: checks the number of members and
/// returns them by name as text, integer or bytes; throws `InvalidFormat` for anything else.
private struct MemberReader {
  private let members: [JSONMember]

  init(_ value: JSONValue, count: Int) throws(RememberFileContents.InvalidFormat) {
    guard case .object(let members) = value.content, members.count == count else { throw .init() }
    self.members = members
  }

  static func list(_ value: JSONValue, count: Int) throws(RememberFileContents.InvalidFormat)
    -> [MemberReader]
  {
    guard case .array(let list) = value.content else { throw .init() }
    return try list.map { element throws(RememberFileContents.InvalidFormat) in
      try MemberReader(element, count: count)
    }
  }

  func value(_ name: String) throws(RememberFileContents.InvalidFormat) -> JSONValue {
    guard let value = members.first(where: { $0.name == name })?.value else { throw .init() }
    return value
  }

  func text(_ name: String) throws(RememberFileContents.InvalidFormat) -> String {
    guard case .string(let text) = try value(name).content else { throw .init() }
    return text
  }

  func integer(_ name: String) throws(RememberFileContents.InvalidFormat) -> Int {
    guard case .number(let number) = try value(name).content, let integer = Int(number.text)
    else { throw .init() }
    return integer
  }

  /// The bytes that are written as pairs of lower-case hexadecimal digits.
  func bytes(_ name: String) throws(RememberFileContents.InvalidFormat) -> [UInt8] {
    let text = try text(name)
    guard let bytes = [UInt8](hexadecimal: text.utf8), bytes.hexadecimal == text else {
      throw .init()
    }
    return bytes
  }
}

// MARK: - The file

/// The file given to `--remember`, open during a run: reads what an earlier run saved (states and
/// sizes of children, cursor row, last search), and at the end replaces the file atomically.
///
/// It is identified by its descriptor and folder, so it stays the same file when a plugin changes
/// the current directory. A symbolic link is resolved.
package final class RememberFile {
  /// The path as the user wrote it, for messages.
  package let path: String
  private let file: FileDescriptor
  private let place: FileLocation

  /// The error that the `--remember` file is unreadable or not this program's; it stays unchanged.
  package enum Unusable: Error {
    case unreadable(reason: String)
    case notOurs
  }

  /// Takes over a file that is open for reading; throws an error if its folder cannot be opened.
  package init(owning file: consuming FileDescriptor, path: String) throws(SystemError) {
    self.path = path
    place = try FileLocation(of: file)
    self.file = file
  }

  /// Reads the states; empty for a new file.
  package func read() throws(Unusable) -> RememberFileContents {
    let bytes: [UInt8]
    do {
      bytes = try WholeFileReader.read(file.path, limit: JSONValue.sizeLimit)
    } catch {
      throw .unreadable(reason: error.reason)
    }
    guard !bytes.isEmpty else { return RememberFileContents() }
    guard let states = try? RememberFileContents(reading: bytes) else { throw .notOurs }
    return states
  }

  /// Replaces the file atomically; only the owner can read it, because it may contain rows.
  package func write(_ states: RememberFileContents) throws(SystemError) {
    try place.replace(with: states.fileBytes.span)
  }
}
