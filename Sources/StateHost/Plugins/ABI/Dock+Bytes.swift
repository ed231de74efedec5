package import HostSurface
package import HostSystem

extension Dock {
  package static func write(_ dock: Dock?, to writer: inout ByteWriter) {
    let numbers = dock?.numbers ?? (edge: 0, unit: 0, extent: 0, minimum: 0)
    for number in [numbers.edge, numbers.unit, numbers.extent, numbers.minimum] {
      writer.append(number)
    }
  }

  /// Decodes what `write` wrote; the bytes are not trusted.
  package static func read(from reader: inout ByteReader) throws(ByteReader.Malformed) -> Dock? {
    let edge = try reader.uint32()
    let unit = try reader.uint32()
    let extent = try reader.uint32()
    let minimum = try reader.uint32()
    if edge == 0, unit == 0, extent == 0, minimum == 0 { return nil }
    guard let dock = Dock(edge: edge, unit: unit, extent: extent, minimum: minimum) else {
      throw .init()
    }
    return dock
  }
}
