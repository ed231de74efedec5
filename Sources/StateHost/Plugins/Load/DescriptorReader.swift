internal import ChildPluginAPI
internal import HostSurface
internal import HostText

/// The reader of the C descriptor of a child or source in a plugin's memory: returns a `ChildType`,
/// or throws a `DescriptorProblem` for the first invalid field, and keeps the id for its message.
struct DescriptorReader {
  /// The minor ABI version that the plugin was built for.
  let minor: UInt16
  static let idBytesLimit: UInt64 = 255
  static let choicesLimit: UInt32 = 64
  /// The limit of names and sentences; a larger length is taken as uninitialised memory.
  static let textBytesLimit: UInt64 = 65536

  /// The id; nil until it is known to be valid.
  private(set) var id: String?

  mutating func read(
    _ address: UnsafePointer<childplugin_descriptor_t>?
  ) throws(DescriptorProblem) -> ChildType {
    guard let address = unsafe address else { throw .noDescriptor }
    let raw = unsafe UnsafeRawPointer(address)
    let size = unsafe ForeignMemory.size(at: raw)
    guard unsafe childplugin_descriptor_t.sizes.allows(size, inMinor: minor) else {
      throw .descriptorSize(size)
    }
    let descriptor = unsafe ForeignMemory.copy(childplugin_descriptor_t.self, at: raw, size: size)
    let id = try unsafe Self.id(unsafe descriptor.id)
    self.id = id
    let name = try unsafe Self.text(unsafe descriptor.name, "name")
    // U+2800 is the Braille pattern without dots.
    let isBlank = name.unicodeScalars.allSatisfy {
      $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint || $0.value == 0x2800
    }
    if isBlank { throw .nameEmpty }
    // The bit has no meaning in 1.0.
    let isSource = unsafe minor >= 1 && descriptor.flags & CHILDPLUGIN_DESCRIPTOR_SOURCE != 0
    if isSource, unsafe descriptor.place_count != 0 || descriptor.key_count != 0 {
      throw .sourceIsShown
    }
    return unsafe ChildType(
      id: id, name: name, vendor: try Self.text(unsafe descriptor.vendor, "vendor"),
      version: try Self.text(unsafe descriptor.version, "version"),
      description: try Self.text(unsafe descriptor.description, "description"),
      places: try structs(
        .place, unsafe descriptor.places, count: unsafe descriptor.place_count, named: \.state,
        Self.place),
      takesFocus: unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS != 0,
      followsMouse: unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE != 0,
      isModal: unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_MODAL != 0,
      needs: try Self.needs(unsafe descriptor.needs, count: unsafe descriptor.need_count),
      keys: try structs(
        .key, unsafe descriptor.keys, count: unsafe descriptor.key_count, named: \.key.name,
        Self.key),
      options: try structs(
        .option, unsafe descriptor.options, count: unsafe descriptor.option_count, named: \.name,
        Self.option),
      isSource: isSource)
  }

  private static func needs(
    _ first: UnsafePointer<childplugin_text_t>?, count: UInt32
  ) throws(DescriptorProblem) -> [String] {
    guard let first = try unsafe list(.need, first, count: count) else { return [] }
    var needs: [String] = []
    for index in 0..<count {
      let need = try unsafe text(unsafe first[Int(index)], "need \(index)")
      guard isNeed(need), !needs.contains(need) else { throw .needMalformed(index: index) }
      needs.append(need)
    }
    return needs
  }

  /// The start of a list; nil when it is empty.
  private static func list<Element>(
    _ list: DescriptorProblem.List, _ first: UnsafePointer<Element>?, count: UInt32
  ) throws(DescriptorProblem) -> UnsafePointer<Element>? {
    if count == 0 { return nil }
    if count > list.limit { throw .count(list, count) }
    guard let first = unsafe first else { throw .missing(list) }
    return unsafe first
  }

  /// Reads a list of structs, each as large as the first one says; no two may have the same name.
  private func structs<Struct: SizedStruct & BitwiseCopyable, Value>(
    _ list: DescriptorProblem.List, _ first: UnsafePointer<Struct>?, count: UInt32,
    named name: (Value) -> String,
    _ read: (Struct, _ index: UInt32) throws(DescriptorProblem) -> Value
  ) throws(DescriptorProblem) -> [Value] {
    guard let first = try unsafe Self.list(list, first, count: count) else { return [] }
    let start = unsafe UnsafeRawPointer(first)
    let stride = unsafe ForeignMemory.size(at: start)
    var values: [Value] = []
    for index in 0..<count {
      let address = unsafe start + Int(index) * Int(stride)
      let size = unsafe ForeignMemory.size(at: address)
      guard Struct.sizes.allows(size, inMinor: minor) else { throw .size(list, index: index, size) }
      let value = try read(unsafe ForeignMemory.copy(Struct.self, at: address, size: size), index)
      let own = name(value)
      if values.contains(where: { name($0) == own }) { throw .twice(list, own) }
      values.append(value)
    }
    return values
  }

