package import HostSurface
package import HostSystem
package import HostText

/// The declarations of a plugin about itself: its ABI version, its children and sources, and the
/// problems of invalid descriptors; encoded and decoded for workers and the cache.
///
/// It is read by a scan or from the cache, so that it is known without loading the plugin.
package struct PluginDescription: Equatable, Sendable {
  /// A child or source that a plugin declares in a valid descriptor, with the index of that
  /// descriptor in the plugin's list, for messages about it.
  package struct Child: Equatable, Sendable {
    package let index: UInt32
    package let type: ChildType
  }

  package let abiMajor: UInt16
  package let abiMinor: UInt16
  package let children: [Child]
  package let problems: [PluginProblem]

  /// The description of a plugin that was not scanned.
  static let unknown = PluginDescription(abiMajor: 0, abiMinor: 0, children: [], problems: [])

  func agrees(with other: PluginDescription) -> Bool {
    abiMajor == other.abiMajor && abiMinor == other.abiMinor && children == other.children
  }
}

// MARK: - Encoding

extension PluginDescription {
  /// The largest size of an encoded description.
  package static let bytesLimit = 1 << 20

  package func write(to writer: inout ByteWriter) {
    writer.append(abiMajor)
    writer.append(abiMinor)
    writer.append(UInt32(children.count))
    for child in children {
      writer.append(child.index)
      child.type.write(to: &writer)
    }
    writer.append(UInt32(problems.count))
    for problem in problems { problem.write(to: &writer) }
  }

  /// Decodes untrusted output of `write`; bytes a `DescriptorReader` would reject are malformed.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    abiMajor = try reader.uint16()
    abiMinor = try reader.uint16()
    let limit = Int(LoadedPlugin.childrenLimit)
    var children: [Child] = []
    for _ in 0..<(try reader.count(limit: limit)) {
      let index = try reader.uint32()
      guard index < LoadedPlugin.childrenLimit else { throw .init() }
      children.append(Child(index: index, type: try ChildType(from: &reader)))
    }
    self.children = children
    var problems: [PluginProblem] = []
    for _ in 0..<(try reader.count(limit: limit)) {
      problems.append(try PluginProblem(from: &reader))
    }
    self.problems = problems
  }
}

extension ChildType {
  package func write(to writer: inout ByteWriter) {
    for text in [id, name, vendor, version, description] { writer.append(text) }
    writer.append(takesFocus)
    writer.append(followsMouse)
    writer.append(isModal)
    writer.append(UInt32(places.count))
    for place in places {
      writer.append(place.state)
      writer.append(place.place)
      writer.append(place.isInsteadOfBundled)
      Dock.write(place.dock, to: &writer)
    }
    writer.append(UInt32(needs.count))
    for need in needs { writer.append(need) }
    writer.append(UInt32(keys.count))
    for key in keys {
      for text in [key.key.name, key.state, key.label] { writer.append(text) }
    }
    writer.append(UInt32(options.count))
    for option in options { option.write(to: &writer) }
    writer.append(isSource)
  }

  /// Decodes what `write` wrote; the bytes are not trusted.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let limit = Int(DescriptorReader.textBytesLimit)
    let id = try reader.text(limit: Int(DescriptorReader.idBytesLimit))
    guard DescriptorReader.isID(id) else { throw .init() }
    let name = try reader.text(limit: limit)
    if name.isEmpty { throw .init() }
    let vendor = try reader.text(limit: limit)
    let version = try reader.text(limit: limit)
    let description = try reader.text(limit: limit)
    let takesFocus = try reader.flag()
    let followsMouse = try reader.flag()
    let isModal = try reader.flag()
    let places = try reader.list(limit: DescriptorProblem.List.place.limit, named: \.state) {
      reader throws(ByteReader.Malformed) in
      StatePlace(
        state: try reader.text(limit: limit), place: try reader.int32(),
        isInsteadOfBundled: try reader.flag(), dock: try Dock.read(from: &reader))
    }
    let needs = try reader.list(limit: DescriptorProblem.List.need.limit, named: \.self) {
      reader throws(ByteReader.Malformed) in try reader.text(limit: limit)
    }
    let keys = try reader.list(limit: DescriptorProblem.List.key.limit, named: \.key.name) {
      reader throws(ByteReader.Malformed) in
      let name = try reader.text(limit: limit)
      let state = try reader.text(limit: limit)
      guard let key = try? Key(naming: name), key.name == name, !state.isEmpty else {
        throw .init()
      }
      return DefaultKey(key: key, state: state, label: try reader.text(limit: limit))
    }
    let options = try reader.list(
      limit: DescriptorProblem.List.option.limit, named: \.name, OptionDeclaration.init)
    let isSource = try reader.flag()
    guard !places.contains(where: \.state.isEmpty), needs.allSatisfy(DescriptorReader.isNeed),
      !isSource || (places.isEmpty && keys.isEmpty)
    else { throw .init() }
    self.init(
      id: id, name: name, vendor: vendor, version: version, description: description,
      places: places, takesFocus: takesFocus, followsMouse: followsMouse, isModal: isModal,
      needs: needs, keys: keys, options: options, isSource: isSource)
  }
}

