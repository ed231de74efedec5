package import HostPlugins
internal import HostSystem
internal import HostText

/// A value that a child of a plugin remembers for one of its options.
package struct RememberedOption: Equatable {
  /// The id of the child's type.
  package let child: String
  package let name: String
  /// Nil for the default.
  package let value: String?

  package init(child: String, name: String, value: String?) {
    (self.child, self.name, self.value) = (child, name, value)
  }

  fileprivate func isOfSameOption(as other: RememberedOption) -> Bool {
    child == other.child && name == other.name
  }
}

/// The values that children remember for their options while a source is shown: those of earlier
/// runs, which the user's options replace, and those of this run, which replace the user's.
package struct RememberedOptions {
  private let earlier: [RememberedOption]
  private var current: [RememberedOption] = []

  package init(_ earlier: [RememberedOption] = []) { self.earlier = earlier }

  /// What was remembered in this run; nil if nothing was.
  subscript(child: String, name: String) -> RememberedOption? {
    get { current.first { $0.child == child && $0.name == name } }
    set {
      current.removeAll { $0.child == child && $0.name == name }
      if let newValue { current.append(newValue) }
    }
  }

  /// The options of a child: those that the user gives, what is remembered, and defaults.
  package func options(_ given: ChildOptionValues, of type: ChildType) -> ChildOptionValues {
    var options = given
    for declared in type.options {
      let name = declared.name
      let now = self[type.id, name]
      if now == nil, options.has(name) { continue }
      let option = now ?? earlier.first { $0.child == type.id && $0.name == name }
      // A file, or another version of the plugin, may have another value.
      if let option, option.value.map({ declared.takes($0) }) ?? true {
        options.set(name, option.value)
      }
    }
    options.addFallbacks(of: type.options)
    return options
  }

  /// What this run has changed.
  package var changes: [RememberedOption] {
    current.filter { now in earlier.first(where: now.isOfSameOption)?.value != now.value }
  }

  /// All values but defaults.
  package var values: [RememberedOption] {
    earlier.filter { self[$0.child, $0.name] == nil } + current.filter { $0.value != nil }
  }
}

/// The file of the latest values that children remember for each source: after a version line,
/// lines like `{"source":"5f2c","child":"org.statehost.list","option":"wrap","value":"true"}`.
///
/// A source is stored as a hash. An unreadable file, or one of another version, counts as
/// empty. A run without `--remember` writes its changes at its end; of two at the same
/// instant, one may lose its own.
package struct RememberedOptionsFile {
  private let folder: String
  private let source: String

  private static let fileName = "options.jsonl"
  private static let versionLine = Array(#"{"version":1}"#.utf8)
  private static let bytesLimit = 2 << 20
  static let countLimit = 512

  /// - Parameters:
  ///   - folder: the folder of the file, which need not exist.
  ///   - source: the hash of the source that is shown.
  package init(in folder: String, source: String) {
    (self.folder, self.source) = (folder, source)
  }

  /// Reads the values for the source.
  package func read() -> [RememberedOption] {
    guard let folder = try? PrivateFolder(folder, isMade: false) else { return [] }
    return Self.options(of: source, in: Self.contents(in: folder))
  }

  /// Replaces the file if something changed; if that fails, the changes are lost.
  package func save(_ changes: [RememberedOption]) {
    guard !changes.isEmpty, let folder = try? PrivateFolder(folder, isMade: true) else { return }
    let bytes = Self.changed(Self.contents(in: folder), by: changes, of: source)
    try? folder.replace(Self.fileName, with: bytes)
  }

  private static func contents(in folder: PrivateFolder) -> [UInt8] {
    (try? folder.read(fileName, limit: bytesLimit)) ?? []
  }

  // MARK: The format

  static func options(of source: String, in bytes: [UInt8]) -> [RememberedOption] {
    let start = Array(#"{"source":"\#(source)","#.utf8)
    return lines(of: bytes).filter { $0.starts(with: start) }.compactMap { entry($0)?.option }
  }

  /// The contents after changes of options for a source; lines that cannot be read are left out.
  static func changed(
    _ bytes: [UInt8], by changes: [RememberedOption], of source: String
  ) -> [UInt8] {
    let kept = lines(of: bytes).filter { line in
      guard let entry = entry(line) else { return false }
      return entry.source != source || !changes.contains(where: entry.option.isOfSameOption)
    }
    let new = changes.compactMap { line(of: $0, source)?[...] }
    let all = [versionLine[...]] + (kept + new).suffix(countLimit)
    return Array(all.joined(separator: "\n".utf8)) + "\n".utf8
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return lines.first == versionLine[...] ? Array(lines.dropFirst()) : []
  }

  private static func entry(
    _ line: ArraySlice<UInt8>
  ) -> (source: String, option: RememberedOption)? {
    guard case .object(let members) = try? JSONValue(parsing: Array(line)).content,
      members.map(\.name) == ["source", "child", "option", "value"]
    else { return nil }
    let texts = members.compactMap { member -> String? in
      if case .string(let text) = member.value.content { text } else { nil }
    }
    guard texts.count == 4 else { return nil }
    return (texts[0], RememberedOption(child: texts[1], name: texts[2], value: texts[3]))
  }

  private static func line(of option: RememberedOption, _ source: String) -> [UInt8]? {
    guard let value = option.value else { return nil }
    let line: JSONValue = .object([
      "source": .text(source), "child": .text(option.child), "option": .text(option.name),
      "value": .text(value),
    ])
    return line.line.dropLast()
  }
}