  /// Whether a text is a valid word for a need, including unknown ones.
  static func isNeed(_ text: String) -> Bool {
    1...64 ~= text.utf8.count && text.utf8.allSatisfy { $0.isIDByte || $0 == UInt8(ascii: ":") }
  }

  private static func id(_ text: childplugin_text_t) throws(DescriptorProblem) -> String {
    let length = unsafe text.length
    if length == 0 { throw .idEmpty }
    if length > idBytesLimit { throw .idTooLong(bytes: length) }
    guard unsafe text.bytes != nil else { throw .textMalformed(field: "id") }
    let bytes = unsafe ForeignMemory.bytes(text)
    if let offset = unsafe bytes.firstIndex(where: { !$0.isIDByte }) {
      throw .idCharacter(offset: offset)
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text of at most `idBytesLimit` is a valid id.
  static func isID(_ text: String) -> Bool { !text.isEmpty && text.utf8.allSatisfy(\.isIDByte) }

  static func text(_ text: childplugin_text_t, _ field: String) throws(DescriptorProblem) -> String
  {
    let length = unsafe text.length
    if length == 0 { return "" }
    guard unsafe text.bytes != nil, length <= textBytesLimit else {
      throw .textMalformed(field: field)
    }
    guard let string = unsafe String(validating: ForeignMemory.bytes(text), as: UTF8.self) else {
      throw .notText(field: field)
    }
    return string
  }

  private static func key(
    _ raw: childplugin_default_key_t, index: UInt32
  ) throws(DescriptorProblem) -> ChildType.DefaultKey {
    let name = try unsafe text(unsafe raw.key, "key \(index)")
    let state = try unsafe text(unsafe raw.state, "state of key \(index)")
    let label = try unsafe text(unsafe raw.label, "label of key \(index)")
    if state.isEmpty { throw .stateEmpty(.key, index: index) }
    do throws(KeyNameProblem) {
      return ChildType.DefaultKey(key: try Key(naming: name), state: state, label: label)
    } catch {
      throw .keyName(index: index, name, error)
    }
  }

  private static func place(
    _ raw: childplugin_place_t, index: UInt32
  ) throws(DescriptorProblem) -> ChildType.StatePlace {
    let state = try unsafe text(unsafe raw.state, "state of place \(index)")
    if state.isEmpty { throw .stateEmpty(.place, index: index) }
    let dock = unsafe Dock(edge: raw.edge, unit: raw.unit, extent: raw.extent, minimum: raw.minimum)
    guard unsafe dock != nil || raw.edge == CHILDPLUGIN_EDGE_NONE else {
      throw .placeDock(state: state)
    }
    return ChildType.StatePlace(
      state: state, place: unsafe raw.place,
      isInsteadOfBundled: unsafe raw.flags & CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED != 0,
      dock: dock)
  }

  private static func option(
    _ raw: childplugin_option_t, index: UInt32
  ) throws(DescriptorProblem) -> OptionDeclaration {
    let name = try unsafe text(unsafe raw.name, "name of option \(index)")
    let help = try unsafe text(unsafe raw.help, "help of option \(index)")
    let fallback = try unsafe text(unsafe raw.fallback, "fallback of option \(index)")
    let choices = try unsafe choices(raw.choices, count: raw.choice_count, index: index)
    var range: ClosedRange<Double>?
    if unsafe raw.flags & CHILDPLUGIN_OPTION_RANGE != 0 {
      guard unsafe raw.minimum <= raw.maximum else { throw .option(index: index, .range) }
      range = unsafe raw.minimum...raw.maximum
    }
    do throws(OptionDeclaration.Fault) {
      return try OptionDeclaration(
        name: name, kind: unsafe OptionDeclaration.Kind(rawValue: raw.kind) ?? .text,
        fallback: fallback,
        help: help, choices: choices, range: range)
    } catch {
      throw .option(index: index, error)
    }
  }

  private static func choices(
    _ first: UnsafePointer<childplugin_text_t>?, count: UInt32, index: UInt32
  ) throws(DescriptorProblem) -> [String] {
    guard count > 0 else { return [] }
    guard let first = unsafe first, count <= choicesLimit else {
      throw .option(index: index, .choices)
    }
    var choices: [String] = []
    for choice in 0..<count {
      choices.append(
        try unsafe text(unsafe first[Int(choice)], "choice \(choice) of option \(index)"))
    }
    return choices
  }
}

extension UInt8 {
  /// A letter, a digit, `-` or `_` in ASCII.
  var isNameByte: Bool {
    isAlphanumeric || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
  }

  /// A character that an id may have.
  fileprivate var isIDByte: Bool { isNameByte || self == UInt8(ascii: ".") }
}
