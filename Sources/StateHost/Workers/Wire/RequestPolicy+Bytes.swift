internal import HostPlugins
internal import HostSystem

extension RequestPolicy: WireValue {
  private static let fields = WireFields(
    {
      (
        isBundled: Bool, minor: UInt32, grants: UInt32, programs: [String],
        activation: ActivationState, operations: Operations
      ) throws(ByteReader.Malformed) in
      guard let minor = UInt16(exactly: minor) else { throw .init() }
      return RequestPolicy(
        isBundled: isBundled, minor: minor,
        grants: GrantedNeeds(PluginNeeds(rawValue: grants), programs: programs),
        activation: activation, operations: operations)
    },
    {
      (
        $0.isBundled, UInt32($0.minor), $0.grants.whole.rawValue, $0.grants.programs,
        $0.activation, $0.operations
      )
    })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension ActivationState: WireValue {
  private static let fields = WireFields(
    {
      (firstUntil: Int64, anyUntil: Int64, spending: Spending) throws(ByteReader.Malformed) in
      ActivationState(firstUntil: firstUntil, anyUntil: anyUntil, spending: spending)
    },
    { ($0.firstUntil, $0.anyUntil, $0.spending) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}

extension ActivationState.Spending: WireTag {}

extension RequestPolicy.Operations: WireValue {
  private static let fields = WireFields(
    { (view: Bool, find: Bool, programs: [UInt64]) throws(ByteReader.Malformed) in
      // The numbers of a set are encoded in ascending order.
      guard zip(programs, programs.dropFirst()).allSatisfy(<) else { throw .init() }
      return RequestPolicy.Operations(view: view, find: find, programs: Set(programs))
    },
    { ($0.view, $0.find, $0.programs.sorted()) })

  func write(to writer: inout ByteWriter) { Self.fields.write(self, to: &writer) }
  init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    self = try Self.fields.read(from: &reader)
  }
}