extension ByteReader {
  /// Reads a list; two elements with the same name are malformed.
  fileprivate mutating func list<Element>(
    limit: UInt32, named name: (Element) -> String,
    _ read: (inout ByteReader) throws(Malformed) -> Element
  ) throws(Malformed) -> [Element] {
    var elements: [Element] = []
    for _ in 0..<(try count(limit: Int(limit))) {
      let element = try read(&self)
      let own = name(element)
      if elements.contains(where: { name($0) == own }) { throw .init() }
      elements.append(element)
    }
    return elements
  }
}

extension PluginProblem {
  /// The most bytes of each text.
  private static let textLimit = 4096

  /// Encodes the text of the problem.
  package func write(to writer: inout ByteWriter) {
    let (what, remedy) = text
    for text in [what, remedy] {
      writer.append(String(decoding: text.utf8.prefix(Self.textLimit - 3), as: UTF8.self))
    }
  }

  /// Decodes a problem as `told`.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let what = try reader.text(limit: Self.textLimit)
    self = .told(what: what, remedy: try reader.text(limit: Self.textLimit))
  }
}

/// A type of child (a component to show) or source (of rows) that a plugin declares in a
/// descriptor: its id, name, states, default keys, permissions that it needs, and options.
package struct ChildType: Equatable, Sendable {
  /// The place of a child in one state, from its descriptor: its stacking order, the edge at which
  /// it docks, and whether it replaces the bundled children there.
  package struct StatePlace: Equatable, Sendable {
    package let state: String
    /// The stacking order: lower values are further down.
    package let place: Int32
    /// Whether bundled children are left out of this state.
    package let isInsteadOfBundled: Bool
    /// The edge at which the child docks; nil: it fills the rest.
    package var dock: Dock?
  }

  /// A key, with a label, that a plugin declares in its descriptor for requesting a state; it has
  /// no effect where the states file, the host or a plugin found earlier uses the key.
  package struct DefaultKey: Equatable, Sendable {
    package let key: Key
    package let state: String
    /// A description of the key; may be empty.
    package let label: String
  }

  /// Reverse DNS, unique in a catalogue.
  package let id: String
  package internal(set) var name = ""
  /// Empty when the descriptor omits it; so are `version` and `description`.
  package internal(set) var vendor = ""
  package internal(set) var version = ""
  package internal(set) var description = ""
  package internal(set) var places: [StatePlace] = []
  package var takesFocus = false
  /// Whether the child gets mouse moves without a button.
  package internal(set) var followsMouse = false
  /// Whether the child is expected to use every key.
  package internal(set) var isModal = false
  /// The declared needs, in words of the header or of a later one.
  package internal(set) var needs: [String] = []
  package internal(set) var keys: [DefaultKey] = []
  /// The declared options; empty: any option is accepted.
  package internal(set) var options: [OptionDeclaration] = []
  /// Whether this is a source, which delivers rows and presents nothing.
  package internal(set) var isSource = false

  /// The index of its plugin in the catalogue.
  package internal(set) var plugin = 0

  /// The name, truncated to 32 columns.
  package var shortName: String { Self.cut(name, columns: 32) }
  /// The id, truncated to 48 columns.
  package var shortID: String { Self.cut(id, columns: 48) }

  /// A text truncated to so many columns.
  package static func cut(_ text: String, columns: Int) -> String {
    let fitting = TextWidth.prefix(of: text.utf8.span, columns: columns).bytes
    if fitting == text.utf8.count { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: fitting)
    return String(text[..<end]) + "…"
  }

  /// The name for messages of the host: quoted and at most 32 columns, followed by the id, so that
  /// a name cannot pass for a message.
  package var quotedName: String { quotedName(columns: 32) }

  /// The name of at most so many columns, quoted and followed by the id.
  package func quotedName(columns: Int) -> String {
    "\(HarmlessText.quoted(Self.cut(name, columns: columns))) (\(shortID))"
  }

  package var shortQuotedName: String { HarmlessText.quoted(shortName) }

  package func of(plugin: Int) -> ChildType {
    var type = self
    type.plugin = plugin
    return type
  }
}
