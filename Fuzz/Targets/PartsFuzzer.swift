@testable internal import HostSystem

/// Messages in parts: what is put together from parts of any kind is within its limit, and every
/// message comes out of its own parts.
enum PartsFuzzer {
  /// - Parameter bytes: parts, each with its length before it.
  static func take(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes[...])
    var parts = MessageFragmenter()
    var begun = 0
    while let count = try? reader.uint8(), let part = take(Int(count), of: &reader) {
      // A link never gives a part of nothing: that is its end.
      if part.isEmpty { continue }
      begun += part.count - 1
      switch parts.add(.message(part)) {
      case .message(let message):
        expect(message.count == begun, "\(message.count) bytes of \(begun)")
        begun = 0
      case .nothing: break
      case .malformed: return checkWhole(bytes)
      case .end: fatalError("an end that nobody has said")
      }
    }
    checkWhole(bytes)
  }

  private static func take(_ count: Int, of reader: inout ByteReader) -> [UInt8]? {
    var part: [UInt8] = []
    for _ in 0..<count {
      guard let byte = try? reader.uint8() else { return nil }
      part.append(byte)
    }
    return part
  }

  /// A message of these bytes, and as many more as fill no part, one or two.
  private static func checkWhole(_ bytes: [UInt8]) {
    let first = bytes.first ?? 0
    let more = Int(first % 3) * (WorkerLink.partBytes - 1)
    let message = bytes + [UInt8](repeating: first, count: more)
    var parts = MessageFragmenter()
    var arrived: [ReceiveResult] = []
    MessageFragmenter.split(message) { part in
      expect(1...WorkerLink.partBytes ~= part.count, "a part of \(part.count) bytes")
      arrived.append(parts.add(.message(part)))
    }
    expect(arrived.last == .message(message), "another message of \(arrived.count) parts")
    expect(arrived.dropLast().allSatisfy { $0 == .nothing }, "a message before its end")
  }
}
