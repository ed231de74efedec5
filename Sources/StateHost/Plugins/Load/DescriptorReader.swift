internal import ChildPluginAPI
internal import HostSurface
internal import HostText

/// Converts the C descriptor of a plugin's child or source into a `ChildType`, and checks every field.
struct DescriptorReader {
  /// The minor ABI version that the plugin was built for.
  let minor: UInt16
  static let idBytesLimit: UInt64 = 255
  static let placesLimit: UInt32 = 64
  static let needsLimit: UInt32 = 16
  static let keysLimit: UInt32 = 16
  /// The limit of names and sentences; a larger length is taken as uninitialised memory.
  static let textBytesLimit: UInt64 = 65536

  /// The id; nil until it is known to be valid.
  private(set) var id: String?

  private var isSource = false

  init(minor: UInt16) { self.minor = minor }

  mutating func read(
    _ address: UnsafePointer<childplugin_descriptor_t>?
  ) throws(ChildProblem) -> ChildType {
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
    if name.isEmpty { throw .nameEmpty }
    // The bit has no meaning in 1.0.
    if minor >= 1, unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_SOURCE != 0 {
      guard unsafe descriptor.place_count == 0, unsafe descriptor.key_count == 0 else {
        throw .sourceIsShown
      }
      isSource = true
    }
    return unsafe ChildType(
      id: id, name: name, vendor: try Self.text(unsafe descriptor.vendor, "vendor"),
      version: try Self.text(unsafe descriptor.version, "version"),
      description: try Self.text(unsafe descriptor.description, "description"),
      places: try places(unsafe descriptor.places, count: unsafe descriptor.place_count),
      takesFocus: unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_TAKES_FOCUS != 0,
      followsMouse: unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_FOLLOWS_MOUSE != 0,
      isModal: unsafe descriptor.flags & CHILDPLUGIN_DESCRIPTOR_MODAL != 0,
      needs: try Self.needs(unsafe descriptor.needs, count: unsafe descriptor.need_count),
      keys: try keys(unsafe descriptor.keys, count: unsafe descriptor.key_count),
      options: try options(unsafe descriptor.options, count: unsafe descriptor.option_count),
      isSource: isSource)
  }

  private static func needs(
    _ first: UnsafePointer<childplugin_text_t>?, count: UInt32
  ) throws(ChildProblem) -> [String] {
    if count == 0 { return [] }
    if count > needsLimit { throw .needCount(count) }
    guard let first = unsafe first else { throw .needsMissing }
    var needs: [String] = []
    for index in 0..<count {
      let need = try unsafe text(unsafe first[Int(index)], "need \(index)")
      guard isNeed(need), !needs.contains(need) else { throw .needMalformed(index: index) }
      needs.append(need)
    }
    return needs
  }

  /// Whether a text is a valid word for a need, including unknown ones.
  static func isNeed(_ text: String) -> Bool {
    1...64 ~= text.utf8.count
      && text.utf8.allSatisfy { isAllowedInID($0) || $0 == UInt8(ascii: ":") }
  }

  private static func id(_ text: childplugin_text_t) throws(ChildProblem) -> String {
    let length = unsafe text.length
    if length == 0 { throw .idEmpty }
    if length > idBytesLimit { throw .idTooLong(bytes: length) }
    guard unsafe text.bytes != nil else { throw .textMalformed(field: "id") }
    let bytes = unsafe ForeignMemory.bytes(text)
    for unsafe(offset, byte) in unsafe bytes.enumerated() where !isAllowedInID(byte) {
      throw .idCharacter(offset: offset)
    }
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a text of at most `idBytesLimit` is a valid id.
  static func isID(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { isAllowedInID($0) }
  }

  private static func isAllowedInID(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"),
      UInt8(ascii: "_"):
      true
    default: false
    }
  }

  static func text(
    _ text: childplugin_text_t, _ field: String
  ) throws(ChildProblem) -> String {
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

  private func places(
    _ first: UnsafePointer<childplugin_place_t>?, count: UInt32
  ) throws(ChildProblem) -> [ChildType.StatePlace] {
    if count == 0 { return [] }
    if count > Self.placesLimit { throw .placeCount(count) }
    guard let first = unsafe first else { throw .placesMissing }
    let start = unsafe UnsafeRawPointer(first)
    let stride = unsafe ForeignMemory.size(at: start)
    var places: [ChildType.StatePlace] = []
    places.reserveCapacity(Int(count))
    for index in 0..<count {
      let place = try unsafe place(start + Int(index) * Int(stride), index: index)
      if places.contains(where: { $0.state == place.state }) {
        throw .placeTwice(state: place.state)
      }
      places.append(place)
    }
    return places
  }

  private func keys(
    _ first: UnsafePointer<childplugin_default_key_t>?, count: UInt32
  ) throws(ChildProblem) -> [ChildType.DefaultKey] {
    if count == 0 { return [] }
    if count > Self.keysLimit { throw .keyCount(count) }
    guard let first = unsafe first else { throw .keysMissing }
    let start = unsafe UnsafeRawPointer(first)
    let stride = unsafe ForeignMemory.size(at: start)
    var keys: [ChildType.DefaultKey] = []
    for index in 0..<count {
      let key = try unsafe key(start + Int(index) * Int(stride), index: index)
      if keys.contains(where: { $0.key == key.key }) { throw .keyTwice(key.key.name) }
      keys.append(key)
    }
    return keys
  }

  private func key(
    _ address: UnsafeRawPointer, index: UInt32
  ) throws(ChildProblem) -> ChildType.DefaultKey {
    let size = unsafe ForeignMemory.size(at: address)
    guard unsafe childplugin_default_key_t.sizes.allows(size, inMinor: minor) else {
      throw .keySize(index: index, size)
    }
    let raw = unsafe ForeignMemory.copy(childplugin_default_key_t.self, at: address, size: size)
    let name = try unsafe Self.text(unsafe raw.key, "key \(index)")
    let state = try unsafe Self.text(unsafe raw.state, "state of key \(index)")
    let label = try unsafe Self.text(unsafe raw.label, "label of key \(index)")
    if state.isEmpty { throw .keyStateEmpty(index: index) }
    do throws(KeyNameProblem) {
      return ChildType.DefaultKey(key: try Key(naming: name), state: state, label: label)
    } catch {
      throw .keyName(index: index, name, error)
    }
  }

  private func place(
    _ address: UnsafeRawPointer, index: UInt32
  ) throws(ChildProblem) -> ChildType.StatePlace {
    let size = unsafe ForeignMemory.size(at: address)
    guard unsafe childplugin_place_t.sizes.allows(size, inMinor: minor) else {
      throw .placeSize(index: index, size)
    }
    let place = unsafe ForeignMemory.copy(childplugin_place_t.self, at: address, size: size)
    let state = try unsafe Self.text(unsafe place.state, "state of place \(index)")
    if state.isEmpty { throw .placeStateEmpty(index: index) }
    var dock: Dock?
    if unsafe place.edge != CHILDPLUGIN_EDGE_NONE {
      dock = unsafe Dock(
        edge: place.edge, unit: place.unit, extent: place.extent, minimum: place.minimum)
      if dock == nil { throw .placeDock(state: state) }
    }
    return ChildType.StatePlace(
      state: state, place: unsafe place.place,
      isInsteadOfBundled: unsafe place.flags & CHILDPLUGIN_PLACE_INSTEAD_OF_BUNDLED != 0,
      dock: dock)
  }
}
