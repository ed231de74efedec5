internal import HostStates

/// A JSON value to be printed; members keep their order.
indirect enum JSONTree {
  case text(String)
  case number(Int64)
  case boolean(Bool)
  case null
  case list([JSONTree])
  case object(KeyValuePairs<String, JSONTree>)

  /// Lists texts.
  static func texts(_ texts: [String]) -> JSONTree { .list(texts.map { .text($0) }) }

  /// It with a newline after it.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    return bytes
  }

  private func append(to bytes: inout [UInt8]) {
    switch self {
    case .text(let text): bytes.appendJSONString(text)
    case .number(let number): bytes += String(number).utf8
    case .boolean(let answer): bytes += (answer ? "true" : "false").utf8
    case .null: bytes += "null".utf8
    case .list(let elements):
      bytes.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        element.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        bytes.appendJSONString(member.key)
        bytes.append(UInt8(ascii: ":"))
        member.value.append(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }
}
