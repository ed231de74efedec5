internal import HostContent
internal import HostStates
internal import HostSystem
internal import HostText

/// Rows of a table in place of others: in every fourth run, of one kind or another.
///
/// The rows further down are wider than the first ones, some are none of the table, and they arrive
/// in parts that end anywhere.
struct SimulatedTable {
  private enum Kind: CaseIterable { case tabs, commas, aligned, objects, values }

  private let kind: Kind
  private var random: SplitMix
  private var row = 0
  /// What has been made and not delivered yet.
  private var pending: [UInt8] = []

  /// Nil where the rows of the run are no table.
  init?(seed: UInt64) {
    random = SplitMix(seed: seed ^ 0x7AB1E)
    guard random.int(0..<4) == 0 else { return nil }
    kind = random.one(of: Kind.allCases)
  }

  /// How columns are looked for.
  var request: Columns.Request { kind == .values ? .members : .automatic }

  /// The name of the option of the child that shows the rows, which says that.
  static let option = "columns"

  /// How columns are looked for in a script's rows.
  static func request(of scenario: Scenario) -> Columns.Request {
    let options = scenario.statesFile.children.first { $0.name == "rows" }?.options
    guard case .object(let members)? = options?.content,
      case .string(let word)? = members.first(where: { $0.name == option })?.value.content
    else { return .none }
    return Columns.Request(rawValue: word) ?? .none
  }

  /// Puts a table in the place of what a source writes: another one after each reload.
  mutating func replaceRows(of actions: inout [ScenarioAction]) {
    for index in actions.indices {
      switch actions[index].kind {
      case .output: actions[index].kind = .output(nextPart())
      case .replace:
        begin()
        actions[index].kind = .replace(nextPart())
      case .reload: begin()
      default: break
      }
    }
  }

  private mutating func begin() {
    row = 0
    pending = []
  }

  private mutating func nextPart() -> [UInt8] {
    let isBurst = random.int(0..<20) == 0
    let count = isBurst ? 220 : random.int(0...6)
    for _ in 0..<count { pending += Array(nextLine().utf8) + [0x0A] }
    let length = max(0, pending.count - random.int(0...30))
    defer { pending.removeFirst(length) }
    return Array(pending.prefix(length))
  }

  private mutating func nextLine() -> String {
    row += 1
    if row == 1, let header { return header }
    if random.int(0..<80) == 0 { return "a text among rows" }
    let name = random.bool() ? "row \(row)" : "\(row % 7) of seven"
    let words = ["", "a", "äö", "a word \(row * 37)"]
    let word = random.one(of: words)
    switch kind {
    case .tabs: return "\(name)\t\(word)\t\(row % 9)"
    case .commas: return "\(name),\(word),\(row % 9)"
    case .aligned: return "\(Self.padded(name, 12))\(Self.padded(word, 16))\(row % 9)"
    case .objects: return "{\"name\":\"\(name)\",\"kind\":\"\(word)\",\"left\":\(row % 9)}"
    case .values: return "{\"name\": \"\(name)\",\n\"kind\": \"\(word)\",\n\"left\": \(row % 9)\n},"
    }
  }

  private var header: String? {
    switch kind {
    case .tabs: "name\tkind\tleft"
    case .commas: "name,kind,left"
    case .aligned: "\(Self.padded("NAME", 12))\(Self.padded("KIND", 16))LEFT"
    case .objects: nil
    case .values: "["
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.unicodeScalars.count))
  }
}

extension Columns {
  /// What is looked at of a row, worked out in the plainest way: of members what they hold, as
  /// simulated tables write them.
  func looked(at row: [UInt8]) -> [UInt8] {
    guard headerRowCount == 0 else { return row }
    var body = String(decoding: row, as: UTF8.self)
    guard body.hasPrefix("{"), body.hasSuffix("}") || body.hasSuffix("},") else { return row }
    if body.hasSuffix(",") { body.removeLast() }
    var values = [String](repeating: "", count: columns.count)
    for member in body.dropFirst().dropLast().split(separator: ",") {
      let parts = member.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, let key = Self.unquoted(parts[0]), let value = Self.value(parts[1]),
        let column = columns.firstIndex(where: { $0.name == key })
      else { return row }
      values[column] = value
    }
    return Array(values.filter { !$0.isEmpty }.joined(separator: "\u{1F}").utf8)
  }

  private static func value(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
    return isNumber ? String(text) : unquoted(text)
  }

  private static func unquoted(_ text: Substring) -> String? {
    let text = text.drop { $0 == " " }
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return nil }
    let inside = text.dropFirst().dropLast()
    return inside.contains("\"") ? nil : String(inside)
  }
}
