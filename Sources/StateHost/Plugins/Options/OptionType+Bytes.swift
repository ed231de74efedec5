package import HostSystem

extension OptionType {
  package func write(to writer: inout ByteWriter) {
    writer.append(name)
    writer.append(kind.rawValue)
    writer.append(fallback)
    writer.append(help)
    writer.append(UInt32(choices.count))
    for choice in choices { writer.append(choice) }
    writer.append(range != nil)
    if let range {
      writer.append(range.lowerBound.bitPattern)
      writer.append(range.upperBound.bitPattern)
    }
  }

  /// Decodes what `write` wrote; untrusted bytes that a descriptor may not declare are malformed.
  package init(from reader: inout ByteReader) throws(ByteReader.Malformed) {
    let limit = Int(DescriptorReader.textBytesLimit)
    let name = try reader.text(limit: limit)
    guard let kind = Kind(rawValue: try reader.uint32()) else { throw .init() }
    let fallback = try reader.text(limit: limit)
    let help = try reader.text(limit: limit)
    var choices: [String] = []
    for _ in 0..<(try reader.count(limit: Int(DescriptorReader.choicesLimit))) {
      choices.append(try reader.text(limit: limit))
    }
    var range: ClosedRange<Double>?
    if try reader.flag() {
      let lower = Double(bitPattern: try reader.uint64())
      let upper = Double(bitPattern: try reader.uint64())
      guard lower <= upper else { throw .init() }
      range = lower...upper
    }
    guard
      let type = try? OptionType(
        name: name, kind: kind, fallback: fallback, help: help, choices: choices, range: range)
    else { throw .init() }
    self = type
  }
}
