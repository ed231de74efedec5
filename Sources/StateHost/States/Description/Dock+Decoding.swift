internal import HostSurface
internal import HostText

extension Dock {
  private static let edges: [(name: String, value: Edge)] = [
    ("top", .top), ("right", .right), ("bottom", .bottom), ("left", .left),
  ]

  /// Reads `area`; nil where it is absent.
  init?(_ field: Field?) throws(LocatedProblem) {
    guard let field else { return nil }
    let object = try field.object(
      "an object", example: "{\"dock\": \"right\", \"size\": \"40%\", \"min\": 20}")
    try object.allowOnly(["dock", "size", "min"])
    self.init(
      try object.required("dock", example: "\"right\"").name(of: .edge, among: Self.edges),
      try Self.extent(object.required("size", example: "\"40%\"")),
      minimum: try object["min"]?.integer(in: 0...Self.cellsLimit) ?? 0)
  }

  private static func extent(_ field: Field) throws(LocatedProblem) -> Extent {
    guard case .string(let text) = field.value.content else {
      return .cells(try field.integer(in: 1...Self.cellsLimit))
    }
    guard text.last == "%", let percent = Int(text.dropLast()), 1...100 ~= percent else {
      throw field.problem(.malformedSize(text))
    }
    return .percent(percent)
  }
}

extension Dock {
  /// As a states file has it.
  var json: String {
    let name = Self.edges.first { $0.value == edge }?.name ?? ""
    let size =
      switch extent {
      case .cells(let cells): "\(cells)"
      case .percent(let percent): "\"\(percent)%\""
      }
    return "{\"dock\": \"\(name)\", \"size\": \(size), \"min\": \(minimum)}"
  }
}
